"""Two mistakes in one submission: the text of the reference with both changes made."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

Change = tuple[int, int, tuple[str, ...]]  # lines of the base, from and to; new lines


def combined(
    base: str, first: Sequence[Change], second: Sequence[Change]
) -> str | None:
    """The base with the changes of both texts; None where they meet."""
    lines = base.splitlines()
    made: list[str] = []
    done, place = 0, (-1, -1)
    for begin, end, new in sorted({*first, *second}):
        if begin < done or (begin, end) == place:
            return None
        made += [*lines[done:begin], *new]
        done, place = end, (begin, end)
    return "\n".join([*made, *lines[done:], ""])


def changes(base: str, text: str) -> tuple[Change, ...]:
    """What was replaced, inserted or removed to come from the base to the text."""
    lines, new = base.splitlines(), text.splitlines()
    matcher = SequenceMatcher(None, lines, new, autojunk=False)
    return tuple(
        (begin, end, tuple(new[new_begin:new_end]))
        for kind, begin, end, new_begin, new_end in matcher.get_opcodes()
        if kind != "equal"
    )

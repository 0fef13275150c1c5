"""Two mistakes in one submission: the text of the reference with both changes made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

Change = tuple[int, int, tuple[str, ...]]  # lines of the base, from and to; new lines


def combined(base: str, first: str, second: str) -> str | None:
    """The base with the changes of both texts; None where they meet."""
    lines = base.splitlines()
    changes = sorted({*changes_of(lines, first), *changes_of(lines, second)})
    made: list[str] = []
    done, place = 0, (-1, -1)
    for begin, end, new in changes:
        if begin < done or (begin, end) == place:
            return None
        made += [*lines[done:begin], *new]
        done, place = end, (begin, end)
    return "\n".join([*made, *lines[done:], ""])


def changes_of(lines: Sequence[str], text: str) -> Iterator[Change]:
    """What was replaced, inserted or removed to come from the lines to the text."""
    new = text.splitlines()
    matcher = SequenceMatcher(None, lines, new, autojunk=False)
    for kind, begin, end, new_begin, new_end in matcher.get_opcodes():
        if kind != "equal":
            yield begin, end, tuple(new[new_begin:new_end])

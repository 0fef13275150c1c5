"""Foreign text made safe to show: bounded, and nothing in it acts on its reader."""

from __future__ import annotations

import unicodedata

_ACTING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, bidi, surrogates, …


def clean(text: str, limit: int) -> str:
    """One line of at most `limit` characters; what would act is escaped."""
    shown = "".join(map(_visible, text[: limit + 1]))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def clean_lines(text: str, lines: int, width: int) -> list[str]:
    """The first lines of a text, each made safe; a last one tells what is left out."""
    found = text.split("\n")
    while found and not found[-1].strip():
        found.pop()
    shown = [clean(line.expandtabs(4), width) for line in found[:lines]]
    if len(found) > lines:
        shown.append(f"… and {len(found) - lines} more lines")
    return shown


def listed(names: tuple[str, ...], limit: int = 6) -> str:
    """`A`, `A and B`, `A, B and C`, or the first few and how many more."""
    if len(names) > limit:
        return f"{', '.join(names[:limit])} and {len(names) - limit} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def few(names: tuple[str, ...], width: int) -> str:
    """`listed`, with as many names as fit in about `width` characters."""
    limit, used = 0, 0
    while limit < len(names) and used + len(names[limit]) <= width:
        used += len(names[limit]) + 2
        limit += 1
    return listed(names, max(limit, 1))


def points(number: float) -> str:
    """A number of points without the noise of floats: 2.5, 3, 0.33."""
    return f"{round(number, 2):g}" if number < 1e5 else f"{number:.0f}"


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _ACTING:
        return character
    return character.encode("unicode_escape").decode("ascii")

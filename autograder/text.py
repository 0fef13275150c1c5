"""Foreign text made safe to show: bounded, and nothing in it acts on its reader."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from pathlib import Path

LONGEST_PATH = 200  # characters that are shown of one
NAME, SOURCE = 60, 120  # characters kept of a student's names and lines
_ACTING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, bidi, surrogates, …
_FILLERS = frozenset(  # letters and marks that take no ink: Default_Ignorable
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
_MARKS = {"Mn", "Me"}
MOST_MARKS = 3  # on one letter; a pile of them would cover the lines around it
_FILLER = "\ue000"  # the second column of a wide sign; `clean` lets none through
_FOLDERS = re.compile(r"(?<![\w/])/(?:[^\s/'\":,;()<>]+/)+")


def clean(text: str, limit: int) -> str:
    """One line of at most `limit` characters; what would act is escaped."""
    shown = text[: limit + 1]
    if not (shown.isascii() and shown.isprintable()):
        shown = "".join(_visible(shown))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def path_shown(path: Path) -> str:
    """A path that somebody else may have named, in one line."""
    return clean(str(path), LONGEST_PATH)


def clean_lines(text: str, lines: int, width: int) -> list[str]:
    """The first lines of a text, each made safe; a last one tells what is left out."""
    found = text.replace("\r\n", "\n").split("\n")
    while found and not found[-1].strip():
        found.pop()
    shown = [clean(line.expandtabs(4), width) for line in found[:lines]]
    if len(found) > lines:
        shown.append(f"… and {len(found) - lines} more lines")
    return shown


def without_folders(text: str) -> str:
    """A text in which of each absolute path only the last part is left."""
    return _FOLDERS.sub("…/", text)


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most `width` columns, of which a wide sign takes two.

    `first` stands before the first line, `rest` before the others.
    """
    filled = "".join(sign + _FILLER * (columns_of_sign(sign) - 1) for sign in text)
    lines = textwrap.wrap(
        filled,
        width - (filled != text),  # a break may part a wide sign from its filler
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    return [line.replace(_FILLER, "") for line in lines]


def column_count(text: str) -> int:
    """Columns of a terminal that a text takes; a wide sign takes two."""
    return sum(map(columns_of_sign, text))


def columns_of_sign(sign: str) -> int:
    """Columns of one sign."""
    return 1 + (unicodedata.east_asian_width(sign) in ("W", "F"))


def shortened(text: str, limit: int) -> str:
    """At most so many columns: labels differ at both ends, so the middle goes."""
    if column_count(text) <= limit:
        return text
    head = _fitting(text, limit // 2)
    tail = _fitting(text[::-1], limit - 1 - column_count(head))[::-1]
    return f"{head}…{tail}"


def shortened_at_end(text: str, limit: int) -> str:
    """At most so many columns, of which the last is a sign that there is more."""
    return f"{_fitting(text, limit - 2).rstrip()} …"


def _fitting(text: str, limit: int) -> str:
    used = 0
    for end, sign in enumerate(text):
        used += columns_of_sign(sign)
        if used > limit:
            return text[:end]
    return text


def listed(names: tuple[str, ...], limit: int = 6) -> str:
    """`A`, `A and B`, `A, B and C`, or the first few and how many more.

    Names that have a comma, such as `Lee, Ann`, are parted by semicolons.
    """
    have_commas = any(", " in name.partition("(")[0] for name in names)
    parted = "; " if have_commas else ", "
    if len(names) > limit:
        return f"{parted.join(names[:limit])} and {len(names) - limit} more"
    if len(names) < 2:
        return "".join(names)
    return f"{parted.join(names[:-1])} and {names[-1]}"


def few_names(names: tuple[str, ...], width: int) -> str:
    """`listed`, with as many names as fit in about `width` characters."""
    limit, used = 0, 0
    while limit < len(names) and used + len(names[limit]) <= width:
        used += len(names[limit]) + 2
        limit += 1
    return listed(names, max(limit, 1))


def points(number: float) -> str:
    """A number of points without the noise of floats: 2.5, 3, 0.33."""
    return f"{round(number, 2):g}" if number < 1e5 else f"{number:.0f}"


def _visible(text: str) -> Iterator[str]:
    """Each character, or what stands for it."""
    marks = MOST_MARKS  # a text does not begin by marking what stands before it
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        hidden = category in _ACTING or character in _FILLERS
        if hidden or marks > MOST_MARKS:
            yield character.encode("unicode_escape").decode("ascii")
        else:
            yield " " if category == "Zs" else character


def count_text(number: int, thing: str) -> str:
    """`1 tree`, `2 trees`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"

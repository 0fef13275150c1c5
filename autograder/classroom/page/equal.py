"""Code that submissions share, side by side: a list to look at, with no verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from autograder.classroom.course import Course, StudentRow
from autograder.classroom.likeness import MANY, MOST, PARTS, Likeness, Sources
from autograder.classroom.page import parts
from autograder.uploads.notebooks import Cells

MOST_PARTS, MOST_LINES = 6, 40  # of one pair, of one part
TOLD = (
    "Tokens are compared, names as one sign, without comments, docstrings and layout; "
    "what stands in the stub, in a tenth of the class or in more than "
    f"{MANY} submissions is left out, and of pairs the {MOST} that share most of the "
    "rest are listed. It says nothing of how that came: short programs of one "
    "algorithm are alike by themselves, and who writes the same in another order is "
    "not found."
)


@dataclass(frozen=True, slots=True)
class Likenesses:
    """What submissions share; their texts, by name and file, and cells of notebooks."""

    found: tuple[Likeness, ...] = ()
    sources: Mapping[str, Sources] = field(default_factory=dict)
    cells: Mapping[str, tuple[Cells, ...]] = field(default_factory=dict)


def body(course: Course, likenesses: Likenesses) -> Iterator[str]:
    """Groups of equal ones, and pairs with what they share."""
    whose: dict[str, list[StudentRow]] = {}
    for row in course.rows:
        whose.setdefault(row.submission, []).append(row)
    rows = [_row(each, whose, likenesses) for each in likenesses.found]
    if rows:
        yield f"<p>{TOLD}</p>"
        yield parts.rows_html(rows)


def _row(
    each: Likeness,
    whose: Mapping[str, list[StudentRow]],
    likenesses: Likenesses,
) -> str:
    people = [row for name in each.names for row in whose.get(name, [])]
    how = each.how if each.how != PARTS else f"share {round(100 * each.share)} %"
    names = ", ".join(parts.apart(row.student.name) for row in people[:4])
    more = f" and {len(people) - 4} more" if len(people) > 4 else ""
    summary = (
        f'<span class="n">{parts.counted(len(each.names), "submission")}</span> '
        f'<span class="what"><span>{names}{more}</span>'
        f'<span class="aside">{how}</span></span>'
    )
    inside = [parts.people(people), *_side_by_side(each, likenesses)]
    return parts.opening("of-group", summary, inside)


def _side_by_side(each: Likeness, likenesses: Likenesses) -> Iterator[str]:
    one, other, *_ = each.names
    for part in each.parts[:MOST_PARTS]:
        yield (
            f'<div class="beside">{_lines(one, part.one, likenesses)}'
            f"{_lines(other, part.other, likenesses)}</div>"
        )
    rest = len(each.parts) - MOST_PARTS
    if rest > 0:
        yield f"<p>{parts.counted(rest, 'more part')}.</p>"


def _lines(name: str, place: tuple[str, int, int], likenesses: Likenesses) -> str:
    file, first, last = place
    text = likenesses.sources[name].get(file, "").splitlines()[first - 1 : last]
    where = f"{name}, {file}, lines {first} to {last}"
    for each in likenesses.cells.get(name, ()):
        if file == f"{each.module}.py":
            (cell, start), (last_cell, end) = map(each.place, (first, last))
            other = last_cell.rpartition(", ")[2]
            behind = f"{end}" if last_cell == cell else f"{other}, line {end}"
            where = f"{name}, {cell}, line {start} to {behind}"
    shown = parts.drawn("\n".join(text[:MOST_LINES]), where)
    return f'<div><p class="aside">{parts.apart(where)}</p>{shown}</div>'

"""Everybody of a class in one table, which is sorted and searched in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from autograder.classroom.course import Course, StudentRow
from autograder.classroom.gradebooks.grades import comment_line
from autograder.classroom.page import parts
from autograder.classroom.page.equal import Likenesses
from autograder.classroom.requests import Answer
from autograder.classroom.store.comparing import Change
from autograder.text import points

SLOWEST = 5  # who are named
NOTICEABLE = 1.0  # seconds, below which nobody is named as slow
AMOUNT, WORDS = "amount", "words"  # kinds of columns
SEARCH = (
    '<p class="search" hidden><label>Search <input type="search" autocomplete="off" '
    'spellcheck="false"></label> <span class="aside" role="status"></span></p>'
)


@dataclass(frozen=True, slots=True)
class Roll:
    """What the table has of submissions beside the course, by their names.

    `links` are addresses with their words, `states` says in which state of assignment
    and grader one was graded. `changed` is what is other than in an earlier store,
    `answers` are requests with what became of them, `equal` is code that is shared.
    """

    links: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[Change, ...] = ()
    answers: tuple[Answer, ...] = ()
    equal: Likenesses = field(default_factory=Likenesses)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: a cell's HTML, and what it is sorted by.

    Its kind is "", or how it is laid out; an AMOUNT is sorted as a number.
    """

    title: str
    cell: Callable[[StudentRow], str]
    key: Callable[[StudentRow], float | str | None]
    kind: str = ""


def body(course: Course, roll: Roll) -> Iterator[str]:
    """Who was slow, a field to search in, and the table."""
    if not course.rows:
        return
    yield from _slow(course)
    yield SEARCH
    columns = tuple(_columns(course, roll))
    head = "".join(map(_heading, columns))
    rows = "".join(f"<tr>{_cells(columns, row)}</tr>" for row in course.rows)
    yield (
        '<div class="roll" tabindex="0" role="region" '
        'aria-label="Students, scrollable">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _heading(column: Column) -> str:
    kind = f' class="{column.kind}"' if column.kind else ""
    return f'<th scope="col"{kind}><span>{parts.apart(column.title)}</span></th>'


def _cells(columns: tuple[Column, ...], row: StudentRow) -> Iterator[str] | str:
    return "".join(_cell(each, row, i) for i, each in enumerate(columns))


def _cell(column: Column, row: StudentRow, place: int) -> str:
    key = column.key(row)
    by = "" if key is None else f' data-by="{parts.shown(str(key))}"'
    kind = f' class="{column.kind}"' if column.kind else ""
    tag, scope = ("td", "") if place else ("th", ' scope="row"')
    return f"<{tag}{scope}{kind}{by}>{column.cell(row)}</{tag}>"


def _columns(course: Course, roll: Roll) -> Iterator[Column]:
    yield Column("student", parts.person, lambda row: row.student.name.casefold())
    yield _points("points", lambda row: row.points)
    for name in course.questions:
        yield _points(name, lambda row, name=name: row.by_question.get(name))  # type: ignore[misc]
    if course.deducts:
        yield _points("after lateness", lambda row: row.counted)
    yield Column("seconds", _seconds, _took, kind=AMOUNT)
    yield Column(
        "mistake", _mistakes, lambda row: "; ".join(_titles(row)) or None, WORDS
    )
    if course.comments:
        yield Column(
            "comments", _comments, lambda row: len(row.comments) or None, WORDS
        )
    yield Column("status", _status, lambda row: row.status, WORDS)

    def graded_by(row: StudentRow) -> str | None:
        return roll.states.get(row.submission) if row.graded else None

    yield Column("graded by", lambda row: parts.shown(graded_by(row) or ""), graded_by)
    yield Column(
        "files",
        lambda row: _links(roll.links.get(row.submission, ())),
        lambda row: row.submission or None,
    )


def _points(title: str, of: Callable[[StudentRow], float | None]) -> Column:
    def cell(row: StudentRow) -> str:
        value = of(row)
        return "" if value is None else points(value)

    return Column(title, cell, of, kind=AMOUNT)


def _titles(row: StudentRow) -> list[str]:
    """The mistakes, with the questions in which they are."""
    found = row.graded.questions if row.graded else ()
    return [
        ": ".join(filter(None, (q.name, q.called, q.lines)))
        for q in found
        if q.diagnosis
    ]


def _mistakes(row: StudentRow) -> str:
    return "".join(f"<div>{parts.apart(each)}</div>" for each in _titles(row))


def _comments(row: StudentRow) -> str:
    return "".join(
        f"<div>{parts.apart(comment_line(each))}</div>" for each in row.comments
    )


def _status(row: StudentRow) -> str:
    remarks = (*(("late",) if row.late else ()), *row.remarks)
    notes = "".join(f'<div class="aside">{parts.apart(each)}</div>' for each in remarks)
    return f"{parts.shown(row.status)}{notes}"


def _took(row: StudentRow) -> float | None:
    return row.graded.seconds if row.graded else None


def _seconds(row: StudentRow) -> str:
    took = _took(row)
    if took is None:
        return ""
    aside = (
        '<div class="aside">set aside</div>' if row.graded and row.graded.aside else ""
    )
    return f"{took:.1f}{aside}"


def _links(links: tuple[tuple[str, str], ...]) -> str:
    return " ".join(f'<a href="{parts.shown(to)}">{words}</a>' for to, words in links)


def _slow(course: Course) -> Iterator[str]:
    """Who took longest, and who was set aside."""
    took = {
        row.submission: (seconds, row) for row in course.rows if (seconds := _took(row))
    }
    slow = sorted(took.values(), key=lambda pair: -pair[0])[:SLOWEST]
    named = [
        f"{parts.person(row)} ({seconds:.1f} s)"
        for seconds, row in slow
        if seconds >= NOTICEABLE
    ]
    if named:
        half = median(seconds for seconds, _ in took.values())
        yield (
            f"<p>Slowest, without the time for which others had the cores: "
            f"{', '.join(named)}; the median is {half:.1f} s.</p>"
        )
    aside = [row for _, row in took.values() if row.graded and row.graded.aside]
    if aside:
        names = ", ".join(map(parts.person, aside))
        yield f"<p>Set aside, since they took long: {names}.</p>"

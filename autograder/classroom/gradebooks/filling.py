"""Grades filled into a file of an LMS: joined by ids, never by name alone.

Only a cell that gets another number changes. Whatever is not entered is told: grades
without a row, rows without a student, and ids that do not tell who is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.course import Course, Student, StudentRow
from autograder.classroom.gradebooks.cells import SHOWN, CellTable
from autograder.classroom.gradebooks.grades import (
    NO_STUDENT,
    NOT_MATCHED,
    RowCount,
    number,
    of_people,
    row_count,
    written,
)
from autograder.text import clean, few, listed, path_shown

NAME, NAMES = 60, 250  # characters of a name or an id in a sentence, and of many
MOST = 10  # sentences of one kind; more become one


@dataclass(frozen=True, slots=True)
class FilledGradebook:
    """The file with the grades in it, and a sentence on each that is not entered.

    `notes` are on what is entered, and may not be meant so; `lacking` are the students
    without points in it, by the reason.
    """

    content: bytes
    unmatched: tuple[str, ...]
    notes: tuple[str, ...] = ()
    rows: RowCount = field(default=RowCount(Path(), 0), compare=False)
    lacking: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Tie:
    """One way to join: what the id is called, and what it is of a row and a student.

    What has none, "", is not joined by it.
    """

    called: str
    of_row: Callable[[int], str]
    of_student: Callable[[Student], str]


@dataclass(frozen=True, slots=True)
class Gradebook:
    """A file to fill in: its students' rows, the ties in their order, the column.

    `obstacle` tells why a row takes no such grade, or "". `nobodies` are rows that
    need no student.
    """

    table: CellTable
    rows: tuple[int, ...]
    column: int
    mark: str
    ties: tuple[Tie, ...]
    called: Callable[[int], str]
    obstacle: Callable[[int, float], str]
    nobodies: frozenset[int] = frozenset()
    most: str = ""

    def where(self, row: int) -> str:
        """The file and the line, as a sentence about a row begins."""
        return f"{path_shown(self.table.path)}:{self.table.line(row)}"


@dataclass(slots=True)
class _Joined:
    """What is joined so far, what is left of either side, and what was not plain."""

    free: dict[int, None]
    waiting: dict[int, StudentRow]
    pairs: dict[int, int]  # the student's place by the row
    unclear: list[str]


def filled(gradebook: Gradebook, course: Course) -> FilledGradebook:
    """The file with each grade in the row of its student."""
    free, waiting = dict.fromkeys(gradebook.rows), dict(enumerate(course.rows))
    joined = _Joined(free, waiting, {}, [])
    for tie in gradebook.ties:
        _join(gradebook, tie, joined)
    pairs = {line: course.rows[index] for line, index in joined.pairs.items()}
    changes, refused = _entered(gradebook, pairs)
    told = (
        *joined.unclear,
        *_without_row(gradebook, joined.waiting.values()),
        *_without_student(gradebook, joined.free),
        *(_refused(gradebook, line, pairs[line], why) for line, why in refused.items()),
    )
    reasons = {joined.pairs[line]: why for line, why in refused.items()}
    return FilledGradebook(
        gradebook.table.replaced(changes),
        told,
        tuple(_of_another_maximum(gradebook, course)),
        _rows_read(gradebook, pairs),
        _lacking(course, joined, reasons),
    )


def _rows_read(gradebook: Gradebook, used: Container[int]) -> RowCount:
    """Which rows have got no student."""
    rows = [r for r in of_people(gradebook.table) if r not in gradebook.nobodies]
    mine = frozenset(gradebook.rows)
    unused = {r: NOT_MATCHED if r in mine else NO_STUDENT for r in rows}
    left = {row: why for row, why in unused.items() if row not in used}
    return row_count(gradebook.table, rows, left)


def _lacking(
    course: Course, joined: _Joined, refused: Mapping[int, str]
) -> dict[str, tuple[str, ...]]:
    """The students without points in the file, by the reason."""
    found: dict[str, tuple[str, ...]] = {}
    entered = frozenset(joined.pairs.values()) - set(refused)
    for place, row in enumerate(course.rows):
        if row.points is None:
            why = row.status
        elif place in entered:
            continue
        elif place in joined.waiting:
            why = "no row there"
        else:
            why = refused.get(place, "the id there is not clear")
        found[why] = (*found.get(why, ()), called(row.student))
    return found


def _of_another_maximum(gradebook: Gradebook, course: Course) -> Iterator[str]:
    """That the LMS has another maximum than the course: points stay what they are."""
    there = number(gradebook.most)
    here = {row.most for row in course.rows if row.points is not None}
    if there is not None and here and here != {there}:
        title = clean(gradebook.table.header()[gradebook.column], SHOWN)
        most = written(max(each or 0.0 for each in here))
        yield (
            f"{path_shown(gradebook.table.path)}: {title} is of {written(there)} "
            f"points there, and of {most} here; points are entered as they are."
        )


def _without_row(gradebook: Gradebook, rows: Iterable[StudentRow]) -> tuple[str, ...]:
    """What is told of the students who have a grade and no row."""
    file = path_shown(gradebook.table.path)
    names = tuple(called(row.student) for row in rows if row.points is not None)
    if len(names) <= MOST:
        return tuple(f"{name} has a grade and no row in {file}." for name in names)
    told = few(names, NAMES)
    return (f"{len(names)} students have a grade and no row in {file}: {told}.",)


def _without_student(gradebook: Gradebook, rows: Iterable[int]) -> tuple[str, ...]:
    """What is told of the rows of which there is no student here."""
    left = [row for row in rows if row not in gradebook.nobodies]
    if len(left) <= MOST:
        return tuple(
            f"{gradebook.where(row)}: {gradebook.called(row)} is no student here."
            for row in left
        )
    file = path_shown(gradebook.table.path)
    told = few(tuple(map(gradebook.called, left)), NAMES)
    return (f"{len(left)} rows of {file} are of no student here: {told}.",)


def _join(gradebook: Gradebook, tie: Tie, joined: _Joined) -> None:
    """Join by one tie what is left; where an id is there twice, nothing."""
    lines = _by(joined.free, tie.of_row)
    students = _by(
        joined.waiting, lambda index: tie.of_student(joined.waiting[index].student)
    )
    for key in [key for key in lines if key in students]:
        rows = [joined.waiting[index] for index in students[key]]
        if len(lines[key]) > 1 or len(rows) > 1:
            joined.unclear.append(_unclear(gradebook, tie, lines[key], rows))
        elif _contradicts(gradebook, tie, lines[key][0], rows[0].student):
            continue
        else:
            joined.pairs[lines[key][0]] = students[key][0]
        for line in lines[key]:
            del joined.free[line]
        for index in students[key]:
            del joined.waiting[index]


def _contradicts(gradebook: Gradebook, tie: Tie, line: int, student: Student) -> bool:
    """Whether, by the surest tie, the row is another's and the student in another."""
    first = gradebook.ties[0]
    return tie is not first and bool(first.of_row(line) and first.of_student(student))


def _by(places: Iterable[int], key: Callable[[int], str]) -> dict[str, list[int]]:
    """The places by their ids; what has none is left out."""
    found = defaultdict(list)
    for place in places:
        found[key(place)].append(place)
    found.pop("", None)
    return found


def _unclear(
    gradebook: Gradebook, tie: Tie, lines: list[int], rows: list[StudentRow]
) -> str:
    """A sentence on an id that does not tell who is meant."""
    file = path_shown(gradebook.table.path)
    key = clean(tie.of_row(lines[0]), NAME)
    numbers = listed(tuple(str(gradebook.table.line(line)) for line in lines))
    names = listed(tuple(called(row.student) for row in rows))
    return (
        f"{file}: the {tie.called} {key} is that of {names} and stands in "
        f"line{'s' * (len(lines) > 1)} {numbers}; nothing was entered there."
    )


def _entered(
    gradebook: Gradebook, pairs: Mapping[int, StudentRow]
) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    """The cells that change, and why others take no grade, by their rows."""
    changes, refused = {}, {}
    for line, row in sorted(pairs.items()):
        if row.points is None:
            continue
        reason = _obstacle(gradebook, line, row.points)
        points = written(row.points, gradebook.mark)
        if reason:
            refused[line] = reason
        elif number(gradebook.table.text_at(line, gradebook.column)) != number(points):
            changes[line, gradebook.column] = points
    return changes, refused


def _refused(gradebook: Gradebook, line: int, row: StudentRow, reason: str) -> str:
    points = written(row.points or 0.0, gradebook.mark)
    return (
        f"{gradebook.where(line)}: the grade of {called(row.student)}, "
        f"{points}, was not entered: {reason}."
    )


def _obstacle(gradebook: Gradebook, line: int, points: float) -> str:
    if gradebook.column >= len(gradebook.table.rows[line]):
        return "the row ends before that column"
    return gradebook.obstacle(line, points)


def called(student: Student) -> str:
    """A student's name, with what tells apart those of one name."""
    ids = (("", student.sid), ("", student.email), ("ID ", student.lms))
    mark = next((f" ({what}{clean(text, NAME)})" for what, text in ids if text), "")
    return f"{clean(student.name, NAME)}{mark}"

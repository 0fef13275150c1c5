"""Points that an instructor sets by hand, in a CSV; they count instead of the grader's.

They are applied last, to what every grading finds anew, and so survive each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.assignment.selection import nearest
from autograder.classroom.course import Course, Override, StudentRow
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import CellTable
from autograder.classroom.gradebooks.figures import number, written
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.report.entries import rounded
from autograder.text import clean, path_shown

COLUMNS = ("sid", "question", "points", "reason")
EXPECTED = f"expected {', '.join(COLUMNS[:3])}, and {COLUMNS[3]} if you like"
TOTAL = "total"  # in the place of a question
NAME = 60  # characters of a name, an id or a reason
LONGEST = 200  # characters of a reason


def load(path: Path) -> tuple[Override, ...]:
    """The overrides in a CSV. Raises AssignmentError, with all that is wrong in it."""
    table = cells.load(path)
    header = table.header()
    unknown = [name for name in header if name and name not in COLUMNS]
    twice = [name for name, times in Counter(header).items() if name and times > 1]
    missing = [name for name in COLUMNS[:3] if name not in header]
    for what, names in (("unknown", unknown), ("twice", twice), ("missing", missing)):
        if names:
            told = f"{what}: {', '.join(clean(name, NAME) for name in names)}"
            raise AssignmentError(f"{path_shown(path)}:1: columns {told}; {EXPECTED}")
    rows = [row for row in range(1, len(table.rows)) if _is_filled(table, row)]
    problems = tuple(problem for row in rows for problem in _problems(table, row))
    problems += tuple(_repeated(table, rows))
    if problems:
        raise FileProblems(problems)
    return tuple(_override(table, row) for row in rows)


def _is_filled(table: CellTable, row: int) -> bool:
    """Whether anything stands in it: a spreadsheet leaves rows of commas."""
    return any(cell.text.strip() for cell in table.rows[row])


def _text(table: CellTable, row: int, name: str) -> str:
    header = table.header()
    return table.text_at(row, header.index(name) if name in header else None)


def _override(table: CellTable, row: int) -> Override:
    sid, question, points, reason = (_text(table, row, name) for name in COLUMNS)
    value = number(points)
    assert value is not None  # it was asked for before
    return Override(sid, question, value, clean(reason, LONGEST))


def _problems(table: CellTable, row: int) -> Iterator[Problem]:
    """What is wrong with one row."""
    sid, question, points, _ = (_text(table, row, name) for name in COLUMNS)
    value = number(points)
    wrong = clean(points, NAME) or "nothing"
    faults = (
        ("sid", not sid, "no sid; give the student's, or the name of the submission"),
        ("question", not question, f"no question; give its name, or {TOTAL}"),
        ("points", value is None, f"points: expected a number, found {wrong}"),
        ("points", value is not None and value < 0, f"points: {wrong} is below 0"),
        ("sid", len(table.rows[row]) > len(table.rows[0]), "more cells than columns"),
    )
    for name, is_so, message in faults:
        if is_so:
            yield _problem(table, row, name, message)


def _repeated(table: CellTable, rows: Sequence[int]) -> Iterator[Problem]:
    """Rows that set once more what an earlier row sets."""
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        sid, question = _text(table, row, "sid"), _text(table, row, "question")
        before = first.setdefault((sid, question), row)
        if before != row:
            what = f"{clean(question, NAME)} of {clean(sid, NAME)}"
            message = f"{what} is set in line {table.line(before)} already"
            yield _problem(table, row, "sid", message)


def _problem(table: CellTable, row: int, name: str, message: str) -> Problem:
    """A problem at a cell, or at the beginning of a row that ends before it."""
    place = table.header().index(name)
    column = table.column(row, place) if place < len(table.rows[row]) else 1
    return Problem(Path(path_shown(table.path)), table.line(row), column, message)


def applied(
    course: Course, overrides: Sequence[Override]
) -> tuple[Course, tuple[str, ...]]:
    """The course with these points, and notes on what fits nobody or exceeds a maximum.

    A sid means the student that has it, or, of those without one, whose submission has
    that name or who has that id in the LMS. Raises AssignmentError for a question that
    the course has not.
    """
    for override in overrides:
        _require_question(course, override)
    rows, notes = list(course.rows), []
    # The total last: it replaces the sum of what the questions came to.
    for override in sorted(overrides, key=lambda each: each.question == TOTAL):
        places = [i for i, row in enumerate(rows) if _means(override.sid, row)]
        by_sid = [i for i in places if rows[i].student.sid]
        if not places or len(by_sid) > 1:
            notes.append(_fits_nobody(override, len(by_sid)))
            continue
        for place in by_sid or places:
            rows[place] = _with(rows[place], course, override)
        notes += _above(course, override)
    return replace(course, rows=tuple(rows)), tuple(notes)


def _require_question(course: Course, override: Override) -> None:
    if override.question not in (*course.questions, TOTAL):
        hint = nearest(override.question, (*course.questions, TOTAL))
        raise AssignmentError(f"{_called(override)}: there is no such question{hint}")


def _called(override: Override) -> str:
    """An override, as a sentence on it begins: there is no other of this sid."""
    question, sid = clean(override.question, NAME), clean(override.sid, NAME)
    return f"override of {question} for {sid}"


def _means(sid: str, row: StudentRow) -> bool:
    student = row.student
    return sid in ((student.sid,) if student.sid else (row.submission, student.lms))


def _fits_nobody(override: Override, times: int) -> str:
    who = f"{times} students have" if times else "nobody has"
    return f"{_called(override)}: not applied, since {who} that sid."


def _above(course: Course, override: Override) -> Iterator[str]:
    """A note on points above the maximum, which are given: they may be extra credit."""
    most = course.questions.get(override.question, _most(course))
    if override.points > most:
        given = written(override.points)
        yield f"{_called(override)}: {given} of {written(most)} points."


def _most(course: Course) -> float:
    """What can be earned in all: as it stands in a row, else that of the questions."""
    known = (row.most for row in course.rows if row.most is not None)
    return next(known, rounded(sum(course.questions.values())))


def _with(row: StudentRow, course: Course, override: Override) -> StudentRow:
    """A row with the points of an override, which it tells in its remarks."""
    points, by_question = override.points, dict(row.by_question)
    before = row.points
    if override.question != TOTAL:
        before = by_question.get(override.question)
        by_question[override.question] = points
        points = rounded((row.points or 0.0) + points - (before or 0.0))
    old = "none" if before is None else written(before)
    reason = f" ({override.reason})" if override.reason else ""
    remark = f"{old} → {written(override.points)}{reason}"
    return replace(
        row,
        points=points,
        most=_most(course) if row.most is None else row.most,
        by_question=by_question,
        remarks=(*row.remarks, f"override of {override.question}: {remark}"),
    )

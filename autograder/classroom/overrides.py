"""Points that an instructor sets by hand, in a CSV; they count instead of the grader's.

They are applied last, to what every grading finds anew, and so survive each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.assignment.selection import nearest
from autograder.classroom import sheets
from autograder.classroom.course import Course, Override, StudentRow
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.grades import number, written
from autograder.classroom.sheets import Sheet
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.report.entries import rounded_points
from autograder.text import clean

COLUMNS = ("sid", "question", "points")
OTHERS = ("reason", "submission")
TOTAL = "total"  # in the place of a question
NAME = 60  # characters of a name, an id or a reason
LONGEST = 200  # characters of a reason
WHICH = "which submission counts says no question and no points"


def load(path: Path) -> tuple[Override, ...]:
    """The overrides in a CSV. Raises AssignmentError, with all that is wrong in it."""
    sheet = sheets.parsed(cells.read(path), path, COLUMNS, OTHERS)
    rows = sheet.rows()
    problems = tuple(problem for row in rows for problem in _problems(sheet, row))
    problems += (*_repeated(sheet, rows), *sheet.table.misfits())
    if problems:
        raise FileProblems(problems)
    return tuple(_override(sheet, row) for row in rows)


def _override(sheet: Sheet, row: int) -> Override:
    sid, question, points = (sheet.text(row, name) for name in COLUMNS)
    reason, submission = (sheet.text(row, name) for name in OTHERS)
    value = 0.0 if submission else number(points)
    assert value is not None  # it was asked for before
    return Override(sid, question, value, clean(reason, LONGEST), submission=submission)


def _problems(sheet: Sheet, row: int) -> Iterator[Problem]:
    """What is wrong with one row."""
    sid, question, points = (sheet.text(row, name) for name in COLUMNS)
    value, named = number(points), bool(sheet.text(row, "submission"))
    wrong = clean(points, NAME) or "nothing"
    faults = (
        ("sid", not sid, "no sid; give the student's, or the name of the submission"),
        ("submission", named and bool(question or points), WHICH),
        (
            "question",
            not (question or named),
            f"no question; give its name, or {TOTAL}",
        ),
        (
            "points",
            value is None and not named,
            f"points: expected a number, found {wrong}",
        ),
        ("points", value is not None and value < 0, f"points: {wrong} is below 0"),
    )
    for name, is_so, message in faults:
        if is_so:
            yield sheet.problem(row, name, message)


def _repeated(sheet: Sheet, rows: Sequence[int]) -> Iterator[Problem]:
    """Rows that set once more what an earlier row sets."""
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        sid, question = sheet.text(row, "sid"), sheet.text(row, "question")
        before = first.setdefault((sid, question), row)
        if before != row:
            what = f"{clean(question, NAME) or 'submission'} of {clean(sid, NAME)}"
            message = f"{what} is set in line {sheet.line(before)} already"
            yield sheet.problem(row, "sid", message)


def applied(
    course: Course, overrides: Sequence[Override]
) -> tuple[Course, tuple[str, ...]]:
    """The course with these points, and notes on what fits nobody or exceeds a maximum.

    A sid means the student that has it, or, of those without one, whose submission has
    that name or who has that id in the LMS. Raises AssignmentError for a question that
    the course has not, with all of these.
    """
    of_points = [each for each in overrides if not each.submission]
    unknown = tuple(_of_no_question(course, of_points))
    if unknown:
        raise AssignmentError("\n".join(unknown))
    rows, notes = list(course.rows), []
    # The total last: it replaces the sum of what the questions came to.
    for override in sorted(of_points, key=lambda each: each.question == TOTAL):
        places = sheets.places_of(override.sid, rows)
        if not places or sheets.is_unclear(places, rows):
            why = sheets.nobody(override.sid, places, rows)
            notes.append(f"{_called(override)}: not applied, since {why}.")
            continue
        for place in places:
            rows[place] = _with(rows[place], course, override)
        notes += _above(course, override)
    return replace(course, rows=tuple(rows)), tuple(notes)


def _of_no_question(course: Course, overrides: Iterable[Override]) -> Iterator[str]:
    """A sentence on each override of a question that the course has not."""
    names = (*course.questions, TOTAL)
    for override in overrides:
        if override.question not in names:
            hint = nearest(override.question, names)
            yield f"{_called(override)}: there is no such question{hint}"


def counting(
    course: Course, overrides: Sequence[Override], attempts: Mapping[int, Sequence[str]]
) -> tuple[dict[int, str], tuple[str, ...]]:
    """The submissions that are said to count, by the places of their students.

    Notes tell what fits nobody, or is none of the student's.
    """
    found: dict[int, str] = {}
    notes = []
    for override in overrides:
        if not override.submission:
            continue
        places = sheets.places_of(override.sid, course.rows) or [
            place for place, names in attempts.items() if override.sid in names
        ]
        begins = _called(replace(override, question="submission"))
        if not places or sheets.is_unclear(places, course.rows):
            why = sheets.nobody(override.sid, places, course.rows)
            notes.append(f"{begins}: not applied, since {why}.")
            continue
        mine = [p for p in places if override.submission in attempts.get(p, ())]
        if not mine:
            shown = clean(override.submission, NAME)
            notes.append(f"{begins}: {shown} is no submission of this student.")
        found.update(dict.fromkeys(mine, override.submission))
    return found, tuple(notes)


def _called(override: Override) -> str:
    """An override, as a sentence on it begins: there is no other of this sid."""
    question, sid = clean(override.question, NAME), clean(override.sid, NAME)
    return f"override of {question} for {sid}"


def _above(course: Course, override: Override) -> Iterator[str]:
    """A note on points above the maximum, which are given: they may be extra credit."""
    most = course.questions.get(override.question, _most(course))
    if override.points > most:
        given = written(override.points)
        yield f"{_called(override)}: {given} of {written(most)} points."


def _most(course: Course) -> float:
    """What can be earned in all: as it stands in a row, else that of the questions."""
    known = (row.most for row in course.rows if row.most is not None)
    return next(known, rounded_points(sum(course.questions.values())))


def _with(row: StudentRow, course: Course, override: Override) -> StudentRow:
    """A row with the points of an override, which it tells in its remarks."""
    points, by_question = override.points, dict(row.by_question)
    before = row.points
    if override.question != TOTAL:
        before = by_question.get(override.question)
        by_question[override.question] = points
        points = rounded_points((row.points or 0.0) + points - (before or 0.0))
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

"""What lateness takes off: by one rule for all, by a CSV for some; points stay raw.

`grace: 3 days, then 10 % a day, at most 50 %` takes off, of what was earned, ten
percent for each day that has begun three days after it was due. In the CSV a student
has another due time, so much more of it, or a deduction of their own. Days are those of
this machine's calendar where the due time has no zone of its own, else 24 hours each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from autograder.classroom import lateness, sheets
from autograder.classroom.course import Course, StudentRow
from autograder.classroom.gradebooks.grades import number, written
from autograder.classroom.lateness import Span
from autograder.classroom.sheets import NAME, Sheet
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.report.entries import rounded_points
from autograder.text import clean, few

COLUMNS, OTHERS = ("sid",), ("extension", "deduction", "reason")
ONCE = ("sid",)  # which stands in one row alone
UNITS = {  # each, and whether it is of days
    "minute": (timedelta(minutes=1), False),
    "hour": (timedelta(hours=1), False),
    "day": (timedelta(days=1), True),
    "week": (timedelta(weeks=1), True),
}
NONE = Span(timedelta())
NUMBER, UNIT = r"\d{1,4}(?:[.,]\d{1,6})?", "|".join(UNITS)
SPAN = re.compile(rf"({NUMBER})\s*({UNIT})s?")
PERCENT = re.compile(rf"({NUMBER})\s*%")
RULE = re.compile(
    rf"(?:grace:?\s*({NUMBER})\s*({UNIT})s?\s*,?\s*(?:then)?\s*)?"
    rf"({NUMBER})\s*%\s*(?:a|an|per|each)\s*({UNIT})"
    rf"(?:\s*,?\s*at most\s*({NUMBER})\s*%)?"
)
EXAMPLE = "grace: 3 days, then 10 % a day, at most 50 %"
NO_RULE = "--late-rule {}: expected such as {}"
NO_EXTENSION = "extension: expected such as 2 days, 12 hours or a time, found {}"
NO_DEDUCTION = "deduction: expected points, or such as 15 %, found {}"
NOTHING = "neither an extension nor a deduction"
NAMES = 200  # characters of many names
TIMELESS = "marked late without a time, so that the rule deducts nothing: {}."


@dataclass(frozen=True, slots=True)
class Rule:
    """What is taken off for each unit that has begun behind the grace, in percent."""

    grace: Span
    percent: float
    unit: Span
    most: float = 100.0

    def taken(self, due: datetime, came: datetime) -> float:
        """The percent that it costs to come so long after it was due."""
        units = self.unit.begun(self.grace.behind(due), came)
        return min(units * self.percent, self.most)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What holds for one student: more time or another one, or what is taken off.

    `percent` or `points` are taken off in place of what the rule says.
    """

    row: int
    sid: str
    more: Span = NONE
    until: datetime | None = None
    percent: float | None = None
    points: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is known of lateness: the due time, the rule, and who is excepted."""

    due: datetime | None = None
    rule: Rule | None = None
    allowances: tuple[Allowance, ...] = ()

    @property
    def deducts(self) -> bool:
        """Whether there is anything by which points could be taken off."""
        return self.rule is not None or any(
            each.percent is not None or each.points is not None
            for each in self.allowances
        )


def rule(text: str) -> Rule:
    """The rule that a text is; AssignmentError, with an example, where it is none."""
    match = RULE.fullmatch(text.strip().casefold())
    if match is None:
        raise AssignmentError(NO_RULE.format(clean(text, NAME), EXAMPLE))
    count, of, percent, unit, most = match.groups()
    grace = _span(count, of) if count else NONE
    return Rule(
        grace, _figure(percent), _span("1", unit), _figure(most) if most else 100.0
    )


def _figure(text: str) -> float:
    value = number(text)
    assert value is not None  # it fits the expression
    return value


def _span(count: str, unit: str) -> Span:
    length, of_days = UNITS[unit]
    return Span(_figure(count) * length, of_days)


def parsed(content: bytes, path: Path) -> tuple[Allowance, ...]:
    """Who is excepted. Raises AssignmentError, with all that is wrong in the file."""
    sheet = sheets.parsed(content, path, COLUMNS, OTHERS)
    rows = sheet.rows()
    problems = tuple(problem for row in rows for problem in _problems(sheet, row))
    problems += (*sheet.repeated(ONCE), *sheet.table.misfits())
    if problems:
        raise FileProblems(problems)
    return tuple(_exception(sheet, row) for row in rows)


def _problems(sheet: Sheet, row: int) -> Iterator[Problem]:
    extension, deduction, _ = (sheet.text(row, name) for name in OTHERS)
    shown = clean(extension, NAME), clean(deduction, NAME)
    value = number(deduction)
    is_number = PERCENT.fullmatch(deduction) or (value is not None and value >= 0)
    faults = (
        ("sid", not sheet.text(row, "sid"), "no sid; give the student's"),
        ("extension", not (extension or deduction), NOTHING),
        (
            "extension",
            bool(extension) and _extension(extension) is None,
            NO_EXTENSION.format(shown[0]),
        ),
        (
            "deduction",
            bool(deduction) and not is_number,
            NO_DEDUCTION.format(shown[1]),
        ),
    )
    for name, is_so, message in faults:
        if is_so:
            yield sheet.problem(row, name, message)


def _extension(text: str) -> Span | datetime | None:
    span = SPAN.fullmatch(text.casefold())
    if span is not None:
        return _span(*span.groups())
    try:
        return lateness.parse(text)
    except AssignmentError:
        return None


def _exception(sheet: Sheet, row: int) -> Allowance:
    extension, deduction, reason = (sheet.text(row, name) for name in OTHERS)
    more = _extension(extension) if extension else NONE
    percent = PERCENT.fullmatch(deduction)
    return Allowance(
        row=sheet.line(row),
        sid=sheet.text(row, "sid"),
        more=more if isinstance(more, Span) else NONE,
        until=more if isinstance(more, datetime) else None,
        percent=_figure(percent[1]) if percent else None,
        points=_figure(deduction) if deduction and not percent else None,
        reason=clean(reason, NAME),
    )


def applied(course: Course, terms: Terms) -> tuple[Course, tuple[str, ...]]:
    """The course with who was late, and what that takes off; notes on what is unclear.

    What has no time keeps the mark of the export.
    """
    rows = list(course.rows)
    excepted, notes = _excepted(course, terms)
    for place, row in enumerate(rows):
        rows[place] = _with(row, terms, excepted.get(place))
    if terms.rule is not None:
        timeless = [row for row in rows if row.late and _came(row) is None]
        names = (clean(row.student.name or row.submission, NAME) for row in timeless)
        if timeless:
            notes.append(TIMELESS.format(few(tuple(names), NAMES)))
    made = replace(course, rows=tuple(rows), deducts=terms.deducts)
    return made, (*notes, *_without_times(course, terms))


def worth(
    course: Course, tries: Mapping[int, Sequence[StudentRow]], terms: Terms
) -> dict[int, dict[str, float]]:
    """By places of the course what each try is worth after lateness, by submission."""
    excepted, _ = _excepted(course, terms)
    return {
        place: {
            row.submission: _with(row, terms, excepted.get(place)).counted or 0.0
            for row in rows
        }
        for place, rows in tries.items()
    }


def _excepted(course: Course, terms: Terms) -> tuple[dict[int, Allowance], list[str]]:
    """The allowances by places, and notes on those that fit nobody, or not one."""
    rows, notes = course.rows, []
    found: dict[int, Allowance] = {}
    for each in terms.allowances:
        places = sheets.places_of(each.sid, rows)
        if not places or sheets.is_unclear(places, rows):
            where = f"lateness in line {each.row}, of {clean(each.sid, NAME)}"
            why = sheets.nobody(each.sid, places, rows)
            notes.append(f"{where}: not applied, since {why}.")
            continue
        found.update(dict.fromkeys(places, each))
    return found, notes


def _without_times(course: Course, terms: Terms) -> Iterator[str]:
    """That a due time says nothing where no submission has a time."""
    handed = [row for row in course.rows if row.submission]
    if terms.due and handed and all(_came(row) is None for row in handed):
        yield "--due: the export has no times, so nobody is late by it."


def _came(row: StudentRow) -> datetime | None:
    try:
        return lateness.parse(row.submitted_at)
    except AssignmentError:
        return None


def _with(row: StudentRow, terms: Terms, mine: Allowance | None) -> StudentRow:
    """A row with its lateness."""
    came, due = _came(row), mine.until if mine and mine.until else terms.due
    extended = mine is not None and (mine.until is not None or mine.more != NONE)
    marked = row.late and not (extended and came and due)
    percent, is_after = 0.0, False
    if came and due:
        end = mine.more.behind(due) if mine else due
        is_after = lateness.utc(came) > lateness.utc(end)
        percent = terms.rule.taken(end, came) if terms.rule else 0.0
    row = replace(row, late=marked or is_after)
    if not terms.deducts or row.points is None:
        return row
    deducted = row.points * percent / 100
    if mine is not None and mine.percent is not None:
        percent = mine.percent
        deducted = row.points * percent / 100
    if mine is not None and mine.points is not None:
        percent, deducted = 0.0, mine.points
    deducted = rounded_points(min(deducted, row.points))
    words = _words(deducted, percent, mine)
    return replace(
        row, deducted=deducted, remarks=(*row.remarks, *((words,) if words else ()))
    )


def _words(deducted: float, percent: float, mine: Allowance | None) -> str:
    """What is taken off, and why; "" where there is nothing to be said."""
    reason = f" ({mine.reason})" if mine and mine.reason else ""
    if not deducted:
        return f"nothing off for lateness{reason}" if mine else ""
    of = f", {written(percent)} %" if percent else ""
    return f"{written(deducted)} off for lateness{of}{reason}"

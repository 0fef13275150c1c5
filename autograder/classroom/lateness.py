"""When something was handed in, and what lateness takes off; points stay raw.

`grace: 3 days, then 10 % a day, at most 50 %` takes off ten percent for each day that
has begun three days after it was due. Days are those of this machine's calendar where
the due time has no zone of its own, else 24 hours each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta, timezone, tzinfo
from pathlib import Path

from autograder.classroom.course import Course, StudentRow
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import NAME, CellTable, Fault
from autograder.classroom.gradebooks.grades import finite_number, points_text
from autograder.errors import AssignmentError
from autograder.report.entries import rounded_points
from autograder.text import clean, few_names

DATE = r"(?P<date>\d{4}-\d\d-\d\d)"
CLOCK = r"(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<part>\d+))?)?"
ZONE = r"(?P<zone>Z|UTC|(?P<sign>[+-])(?P<hours>\d\d)(?::?(?P<minutes>[0-5]\d))?)"
TIME = re.compile(f"{DATE}(?:[T ]{CLOCK}(?: ?{ZONE})?)?", re.ASCII)
EXAMPLES = (
    "2026-11-22T23:59, 2026-11-22T23:59+01:00 or 2026-11-22 for the end of that day"
)
FIRST, LAST = (  # times that every zone can write
    datetime(year, month, day, tzinfo=timezone.utc)
    for year, month, day in ((1, 1, 2), (9999, 12, 30))
)


COLUMNS, OTHERS = ("sid",), ("extension", "deduction", "reason")
UNITS = {  # each, and whether it is of days
    "minute": (timedelta(minutes=1), False),
    "hour": (timedelta(hours=1), False),
    "day": (timedelta(days=1), True),
    "week": (timedelta(weeks=1), True),
}
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


class LocalZone(tzinfo):
    """The zone of this machine; from noon to noon is a day when clocks change, too."""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """How far the clock on the wall is ahead of UTC."""
        if moment is None:
            return None
        return moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, _: datetime | None) -> timedelta | None:
        """Not told: `utcoffset` has it in it."""
        return None

    def tzname(self, _: datetime | None) -> str:
        """No zone's own name."""
        return "local time"

    def fromutc(self, moment: datetime) -> datetime:
        """The time here at a moment of UTC; of an hour that comes twice, which one."""
        there = moment.replace(tzinfo=timezone.utc).astimezone()
        here = there.replace(tzinfo=self)
        is_first = here.utcoffset() == there.utcoffset()
        return here if is_first else here.replace(fold=1)


LOCAL = LocalZone()


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time; one of days is of calendar days where the zone is known."""

    length: timedelta
    of_days: bool = False

    @staticmethod
    def of(count: str, unit: str) -> Span:
        """So many of UNITS."""
        length, of_days = UNITS[unit]
        return Span(_figure(count) * length, of_days)

    def moment_after(self, moment: datetime) -> datetime:
        """The moment so much later; the last that there is where that is none."""
        try:
            if self.of_days:
                return moment + self.length
            return (utc(moment) + self.length).astimezone(moment.tzinfo)
        except OverflowError:
            return LAST

    def spans_begun(self, since: datetime, until: datetime) -> int:
        """How many of it have begun between two moments."""
        if utc(until) <= utc(since):
            return 0
        zone = since.tzinfo if self.of_days else timezone.utc
        passed = utc(until).astimezone(zone) - utc(since).astimezone(zone)
        return max(1, -(-passed // self.length))


NO_TIME = Span(timedelta())


def utc(moment: datetime) -> datetime:
    """The moment in UTC; the first or last there where that cannot write it."""
    try:
        return moment.astimezone(timezone.utc)
    except OverflowError:
        return FIRST if moment.year == 1 else LAST


def parse(text: str) -> datetime:
    """A time of ISO 8601, or as Ruby prints it; AssignmentError for anything else.

    Without a zone it is this machine's; a date alone means the end of its day.
    """
    found = TIME.fullmatch(text.strip())
    try:
        if found is not None:
            return _datetime(found)
    except (ValueError, OverflowError, OSError):
        pass  # the 31st of June, a year that no clock has
    raise AssignmentError(f"{clean(text, NAME)}: no such time; expected {EXAMPLES}")


def time_text(moment: datetime) -> str:
    """A time as `parse` reads it; one of this machine's zone has no zone."""
    zone = None if moment.tzinfo is LOCAL else moment.tzinfo
    return moment.replace(tzinfo=zone).isoformat()


def _datetime(match: re.Match[str]) -> datetime:
    day = datetime.fromisoformat(match["date"])
    if match["hour"] is None:
        return _here(datetime.combine(day, time.max))
    moment = day.replace(
        hour=int(match["hour"]),
        minute=int(match["minute"]),
        second=int(match["second"] or "0"),
        microsecond=int(f"{match['part'] or '':0<6}"[:6]),
    )
    if match["zone"] is None:
        return _here(moment)
    east = timedelta(
        hours=int(match["hours"] or "0"), minutes=int(match["minutes"] or "0")
    )
    return moment.replace(tzinfo=timezone(-east if match["sign"] == "-" else east))


def _here(moment: datetime) -> datetime:
    moment.astimezone()  # raises what it cannot reckon with
    return moment.replace(tzinfo=LOCAL)


@dataclass(frozen=True, slots=True)
class Rule:
    """What is taken off for each unit that has begun behind the grace, in percent."""

    grace: Span
    percent: float
    unit: Span
    most: float = 100.0

    def percent_taken_off(self, due: datetime, came: datetime) -> float:
        """The percent that it costs to come so long after it was due."""
        units = self.unit.spans_begun(self.grace.moment_after(due), came)
        return min(units * self.percent, self.most)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What holds for one student: more time or another one, or what is taken off."""

    row: int
    sid: str
    more: Span = NO_TIME
    until: datetime | None = None
    percent: float | None = None  # in place of what the rule says, as are points
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


def rule_from_text(text: str) -> Rule:
    """The rule that a text is; AssignmentError, with an example, where it is none."""
    match = RULE.fullmatch(text.strip().casefold())
    if match is None:
        raise AssignmentError(NO_RULE.format(clean(text, NAME), EXAMPLE))
    count, of, percent, unit, most = match.groups()
    return Rule(
        grace=Span.of(count, of) if count else NO_TIME,
        percent=_figure(percent),
        unit=Span.of("1", unit),
        most=_figure(most) if most else 100.0,
    )


def _figure(text: str) -> float:
    value = finite_number(text)
    assert value is not None  # it fits the expression
    return value


def allowances(content: bytes, path: Path) -> tuple[Allowance, ...]:
    """Who is excepted. Raises AssignmentError, with all that is wrong in the file."""
    sheet = cells.sheet_of(content, path, COLUMNS, OTHERS)
    sheet.require_no_problems(sheet.faults(_faults), sheet.repeated(COLUMNS))
    return tuple(_allowance(sheet, row) for row in sheet.filled())


def _faults(sheet: CellTable, row: int) -> Iterator[Fault]:
    extension, deduction, _ = sheet.texts(row, OTHERS)
    value = finite_number(deduction)
    is_number = PERCENT.fullmatch(deduction) or (value is not None and value >= 0)
    yield "sid", not sheet.text_of(row, "sid"), "no sid; give the student's"
    yield "extension", not (extension or deduction), NOTHING
    is_wrong = bool(extension) and _extension(extension) is None
    yield "extension", is_wrong, NO_EXTENSION.format(clean(extension, NAME))
    is_wrong = bool(deduction) and not is_number
    yield "deduction", is_wrong, NO_DEDUCTION.format(clean(deduction, NAME))


def _allowance(sheet: CellTable, row: int) -> Allowance:
    extension, deduction, reason = sheet.texts(row, OTHERS)
    more = _extension(extension) if extension else NO_TIME
    percent = PERCENT.fullmatch(deduction)
    return Allowance(
        row=sheet.line(row),
        sid=sheet.text_of(row, "sid"),
        more=more if isinstance(more, Span) else NO_TIME,
        until=more if isinstance(more, datetime) else None,
        percent=_figure(percent[1]) if percent else None,
        points=_figure(deduction) if deduction and not percent else None,
        reason=clean(reason, NAME),
    )


def _extension(text: str) -> Span | datetime | None:
    span = SPAN.fullmatch(text.casefold())
    if span is not None:
        return Span.of(*span.groups())
    return _time(text)


def _time(text: str) -> datetime | None:
    try:
        return parse(text)
    except AssignmentError:
        return None


def with_lateness(course: Course, terms: Terms) -> tuple[Course, tuple[str, ...]]:
    """The course with who was late, and what that takes off; notes on what is unclear.

    What has no time keeps the mark of the export.
    """
    excepted, notes = _excepted(course, terms)
    rows = [_with(row, terms, excepted.get(i)) for i, row in enumerate(course.rows)]
    timeless = [r for r in rows if r.late and _time(r.submitted_at) is None]
    if terms.rule is not None and timeless:
        names = tuple(row.name_in_sentence for row in timeless)
        notes.append(TIMELESS.format(few_names(names, NAMES)))
    times = [_time(row.submitted_at) for row in course.rows if row.submission]
    if terms.due and times and not any(times):
        notes.append("--due: the export has no times, so nobody is late by it.")
    return replace(course, rows=tuple(rows), deducts=terms.deducts), tuple(notes)


def points_of_tries(
    course: Course, tries: Mapping[int, Sequence[StudentRow]], terms: Terms
) -> dict[int, dict[str, float]]:
    """By places of the course what each try is worth after lateness, by submission."""
    excepted, _ = _excepted(course, terms)
    return {
        place: {
            row.submission: _with(row, terms, excepted.get(place)).points_after_lateness
            or 0.0
            for row in rows
        }
        for place, rows in tries.items()
    }


def _excepted(course: Course, terms: Terms) -> tuple[dict[int, Allowance], list[str]]:
    notes = []
    found: dict[int, Allowance] = {}
    for each in terms.allowances:
        places, why = cells.students_with_id(each.sid, course.rows)
        if why:
            where = f"lateness in line {each.row}, of {clean(each.sid, NAME)}"
            notes.append(f"{where}: not applied, since {why}.")
        else:
            found.update(dict.fromkeys(places, each))
    return found, notes


def _with(row: StudentRow, terms: Terms, mine: Allowance | None) -> StudentRow:
    came, due = (
        _time(row.submitted_at),
        mine.until if mine and mine.until else terms.due,
    )
    extended = mine is not None and (mine.until is not None or mine.more != NO_TIME)
    marked = row.late and not (extended and came and due)
    percent, is_after = 0.0, False
    if came and due:
        end = mine.more.moment_after(due) if mine else due
        is_after = utc(came) > utc(end)
        percent = terms.rule.percent_taken_off(end, came) if terms.rule else 0.0
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
    of = f", {points_text(percent)} %" if percent else ""
    return f"{points_text(deducted)} off for lateness{of}{reason}"

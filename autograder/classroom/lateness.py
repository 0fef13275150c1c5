"""When something was handed in, and whether that was late; no points change by it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta, timezone, tzinfo

from autograder.classroom.course import Course
from autograder.errors import AssignmentError
from autograder.text import clean

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
SHOWN = 60  # characters


class LocalZone(tzinfo):
    """The zone of this machine, with summer and winter time.

    Between two times of one zone Python reckons by the clock on the wall: from noon to
    noon is a day, also where the clocks change at night.
    """

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
        there = moment.replace(tzinfo=timezone.utc)
        here = there.astimezone().replace(tzinfo=self)
        return (
            here
            if here.utcoffset() == there.astimezone().utcoffset()
            else (here.replace(fold=1))
        )


LOCAL = LocalZone()


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time; one of days is of calendar days where the zone is known."""

    length: timedelta
    of_days: bool = False

    def behind(self, moment: datetime) -> datetime:
        """The moment so much later; the last that there is where that is none."""
        try:
            if self.of_days:
                return moment + self.length
            return (utc(moment) + self.length).astimezone(moment.tzinfo)
        except OverflowError:
            return LAST

    def begun(self, since: datetime, until: datetime) -> int:
        """How many of it have begun between two moments."""
        if utc(until) <= utc(since):
            return 0
        zone = since.tzinfo if self.of_days else timezone.utc
        passed = utc(until).astimezone(zone) - utc(since).astimezone(zone)
        return max(1, -(-passed // self.length))


def utc(moment: datetime) -> datetime:
    """The moment in UTC; the first or last there where that cannot write it."""
    try:
        return moment.astimezone(timezone.utc)
    except OverflowError:
        return FIRST if moment.year == 1 else LAST


def parse(text: str) -> datetime:
    """A time as ISO 8601 writes it, or as Ruby prints it; with a time zone.

    Without one that is this machine's; a date alone means the end of its day. Raises
    AssignmentError, with examples, for anything else.
    """
    found = TIME.fullmatch(text.strip())
    try:
        if found is not None:
            return _datetime(found)
    except (ValueError, OverflowError, OSError):
        pass  # the 31st of June, a year that no clock has
    raise AssignmentError(f"{clean(text, SHOWN)}: no such time; expected {EXAMPLES}")


def written(moment: datetime) -> str:
    """A time as `parse` reads it; one of this machine's zone has no zone."""
    zone = None if moment.tzinfo is LOCAL else moment.tzinfo
    return moment.replace(tzinfo=zone).isoformat()


def _datetime(match: re.Match[str]) -> datetime:
    day = datetime.fromisoformat(match["date"])
    if match["hour"] is None:
        return _here(datetime.combine(day, time.max))
    parts = (match["hour"], match["minute"], match["second"] or "0")
    hour, minute, second = map(int, parts)
    microsecond = int(f"{match['part'] or '':0<6}"[:6])
    moment = day.replace(
        hour=hour, minute=minute, second=second, microsecond=microsecond
    )
    if match["zone"] is None:
        return _here(moment)
    return moment.replace(tzinfo=_zone(match))


def _here(moment: datetime) -> datetime:
    moment.astimezone()  # raises what it cannot reckon with
    return moment.replace(tzinfo=LOCAL)


def _zone(match: re.Match[str]) -> timezone:
    if match["sign"] is None:
        return timezone.utc
    hours, minutes = int(match["hours"]), int(match["minutes"] or "0")
    east = timedelta(hours=hours, minutes=minutes)
    return timezone(east if match["sign"] == "+" else -east)


def with_lateness(course: Course, due: datetime) -> Course:
    """The course with `late` for all that came after the time, or are marked already.

    What has no time, or none that can be read, keeps the mark that it has.
    """
    rows = (
        replace(row, late=row.late or _is_after(row.submitted_at, due))
        for row in course.rows
    )
    return replace(course, rows=tuple(rows))


def _is_after(submitted_at: str, due: datetime) -> bool:
    try:
        return parse(submitted_at) > due
    except AssignmentError:
        return False

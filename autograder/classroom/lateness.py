"""When something was handed in, and whether that was late; no points change by it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, time, timedelta, timezone

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
SHOWN = 60  # characters


def parse(text: str) -> datetime:
    """A time as ISO 8601 writes it, or as Ruby prints it; with a time zone.

    Without one it is this machine's; a date alone means the end of its day. Raises
    AssignmentError, with examples, for anything else.
    """
    found = TIME.fullmatch(text.strip())
    try:
        if found is not None:
            return _datetime(found)
    except (ValueError, OverflowError, OSError):
        pass  # the 31st of June, a year that no clock has
    raise AssignmentError(f"{clean(text, SHOWN)}: no such time; expected {EXAMPLES}")


def _datetime(match: re.Match[str]) -> datetime:
    day = datetime.fromisoformat(match["date"])
    if match["hour"] is None:
        return datetime.combine(day, time.max).astimezone()
    parts = (match["hour"], match["minute"], match["second"] or "0")
    hour, minute, second = map(int, parts)
    microsecond = int(f"{match['part'] or '':0<6}"[:6])
    moment = day.replace(
        hour=hour, minute=minute, second=second, microsecond=microsecond
    )
    if match["zone"] is None:
        return moment.astimezone()
    return moment.replace(tzinfo=_zone(match))


def _zone(match: re.Match[str]) -> timezone:
    if match["sign"] is None:
        return timezone.utc
    hours, minutes = int(match["hours"]), int(match["minutes"] or "0")
    east = timedelta(hours=hours, minutes=minutes)
    return timezone(east if match["sign"] == "+" else -east)


def marked(course: Course, due: datetime) -> Course:
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

"""When something was handed in, and whether that was late."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from autograder.classroom import lateness
from autograder.classroom.lateness import Terms
from autograder.errors import AssignmentError
from tests.cases import for_each
from tests.classroom.made_course import ANN, BOB, course, row

UTC = timezone.utc
WEST = timezone(-timedelta(hours=7, minutes=30))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("2026-11-22T23:59Z", datetime(2026, 11, 22, 23, 59, tzinfo=UTC)),
        ("2026-11-22 23:59:30 UTC", datetime(2026, 11, 22, 23, 59, 30, tzinfo=UTC)),
        (
            "2026-11-22T23:59:30.5+00:00",
            datetime(2026, 11, 22, 23, 59, 30, 500_000, UTC),
        ),
        (
            "2026-11-22 23:59:30.123456789 -07:30",
            datetime(2026, 11, 22, 23, 59, 30, 123_456, WEST),
        ),
        ("2026-11-22T23:59-0730", datetime(2026, 11, 22, 23, 59, tzinfo=WEST)),
        (
            "2026-11-22T23:59+01",
            datetime(2026, 11, 22, 23, 59, tzinfo=timezone(timedelta(hours=1))),
        ),
    ],
)
def test_times_with_a_zone(text: str, expected: datetime) -> None:
    """As ISO 8601 writes them, and as Gradescope's export has them."""
    found = lateness.parse(text)
    assert found == expected
    assert found.utcoffset() == expected.utcoffset()


def test_times_without_a_zone_are_this_machines() -> None:
    """What an instructor reads on the wall."""
    local = datetime(2026, 11, 22, 23, 59).astimezone()
    assert lateness.parse(" 2026-11-22T23:59 ") == local


def test_a_date_means_the_end_of_its_day() -> None:
    """Whoever hands in on that day is in time."""
    last = datetime(2026, 11, 22, 23, 59, 59, 999_999).astimezone()
    assert lateness.parse("2026-11-22") == last


@for_each(
    "text",
    [
        "",
        "tomorrow",
        "22.11.2026",
        "2026-11-31",
        "2026-13-01",
        "2026-11-22T25:00",
        "2026-11-22T23:59+99:00",
        "2026-11-22T23",
        "2026-11-22Z",
        "0000-01-01",
        "\u0662\u0660\u0662\u0666-11-22",
        "1763855940",
    ],
)
def test_what_is_no_time(text: str) -> None:
    """One sentence, with what is expected."""
    with pytest.raises(AssignmentError) as caught:
        lateness.parse(text)
    assert str(caught.value) == (
        f"{text}: no such time; expected 2026-11-22T23:59, 2026-11-22T23:59+01:00 or "
        "2026-11-22 for the end of that day"
    )


@for_each(
    "submitted_at, is_late",
    [
        ("2026-11-20T09:59:59Z", False),
        ("2026-11-20T10:00:00Z", False),
        ("2026-11-20T10:00:00.000001Z", True),
        ("2026-11-20T11:00:00+02:00", False),
        ("2026-11-20T09:00:00-02:00", True),
        ("9999-12-31T23:59:59-23:00", True),
        ("0001-01-01T00:00:00+23:00", False),
        ("", False),
        ("yesterday", False),
    ],
)
def test_late_is_what_comes_after(submitted_at: str, is_late: bool) -> None:  # noqa: FBT001
    """To the microsecond, in any zone; what cannot be read is not late by that."""
    due = lateness.parse("2026-11-20T10:00:00Z")
    made = course(replace(row(ANN, 6, 4), submitted_at=submitted_at))
    assert lateness.with_lateness(made, Terms(due))[0].rows[0].late is is_late


def test_what_the_export_marks_stays_late() -> None:
    """An export may know of it without a time; points stay as they are."""
    made = course(replace(row(ANN, 6, 4), submitted_at="", late=True), row(BOB, 3, 2.5))
    found, _ = lateness.with_lateness(
        made, Terms(lateness.parse("2026-11-20T10:00:00Z"))
    )
    assert [each.late for each in found.rows] == [True, False]
    assert [each.points for each in found.rows] == [10.0, 5.5]

"""What lateness takes off: by the rule, or what holds for one; never more than all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from autograder.classroom import lateness
from autograder.classroom.course import StudentRow
from autograder.classroom.lateness import NO_TIME, Rule, Span, Terms
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, BOB, course, row

DUE = lateness.parse("2026-11-20T10:00:00+00:00")
DAY = timedelta(days=1)
EXAMPLE = lateness.rule_from_text(lateness.EXAMPLE)


@pytest.mark.parametrize(
    "text, rule",
    [
        (
            lateness.EXAMPLE,
            Rule(Span(3 * DAY, of_days=True), 10, Span(DAY, of_days=True), 50),
        ),
        ("10% a day", Rule(NO_TIME, 10, Span(DAY, of_days=True))),
        ("2,5 % per hour, at most 20 %", Rule(NO_TIME, 2.5, Span(DAY / 24), 20)),
        ("Grace 12 hours, 1 % an hour", Rule(Span(DAY / 2), 1, Span(DAY / 24))),
    ],
)
def test_a_rule_is_read(text: str, rule: Rule) -> None:
    """With or without a grace and an upper end."""
    assert lateness.rule_from_text(text) == rule


@pytest.mark.parametrize("text", ["", "10", "10 a day", "-10 % a day", "grace: 3 days"])
def test_another_text_is_no_rule(text: str) -> None:
    """An example stands in the message."""
    with pytest.raises(AssignmentError, match="expected such as grace: 3 days, then"):
        lateness.rule_from_text(text)


@pytest.mark.parametrize(
    "late, percent",
    [(0, 0), (3, 0), (3.01, 10), (4, 10), (4.5, 20), (8, 50), (99, 50)],
)
def test_each_day_that_has_begun_counts(late: float, percent: float) -> None:
    """Behind the grace, up to the upper end."""
    assert EXAMPLE.percent_taken_off(DUE, DUE + late * DAY) == percent


Zone = Callable[[str], None]


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    """Where this machine stands; it is moved there, and back."""

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


NEW_YORK = "EST5EDT,M3.2.0,M11.1.0"  # by the rules of the United States since 2007


@pytest.mark.parametrize(
    "due, came, percent",
    [
        ("2026-10-31T23:59", "2026-11-02T04:58:00Z", 10),  # Sunday 23:58, 24 h 59 min
        ("2026-10-31T23:59", "2026-11-02T04:59:00Z", 10),  # Sunday 23:59: the same day
        ("2026-10-31T23:59", "2026-11-02T05:00:00Z", 20),  # Monday 0:00
        (
            "2026-10-31T23:59",
            "2026-11-01 23:58",
            10,
        ),  # a time without a zone of its own
        ("2026-10-31T23:59-04:00", "2026-11-02T04:58:00Z", 20),  # 24 hours a day
        ("2026-11-01T01:30", "2026-11-01T06:10:00Z", 10),  # 1:10, for the second time
        (
            "2027-03-13T23:59",
            "2027-03-15T03:59:00Z",
            10,
        ),  # Sunday 23:59, after 23 hours
        ("2027-03-13T23:59", "2027-03-15T04:00:00Z", 20),
    ],
)
def test_days_are_those_of_the_calendar_here(
    zone: Zone, due: str, came: str, percent: float
) -> None:
    """Also where clocks change; a due time with an offset has days of 24 hours."""
    zone(NEW_YORK)
    rule = lateness.rule_from_text("10 % a day")
    assert rule.percent_taken_off(lateness.parse(due), lateness.parse(came)) == percent


def test_hours_are_no_matter_of_the_clock_on_the_wall(zone: Zone) -> None:
    """From half past twelve to half past one are two hours where one comes twice."""
    zone(NEW_YORK)
    due, came = lateness.parse("2026-11-01T00:30"), lateness.parse("2026-11-01T06:30Z")
    assert lateness.rule_from_text("10 % an hour").percent_taken_off(due, came) == 20


def test_a_day_more_is_a_day_of_the_calendar_too(zone: Zone) -> None:
    """Sunday 23:58 is within a day after Saturday 23:59, though 24 hours are over."""
    zone(NEW_YORK)
    late = replace(row(ANN, 10, 0), submitted_at="2026-11-02T04:58:00Z")
    more = lateness.allowances(b"sid,extension\n00123,1 day\n", Path("late.csv"))
    terms = Terms(lateness.parse("2026-10-31T23:59"), EXAMPLE, more)
    found, _ = lateness.with_lateness(course(late), terms)
    assert not found.rows[0].late


def came(days: float, points: float = 10) -> StudentRow:
    """Ann's row, so many days after the time; it has ten points at most."""
    made = row(ANN, points, 0)
    return replace(made, submitted_at=(DUE + days * DAY).isoformat())


def settled(
    given: StudentRow, table: str = "", rule: Rule | None = EXAMPLE
) -> StudentRow:
    """The row, where this stands in late.csv below its header."""
    text = f"sid,extension,deduction,reason\n{table}"
    allowances = lateness.allowances(text.encode(), Path("late.csv"))
    found, _ = lateness.with_lateness(course(given), Terms(DUE, rule, allowances))
    return found.rows[0]


def test_points_stay_raw() -> None:
    """What is taken off stands beside them, and why in the status."""
    found = settled(came(5))
    assert (found.points, found.deducted, found.points_after_lateness) == (10, 2, 8)
    assert found.late
    assert found.remarks[-1] == "2 off for lateness, 20 %"


@pytest.mark.parametrize(
    "table, deducted, late",
    [
        ("00123,2 days,,", 0.0, True),
        ("00123,5 days,,ill", 0.0, False),
        ("00123,2026-11-25T10:00:00+00:00,,", 0.0, False),
        ("00123,,15 %,agreed", 1.5, True),
        ("00123,,3,", 3.0, True),
        ("00123,,99,", 10.0, True),
        ("00123,,0,", 0.0, True),
        ('00123,,"0,0",', 0.0, True),
        ("00123,9999 weeks,,", 0.0, False),
    ],
)
def test_something_else_holds_for_one(table: str, deducted: float, late: bool) -> None:  # noqa: FBT001
    """More time, another time, or what is taken off; never more than there is."""
    found = settled(came(5), table)
    assert (found.deducted, found.late) == (deducted, late)


def test_an_extension_takes_back_the_mark_of_the_export() -> None:
    """Only where there is a time by which that is known."""
    marked = replace(came(1), late=True)
    assert not settled(marked, "00123,2 days,,").late
    assert settled(replace(marked, submitted_at=""), "00123,2 days,,").late


def test_without_a_rule_nothing_is_said() -> None:
    """The column is not there."""
    found, notes = lateness.with_lateness(course(came(5)), Terms(DUE))
    assert not found.deducts
    assert (found.rows[0].deducted, found.rows[0].late, notes) == (None, True, ())


def test_who_has_no_points_loses_none() -> None:
    """Nor do those get any."""
    assert settled(replace(came(9), points=None)).points_after_lateness is None


def test_a_due_time_without_times_is_told() -> None:
    """Nobody can be late by it; nor by the rule, where the export marks somebody."""
    timeless = replace(row(ANN, 6, 4), submitted_at="", late=True)
    _, notes = lateness.with_lateness(course(timeless), Terms(DUE, EXAMPLE))
    assert notes == (
        "marked late without a time, so that the rule deducts nothing: Ann Lee.",
        "--due: the export has no times, so nobody is late by it.",
    )


def test_a_time_may_be_the_last_that_there_is() -> None:
    """More time than that is no fault."""
    allowances = lateness.allowances(b"sid,extension\n00123,2 days\n", Path("late.csv"))
    due = lateness.parse("9999-12-31T23:59:59+00:00")
    found, _ = lateness.with_lateness(course(came(5)), Terms(due, EXAMPLE, allowances))
    assert not found.rows[0].late


def test_all_that_is_wrong_is_told_with_its_line() -> None:
    """At the cell that is meant."""
    text = (
        b"sid,extension,deduction\n,1 day,\n1,soon,\n2,,many\n3,,\n"
        b"4,99999999999 days,\n5,,-1\n2,,3\n"
    )
    with pytest.raises(AssignmentError) as caught:
        lateness.allowances(text, Path("late.csv"))
    told = str(caught.value).splitlines()
    assert told[0] == "late.csv:2:1: no sid; give the student's"
    assert told[1].startswith("late.csv:3:3: extension: expected such as 2 days")
    assert told[2].startswith("late.csv:4:4: deduction: expected points, or such as")
    assert told[3] == "late.csv:5:3: neither an extension nor a deduction"
    assert told[4].startswith("late.csv:6:3: extension: expected such as 2 days")
    assert told[5].startswith("late.csv:7:4: deduction: expected points, or such as")
    assert told[6:] == ["late.csv:8:1: 2 stands in line 4 already"]


def test_who_is_nobody_is_told() -> None:
    """With the line; the others keep what they have."""
    allowances = lateness.allowances(b"sid,deduction\n9,3\n", Path("late.csv"))
    found, notes = lateness.with_lateness(
        course(row(BOB, 6, 4)), Terms(DUE, EXAMPLE, allowances)
    )
    assert found.rows[0].deducted == 0
    assert notes == (
        "lateness in line 2, of 9: not applied, since nobody has that sid.",
    )


@pytest.mark.parametrize(
    "submitted_at, late",
    [("9999-12-31T23:59:59-23:00", True), ("0001-01-01T00:00:00+23:00", False)],
)
@pytest.mark.parametrize("due", ["2026-11-20T10:00", "2026-11-20T10:00:00Z"])
def test_times_at_the_ends_of_the_calendar_are_no_fault(
    *, due: str, submitted_at: str, late: bool
) -> None:
    """An export may hold any; what is late by thousands of years loses the most."""
    given = replace(row(ANN, 10, 0), submitted_at=submitted_at)
    found, _ = lateness.with_lateness(
        course(given), Terms(lateness.parse(due), EXAMPLE)
    )
    assert found.rows[0].late is late
    assert found.rows[0].deducted == (5 if late else 0)

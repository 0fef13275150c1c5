"""Questions about grades, beside what has changed since they were read first."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom import requests
from autograder.classroom.course import NOT_GRADED, Course, StudentRow
from autograder.classroom.requests import Answer
from autograder.classroom.store.comparing import Mark, Standing, key_of, standings
from autograder.classroom.store.store import Store
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, course

ASKED = "sid,question,text,state\n00123,minimax,Why?,open\n"


def read(text: str) -> tuple[requests.Request, ...]:
    """The requests in a file."""
    return requests.parsed(text.encode(), Path("requests.csv"))


def now(folder: Path, given: Course) -> dict[tuple[str, str], Standing]:
    """What everybody has; the store knows nothing of submissions."""
    with Store(folder) as store:
        return standings(given, store)


def answered(folder: Path, before: Course, after: Course) -> Answer:
    """What becomes of the request."""
    asked = read(ASKED)
    seen = requests.standings_when_first_read(asked, None, now(folder, before), before)
    again = requests.standings_when_first_read(asked, seen, now(folder, after), after)
    assert again == seen, "what stood there first stays"
    ((answer,), notes) = requests.answers(asked, seen, now(folder, after), after)
    assert notes == ()
    return answer


def test_nothing_has_changed(tmp_path: Path) -> None:
    """That is said, too."""
    found = answered(tmp_path, course(), course())
    assert (found.before, found.after) == (Mark(6, 6), Mark(6, 6))
    assert found.words == "nothing has changed since"
    assert found.points_before_and_after() == "6"


def test_what_comes_of_the_first_grading_is_no_change(tmp_path: Path) -> None:
    """Who asks before it is answered from there on."""
    first, *others = course().rows
    waits = course(StudentRow(first.student, NOT_GRADED, first.submission), *others)
    asked = read(ASKED)
    seen = requests.standings_when_first_read(asked, None, now(tmp_path, waits), waits)
    graded = now(tmp_path, course())
    seen = requests.standings_when_first_read(asked, seen, graded, course())
    ((answer,), _) = requests.answers(asked, seen, graded, course())
    assert (answer.before, answer.after) == (Mark(6, 6), Mark(6, 6))
    assert answer.words == "nothing has changed since"


def test_what_has_changed_is_told_with_its_reason(tmp_path: Path) -> None:
    """Of the question that is asked about."""
    first, *others = course().rows
    by_question = {**first.by_question, "minimax": 5.0}
    changed = replace(first, by_question=by_question, points=9.0)
    found = answered(tmp_path, course(), course(changed, *others))
    assert (found.before, found.after) == (Mark(6, 6), Mark(5, 6))
    assert found.words == "points were set by hand"
    (row,) = csv.DictReader(io.StringIO(requests.requests_csv([found])))
    assert (row["name"], row["state"]) == ("Ann Lee", "open")
    assert (row["before"], row["after"], row["max"]) == ("6", "5", "6")


def test_who_is_nobody_is_told(tmp_path: Path) -> None:
    """With the line."""
    asked = read("sid,text\n9,Why?\n")
    standing = now(tmp_path, course())
    seen = requests.standings_when_first_read(asked, None, standing, course())
    found, notes = requests.answers(asked, seen, standing, course())
    assert found == ()
    assert notes == (
        "request in line 2, of 9: not answered, since nobody has that sid.",
    )


def test_what_is_wrong_is_told_where_it_stands() -> None:
    """A student and a text are needed; the question must be there."""
    with pytest.raises(AssignmentError, match=r"requests\.csv:2:1: no sid"):
        read("sid,text\n,Why?\n")
    asked = read("sid,text,question\n1,Why?,minimx\n")
    with pytest.raises(AssignmentError, match="no question minimx; did you mean minim"):
        requests.require(asked, course(), Path("requests.csv"))


def test_students_are_known_again_by_their_surest_id() -> None:
    """The name is the last of all."""
    assert key_of(ANN) == ("sid", "00123")
    assert key_of(replace(ANN, sid="")) == ("email", "ann@uni.example")
    assert key_of(replace(ANN, sid="", email="", lms="")) == ("name", "Ann Lee")

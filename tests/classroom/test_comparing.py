"""Whose points are others than before, and what was changed in between."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom.course import (
    Enrolment,
    Graded,
    Handed,
    Override,
    QuestionRow,
    Seat,
    Student,
    TestRow,
)
from autograder.classroom.running.state import GraderState
from autograder.classroom.settling import with_overrides
from autograder.classroom.store.comparing import (
    Earlier,
    Mark,
    Standing,
    changes,
    changes_in_words,
    earlier_from_bytes,
)
from autograder.classroom.store.store import Coursework, Store

NOW = GraderState("trees", "grader", "3.11.2", "{}")
ADA, BOB = Student("Ada", "001"), Student("Bob", "002")
ASKED = Coursework("Search", {"minimax": 2.0}, {})


def graded(points: float) -> Graded:
    """A point for the first tree, and one for the second."""
    verdicts = [
        ("correct", 1.0) if points > i else ("wrong_value", 0.0) for i in (0, 1)
    ]
    tests = tuple(
        TestRow(
            question="minimax",
            tree=tree,
            points=earned,
            most=1.0,
            passed=earned == 1.0,
            verdict=verdict,
            behaviour="3",
        )
        for tree, (verdict, earned) in zip("ab", verdicts, strict=True)
    )
    return Graded(points, 2.0, (QuestionRow("minimax", points, 2.0),), tests)


def class_of(
    folder: Path,
    content: str,
    points: float,
    state: GraderState = NOW,
    by_hand: float = -1.0,
) -> list[str]:
    """Grade Ada so; what differs from the run before in the same folder."""
    students = (ADA,) if content == "without Bob" else (ADA, BOB)
    handed = (Handed("x", (), tuple),)
    seats = tuple(Seat(s, "x" if s is ADA else "") for s in students)
    with Store(folder) as store:
        earlier = Earlier.of(
            store, with_overrides(store.course(), store.overrides())[0]
        )
        store.put_in_enrolment(
            ASKED, Enrolment("folder", handed, seats), {"x": content}, state
        )
        store.record(state, content, graded(points))
        if by_hand >= 0:
            store.override((Override("001", "total", by_hand, "late"),))
        course, _ = with_overrides(store.course(), store.overrides())
        return [*changes_in_words(earlier.changes(course, store))]


def test_a_store_keeps_what_it_is_compared_with(tmp_path: Path) -> None:
    """With its students, its marks, and the state in which they were earned."""
    class_of(tmp_path, "A", 1.0, by_hand=7.0)
    with Store(tmp_path) as store:
        earlier = Earlier.of(
            store, with_overrides(store.course(), store.overrides())[0]
        )
    assert earlier_from_bytes(earlier.packed()) == earlier
    (ada, standing), (bob, _) = earlier.students
    assert (ada, bob) == (ADA, BOB)
    assert standing.marks["total", ""] == Mark(7.0, 2.0)
    assert standing.state == NOW


def test_equal_points_are_not_told(tmp_path: Path) -> None:
    """Whatever was changed."""
    assert class_of(tmp_path, "A", 1.0) == [], "there was nobody before"
    assert class_of(tmp_path, "B", 1.0, replace(NOW, python="3.13")) == []


@pytest.mark.parametrize(
    "content, state, cause",
    [
        ("B", NOW, "other files were submitted"),
        ("A", replace(NOW, assignment="x"), "the assignment was changed"),
        (
            "A",
            replace(NOW, grader="x", python="3.13"),
            "the grader was changed; another version of Python",
        ),
        (
            "A",
            NOW,
            "nothing that the store knows of was changed: is the submission random?",
        ),
    ],
)
def test_other_points_are_told_with_their_cause(
    tmp_path: Path, content: str, state: GraderState, cause: str
) -> None:
    """With the trees on which they were lost or won."""
    class_of(tmp_path, "A", 1.0)
    assert class_of(tmp_path, content, 2.0, state) == [
        "Ada: 1 -> 2 of 2",
        f"    {cause}",
        "    minimax: 1 -> 2 of 2",
        f"        0 -> 1 of 1 (wrong_value -> correct) on b: {cause}",
    ]


def test_points_set_by_hand_are_told_so(tmp_path: Path) -> None:
    """And that somebody has gone."""
    class_of(tmp_path, "A", 1.0)
    by_hand = class_of(tmp_path, "A", 1.0, by_hand=1.5)
    assert by_hand == ["Ada: 1 -> 1.5 of 2", "    points were set by hand"]
    assert class_of(tmp_path, "without Bob", 1.0) == [
        "Bob: no points -> no points",
        "    is no longer there",
    ]


@pytest.mark.parametrize(
    "before, after, reason",
    [
        (0.5, 1.5, "the assignment was changed"),  # an item of -0.5 in both
        (0.5, 1.25, "points were set by hand"),
        (None, 1.5, "points were set by hand"),
    ],
)
def test_an_item_of_a_rubric_that_stays_is_no_reason(
    before: float | None, after: float, reason: str
) -> None:
    """The points were found to be 1 and are found to be 2, of which half a one goes."""

    def standing(found: float, given: float | None, state: GraderState) -> Standing:
        counted = found if given is None else given
        marks = {
            ("total", ""): Mark(counted, 2.0),
            ("minimax", ""): Mark(counted, 2.0),
            ("minimax", "a"): Mark(found, 2.0, "correct"),
        }
        by_hand = {} if given is None else {"minimax": given}
        return Standing(marks, "A", state, by_hand)

    old = standing(1.0, before, NOW)
    new = standing(2.0, after, replace(NOW, assignment="x"))
    assert {
        each.question: each.reason for each in changes(ADA, old, new) if not each.tree
    } == {"total": reason, "minimax": reason}

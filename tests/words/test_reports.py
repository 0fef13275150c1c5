"""What is said of a report as a whole, and of tests that nobody has judged."""

from __future__ import annotations

import pytest

from autograder.words import blocks as words
from tests.cases import for_each


@for_each(
    "sentence, told",
    [
        (words.NOT_REACHED, "the grader was stopped before it came to this test"),
        (words.NO_FEEDBACK, "this test gives no feedback"),
        (
            words.NOT_BEGUN,
            (
                "The grader was stopped before it had begun, which is no fault of "
                "yours: tell your instructor."
            ),
        ),
        (
            words.NOT_FINISHED,
            "The grader could not finish, which is no fault of yours. ",
        ),
        (
            words.UNFINISHED,
            (
                "The grades are complete, but the report is not: the grader met a "
                "fault of its own. Report the lines above to its authors."
            ),
        ),
        (
            words.FOR_INSTRUCTORS,
            (
                "Not for students: this page has all tests, and all that is known of "
                "them, whatever students may see."
            ),
        ),
        (
            words.SMALL_TREE,
            "A small tree on which this goes wrong. It earns no points:",
        ),
        (
            words.SMALLEST_TREE,
            "The smallest tree found on which this goes wrong. It earns no points:",
        ),
        (
            words.UNSEEN_TREE,
            (
                "A tree drawn at random, which students have not. It earns no points, "
                "and they read nothing of it:"
            ),
        ),
        (
            words.OTHERWISE_TOGETHER,
            (
                "The submission did otherwise in a process that tests shared than in "
                "one of its own: each test was run again, alone, and that counts. It "
                "keeps something outside of its modules, or goes by time, memory or "
                "chance; look at the code."
            ),
        ),
        (words.LEFT_OUT, "\n… the rest is left out"),
    ],
)
def test_what_is_always_said_in_the_same_words(sentence: str, told: str) -> None:
    """Nothing of the submission stands in it."""
    assert sentence == told


def test_a_fault_of_the_grader_is_told_as_such() -> None:
    """In the row of the test in which it failed."""
    assert (
        words.grader_failed_sentence("no room")
        == "a fault of the grader, not yours: no room"
    )


def test_a_stop_is_told_with_whose_fault_it_is() -> None:
    """An instructor's check may stop all others."""
    assert words.all_stopped("Exit: bye", "the assignment") == (
        "The tests were stopped: Exit: bye. This is a fault of the assignment, not of "
        "your submission: tell your instructor."
    )


@pytest.mark.parametrize(
    "count, begin", [(1, "1 test could"), (2, "2 tests could"), (0, "0 tests could")]
)
def test_how_many_tests_nobody_has_judged(count: int, begin: str) -> None:
    """And by a fault of whom."""
    assert words.unjudged_sentence(count, "grader") == (
        f"{begin} not be judged. This is a fault of the grader, not of your "
        "submission: tell your instructor."
    )


def test_what_the_tests_earn_that_are_shown() -> None:
    """Of how many points."""
    told = "The tests shown here earn 79.6 of 80 points."
    assert words.earned_here("79.6", "80") == told


def test_what_is_told_once_is_pointed_to() -> None:
    """By the number of the test, where it has one, and by its name."""
    told = "What is told of 1.9 nim holds here, too."
    assert words.same_as_other_test("1.9", "nim") == told
    assert (
        words.same_as_other_test("", "a check")
        == "What is told of a check holds here, too."
    )


def test_what_is_the_same_of_several_tests_is_told_of_all() -> None:
    """By their question, and how many they are."""
    told = words.said_of_many("minimax", "3 trees", "correct")
    assert told == "minimax, 3 trees: correct"


def test_who_does_well_on_visible_tests_alone_is_told_to_the_instructor() -> None:
    """A table and a fault look the same from there."""
    assert words.knows_the_visible("minimax", (9, 10), (1, 6), "trees") == (
        "minimax: 9 of 10 visible trees are right, and 1 of 6 that it cannot know: a "
        "table, or a fault that the visible ones do not show"
    )

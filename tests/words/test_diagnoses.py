"""What is said of the mistakes that explain all tests of a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.teaching.causes import (
    Cause,
    Evidence,
    Explained,
    Foretold,
    Form,
    Horizon,
    MissedGroup,
)
from autograder.words.diagnoses import asks, ground, lines, title

NOTHING_BEATS = Cause(
    "initial_zero",
    "The best value starts from 0",
    "the best value starts from a number",
    "Nothing below 0 can win.\n\nWhat is the smallest number?",
)
MAX_ALWAYS = Cause(
    "largest_in_both",
    "MAX's value is taken at MIN's nodes, too",
    "the wrong player",
    "MIN wants the least. Who is to move?",
)
ALL_TEN = Evidence(Foretold.ALL, 10, 10)
SEEN_IN_TEN = "This foretells exactly what was seen in each of the 10 tests."
ONE = Explained(Form.ONE, (NOTHING_BEATS,), ALL_TEN, "trees")
TWO = (NOTHING_BEATS, MAX_ALWAYS)


def test_one_mistake_is_explained_a_line_a_paragraph() -> None:
    """Its title, its text, and why it is believed."""
    assert ONE.key == "initial_zero"
    assert title(ONE) == "The best value starts from 0"
    assert lines(ONE) == (
        "Nothing below 0 can win.",
        "What is the smallest number?",
        SEEN_IN_TEN,
    )


def test_one_of_two_that_are_together_may_have_no_name() -> None:
    """Where several pairs fit, of which one half is the same."""
    found = replace(ONE, form=Form.BESIDES)
    assert found.key == "initial_zero + ?"
    assert title(found) == "The best value starts from 0"
    assert lines(found)[-1] == (
        "There is a second mistake besides, which these trees cannot name."
    )


def test_two_mistakes_together_are_both_explained() -> None:
    """Within a sentence a title begins small, but for a name such as MAX."""
    found = Explained(Form.BOTH, TWO, ALL_TEN, "trees")
    assert found.key == "initial_zero + largest_in_both"
    assert title(found) == (
        "Two mistakes: the best value starts from 0; "
        "MAX's value is taken at MIN's nodes, too"
    )
    assert lines(found) == (
        "1. The best value starts from 0",
        "Nothing below 0 can win.",
        "What is the smallest number?",
        "2. MAX's value is taken at MIN's nodes, too",
        "MIN wants the least. Who is to move?",
        SEEN_IN_TEN,
    )


def test_one_slip_at_both_players_is_told_as_one() -> None:
    """The other player's is added; the names of both are the key."""
    found = Explained(Form.TWICE, TWO, ALL_TEN, "trees")
    assert found.key == "initial_zero + largest_in_both"
    assert title(found) == (
        "The best value starts from 0, and likewise for the other player"
    )
    assert lines(found) == (
        "Nothing below 0 can win.",
        "What is the smallest number?",
        (
            "It is the same slip at the other player: "
            "MAX's value is taken at MIN's nodes, too."
        ),
        SEEN_IN_TEN,
    )
    assert asks(found) == "What is the smallest number?"


def test_titles_in_a_sentence_begin_small() -> None:
    """But for a name such as MAX."""
    found = Explained(Form.FAMILY, TWO, ALL_TEN, "trees")
    assert asks(found) == (
        "On these trees several mistakes look the same. It is one of these: "
        "the best value starts from 0; MAX's value is taken at MIN's nodes, too."
    )


def test_of_two_that_look_the_same_both_are_explained() -> None:
    """It is one of them."""
    found = Explained(Form.EITHER, TWO, ALL_TEN, "rows")
    assert found.key == "initial_zero or largest_in_both"
    assert title(found) == (
        "The best value starts from 0; or: MAX's value is taken at MIN's nodes, too"
    )
    first, *_, last = lines(found)
    assert first == "On these rows two mistakes look the same:"
    assert last == SEEN_IN_TEN
    assert lines(found)[1] == "– The best value starts from 0"
    assert lines(found)[-2] == "MIN wants the least. Who is to move?"


def test_a_family_is_named_by_what_its_mistakes_have_in_common() -> None:
    """Of more than six no more titles are told."""
    found = Explained(Form.FAMILY, (NOTHING_BEATS,) * 9, ALL_TEN, "trees")
    assert found.key == "the best value starts from a number"
    assert title(found) == "The best value starts from a number"
    assert lines(found) == (
        "On these trees several mistakes look the same. It is one of these:",
        *["– The best value starts from 0"] * 6,
        SEEN_IN_TEN,
    )


@pytest.mark.parametrize(
    "place, where",
    [
        ("", ""),
        ("max", ", where MAX is to move"),
        ("min", ", where MIN is to move"),
        ("search", ", in the search function"),
    ],
)
def test_several_kinds_are_listed(place: str, where: str) -> None:
    """And where all of them would stand."""
    found = Explained(Form.SEVERAL, (*TWO, NOTHING_BEATS), ALL_TEN, "rows", place)
    assert found.key == "initial_zero or largest_in_both or initial_zero"
    assert title(found) == f"One of 3 mistakes that look the same on these rows{where}"
    first, *titles, _ = lines(found)
    assert first == (
        "On these rows mistakes of several kinds look the same. It is one of these:"
    )
    assert titles[1] == "– MAX's value is taken at MIN's nodes, too"


@pytest.mark.parametrize(
    "evidence, told",
    [
        (ALL_TEN, SEEN_IN_TEN),
        (
            Evidence(Foretold.ALL, 1, 1),
            "This foretells exactly what was seen in the test.",
        ),
        (
            Evidence(Foretold.CHOICES, 10, 10),
            (
                "This foretells the actions that were chosen, and what was visited for "
                "them, in each of the 10 tests."
            ),
        ),
        (
            Evidence(Foretold.NUMBERS, 10, 10),
            "This foretells the values that were returned in each of the 10 tests.",
        ),
        (
            Evidence(Foretold.ALL, 10, 10, of_shown=True),
            "This foretells exactly what was seen in each of the 10 visible tests.",
        ),
        (
            Evidence(Foretold.ALL, 1, 1, of_shown=True),
            "This foretells exactly what was seen in the visible test.",
        ),
        (
            Evidence(Foretold.VALUES, 10, 10),
            (
                "This foretells the values and visits that were seen in each of the 10 "
                "tests. It does not explain what your search function did besides."
            ),
        ),
        (
            Evidence(Foretold.VALUES, 9, 10),
            (
                "This foretells the values and visits that were seen in 9 of 10 tests. "
                "It does not explain what was seen in the other test."
            ),
        ),
        (
            Evidence(Foretold.VALUES, 8, 10),
            (
                "This foretells the values and visits that were seen in 8 of 10 tests. "
                "It does not explain what was seen in the other 2 tests."
            ),
        ),
    ],
)
def test_why_a_mistake_is_believed(evidence: Evidence, told: str) -> None:
    """On how many tests it foretells how much, and what it does not explain."""
    assert ground(evidence) == told


MISSED = MissedGroup("small", 3, (), among_all=True, calls_shown=True)
WRONG = ("f(1)", "f(2)")


def test_a_group_of_rows_that_is_missed() -> None:
    """Whether others may be wrong is said, where others are not shown."""
    assert MISSED.key == "only: small"
    assert title(MISSED) == "right on all rows but those of “small”"
    assert title(replace(MISSED, among_all=False)) == (
        "right on all rows that are shown but those of “small”"
    )
    assert lines(MISSED) == (
        "What do these rows have in common that the others have not?",
    )


def test_rows_of_a_group_that_are_missed() -> None:
    """Which, where students may read them."""
    some, one = replace(MISSED, wrong=WRONG), replace(MISSED, wrong=WRONG[:1])
    assert title(some) == "right on all rows but 2 of the 3 of “small”"
    assert lines(some) == (
        (
            "Wrong there: f(1) and f(2). "
            "What do these have in common that the others have not?"
        ),
    )
    assert lines(one) == (
        "Wrong there: f(1). What does it have that the others have not?",
    )
    assert lines(replace(one, calls_shown=False)) == (
        "What does it have that the others have not?",
    )


def test_a_search_that_stops_too_soon() -> None:
    """How far it looks, on what ground that is believed, and where to look."""
    stops = Horizon(plies=3, tests=17)
    asked = (
        "Which line of your code counts how deep the search is, or where does it end "
        "in a function that calls no other?"
    )
    assert stops.key == "stops_at_a_depth"
    assert title(stops) == "The search stops 3 plies below where it begins"
    assert asks(stops) == asked
    assert lines(stops) == (
        (
            "In 17 tests a right search goes further. Your code has asked there about "
            "no state that lies more than 3 plies below the root, and where the game "
            "ends before, what it returns is right. There is no limit here: each line "
            "of play goes on until the game is over."
        ),
        asked,
    )

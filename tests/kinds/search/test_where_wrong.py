"""The sentences on one function's call, where others than MAX move or nothing is left.

In all of them `f` was called at B, whose children are C and D.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autograder.game import CHANCE, MAX, MIN, Value
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import AloneCheck
from autograder.kinds.search.stepwords import (
    ALONE,
    returned_none,
    step_sentence,
    value_sentence,
)
from autograder.kinds.search.visits import Compared
from autograder.kinds.search.walk import Bounds, FirstWrongStep, SearchedChild
from autograder.observing.observation import Observation
from autograder.observing.outcome import Returned
from autograder.trees.tree import Node

NONE, SEVEN = Returned("none", None, "None"), Returned("number", 7)
INNER, END = Node("B", MAX, (1, 2)), Node("B", MAX, (), 4)
PAIR = ("C", 4), ("D", 2)


def check(
    node: Node, exact: Value, outcome: Returned = SEVEN, **parts: Any
) -> AloneCheck:
    """A call at that node, which is worth so much."""
    call = Observation("f", "f(game, state)", outcome)
    children = PAIR if node.children else ()
    visits = Compared(right=True)
    found = AloneCheck(Verdict.WRONG_VALUE, call, node, None, exact, children, visits)
    return replace(found, **parts)


OF_A = replace(INNER, to_move="A")
DRAWN = replace(INNER, to_move=CHANCE, probabilities=(0.5, 0.5))
PAYOFFS = {"children": (("C", (4, 1)), ("D", (2, 3)))}


@pytest.mark.parametrize(
    "found, told",
    [
        (check(INNER, 4), "B is MAX and worth 4, the largest of C = 4, D = 2"),
        (
            check(INNER, -4, viewpoint=MIN),
            "B is MAX and worth -4 to MIN, the smallest of C = 4, D = 2",
        ),
        (
            check(DRAWN, 3),
            "B is a chance node and worth 3, the sum of 0.5 · 4, 0.5 · 2",
        ),
        (
            check(OF_A, (4, 1), Returned("tuple", text="(7, 7)"), **PAYOFFS),
            "B is A's and worth (4, 1), the best for A of C = (4, 1), D = (2, 3)",
        ),
        (check(END, 4), "B is terminal and worth 4"),
        (check(END, 4, horizon=True), "B is at the horizon and worth 4, its estimate"),
    ],
)
def test_what_a_node_is_worth_and_why(found: AloneCheck, told: str) -> None:
    """By its children, by its estimate, or because the game is over."""
    first, _, returned = value_sentence(found).partition("; ")
    assert first == f"First wrong value: {told}"
    came = "(7, 7)" if found.node is OF_A else "7"
    assert returned == f"f returned {came}."


def test_a_wrong_value_need_not_be_the_first() -> None:
    """Where nobody knows what the values below came to."""
    told = value_sentence(check(END, 4, values_known=False))
    assert told == "A wrong value: B is terminal and worth 4; f returned 7."


def test_a_text_that_reads_like_the_value_is_called_one() -> None:
    """Or it would be said that 4 was returned where 4 is right."""
    text = check(END, 4, Returned("str", text="4"), verdict=Verdict.WRONG_TYPE)
    told = "First wrong value: B is terminal and worth 4; f returned the text '4'."
    assert value_sentence(text) == told


@pytest.mark.parametrize(
    "found, told",
    [
        (check(END, 4), "f is right at B, where the game is over"),
        (check(END, 4, horizon=True), "f is right at B, at the horizon"),
        (check(INNER, 4), "f alone is right, given correct values below"),
        (check(INNER, 4, alone=False), "f is right at inner states, too"),
    ],
)
def test_where_a_function_is_right(found: AloneCheck, told: str) -> None:
    """At the end there is nothing below that could be given."""
    right = replace(found, verdict=Verdict.CORRECT)
    assert ALONE[right.verdict](right) == told


def test_what_a_function_alone_returned_to_min() -> None:
    """Its own numbers are his."""
    wrong = check(INNER, -4, viewpoint=MIN)
    told = ALONE[wrong.verdict](wrong)
    assert told == "f alone, at B, returned 7, but B is worth -4 to MIN"


def test_payoffs_were_expected_of_a_function_alone() -> None:
    """Where every player has one."""
    found = check(OF_A, (4, 1), verdict=Verdict.WRONG_TYPE)
    assert ALONE[found.verdict](found) == "f alone, at B, returned 7, expected payoffs"


@pytest.mark.parametrize("outcome, shown", [("inf", "∞"), ("-inf", "-∞")])
def test_infinity_is_no_value(outcome: str, shown: str) -> None:
    """It is written as the field writes it."""
    found = check(INNER, 4, Returned("inf", None, outcome), verdict=Verdict.WRONG_TYPE)
    assert (
        ALONE[found.verdict](found)
        == f"f alone, at B, returned {shown}, expected a number"
    )


@pytest.mark.parametrize(
    "prunes, told",
    [
        ((1, 9), "f alone, at B in (1, 9), went on to D, though cut"),
        (None, "f alone, at B, went on to D, which are not needed"),
    ],
)
def test_what_a_function_alone_visited(
    prunes: tuple[int, int] | None, told: str
) -> None:
    """Without a window nothing is cut."""
    visits = Compared(right=False, wrongly_visited=("D",))
    found = check(INNER, 4, window=prunes, visits=visits, verdict=Verdict.WRONG_VISITS)
    assert ALONE[found.verdict](found) == told


@pytest.mark.parametrize(
    "found, where",
    [
        (check(INNER, 4, NONE), ""),
        (check(END, 4, NONE), " where the game is over"),
        (check(END, 4, NONE, horizon=True), " at the horizon"),
    ],
)
def test_where_a_return_is_missing(found: AloneCheck, where: str) -> None:
    """At an end the function may be right everywhere else."""
    assert returned_none(found) == f"f returned None{where}: is a `return` missing?"


@pytest.mark.parametrize(
    "bounds, told",
    [
        (Bounds(-9, 3, "", "A"), "MAX leaves it no more than 3 at A (β)"),
        (Bounds(-9, 3), "the search began with β = 3"),
    ],
)
def test_a_step_of_min_is_told_in_his_numbers(bounds: Bounds, told: str) -> None:
    """What he has is negated; who bounds it is MAX, or the search itself."""
    step = FirstWrongStep(
        *("B", MIN, bounds, (SearchedChild("C", 4, 4),), 4, "D"),
        visited=True,
        position=3,
        seen_by=MIN,
    )
    assert step_sentence(step) == (
        f"First wrong step: B is MIN, to whom v ≥ 4 after C = 4, and {told}: the "
        "rest below B cannot matter, but your code went on to D."
    )


def test_a_node_that_is_not_quiet_is_searched_on() -> None:
    """Though no ply is left."""
    step = FirstWrongStep(
        *("B", MAX, None, (), None, "C"), visited=False, position=2, noisy=True
    )
    assert step_sentence(step) == (
        "First wrong step: B is not quiet, so that the search goes on to each of its "
        "children though no ply is left, and your code left C out."
    )

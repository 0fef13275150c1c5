"""A game written as a 7-tuple, read as six functions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from autograder.worker.submission import Missing
from autograder.worker.walking import as_functions
from tests.cases import for_each

TURNS = {2: "max", 1: "min"}
MOVES = {2: [1], 1: [1]}
STEPS = {(2, 1): 1, (1, 1): 0}
PAID = {0: (-1, 1)}
TUPLE = (TURNS, {0, 1, 2}, 2, MOVES, STEPS, {0}, PAID)
FUNCTIONS = (
    TURNS.get,
    [0, 1, 2],
    2,
    MOVES.get,
    lambda state, action: STEPS[state, action],
    lambda state: state == 0,
    PAID.get,
)


def game(returned: object) -> Any:
    """A module whose `game` returns this."""
    module = ModuleType("seven_tuple")
    vars(module)["game"] = lambda: returned
    return as_functions(module)


@for_each("parts", [TUPLE, [*TUPLE], FUNCTIONS])
def test_parts_are_mappings_or_functions(parts: object) -> None:
    """A pile of two, of which one is taken at a time; MIN takes the last."""
    read = game(parts)
    assert (read.initial_state(), read.to_move(1)) == (2, "min")
    assert (read.actions(2), read.actions(0)) == ([1], [])
    assert (read.result(2, 1), read.is_terminal(0), read.is_terminal(1)) == (
        1,
        True,
        False,
    )
    assert (read.utility(0, "max"), read.utility(0, "min")) == (-1, 1)
    assert {*read.states()} == {0, 1, 2}


@for_each(
    "returned, found",
    [({}, "dict"), (None, "NoneType"), ((1, 2), "2"), ((1,) * 8, "8")],
)
def test_something_else_is_no_game(returned: object, found: str) -> None:
    """It is said what was expected."""
    with pytest.raises(TypeError) as caught:
        game(returned).initial_state()
    assert str(caught.value) == f"game returns a tuple of 7 parts, found {found}"


def test_without_the_function_it_is_missing() -> None:
    """The function is `game`, not one of the six."""
    with pytest.raises(Missing, match="game"):
        as_functions(ModuleType("seven_tuple")).initial_state()

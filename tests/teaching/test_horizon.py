"""A search that never looks further than so many plies is told so, and no other."""

from __future__ import annotations

import pytest
from autograder.teaching.causes import Horizon
from autograder.teaching.diagnosis import diagnose, explain
from autograder.teaching.horizon import horizon
from tests.teaching.test_diagnosis import results, submission

from tests.mistaken import catalogued
from tests.small import ROOT

STOPPING = """
def value(game, state, plies):
    if game.is_terminal(state):
        return game.utility(state)
    if plies == 0:
        return {otherwise}
    best = max if game.to_move(state) == "max" else min
    return best(value(game, child, plies - 1) for _, child in game.successors(state))


def max_value(game, state):
    return value(game, state, {plies})


def min_value(game, state):
    return value(game, state, {plies})


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    below = {plies} - 1
    return best(
        game.actions(state), key=lambda a: value(game, game.result(state, a), below)
    )
"""


@pytest.mark.parametrize("plies", [2, 3])
@pytest.mark.parametrize("otherwise", ["0", "100", "game.utility(state)"])
def test_how_far_it_looks_is_read_off(plies: int, otherwise: str) -> None:
    """Whatever it returns there, be it an error; no catalogued mistake does so."""
    code = STOPPING.format(plies=plies, otherwise=otherwise)
    found = results("minimax", submission(code))
    told = explain(found, catalogued("minimax"))
    assert isinstance(told, Horizon)
    assert told.plies == plies
    assert diagnose(found, catalogued("minimax")) is None


def test_who_goes_on_to_the_end_does_not_stop() -> None:
    """However wrong it is, and where all is right."""
    right = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    for text in (right, right.replace("v = max(v,", "v = min(v,")):
        assert horizon(results("minimax", submission(text))) is None

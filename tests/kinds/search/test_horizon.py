"""A search that never looks further than so many plies is told so, and no other."""

from __future__ import annotations

from types import ModuleType

import pytest

from autograder.kinds.search import signatures
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.kind import shared_wrong_horizon
from autograder.kinds.search.signatures import Sheet
from tests.mistaken import assignment, observe
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


def results(code: str) -> list[CaseResult]:
    """What comes of a module on all trees of minimax."""
    module = ModuleType("minimax")
    exec(compile(code, "minimax.py", "exec"), vars(module))  # noqa: S102 - our own
    answers = signatures.load_answers(assignment())
    return [
        judge(
            Sheet(case, answers[case.tree_name]),
            observe(module, case.question, case.tree),
        )
        for case in assignment().cases
        if case.question.name == "minimax"
    ]


@pytest.mark.parametrize("plies", [2, 3])
@pytest.mark.parametrize("otherwise", ["0", "100", "game.utility(state)"])
def test_how_far_it_looks_is_read_off(plies: int, otherwise: str) -> None:
    """Whatever it returns there, be it an error."""
    code = STOPPING.format(plies=plies, otherwise=otherwise)
    told = shared_wrong_horizon(results(code))
    assert told is not None
    assert told.plies == plies


def test_who_goes_on_to_the_end_does_not_stop() -> None:
    """However wrong it is, and where all is right."""
    right = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    for text in (right, right.replace("v = max(v,", "v = min(v,")):
        assert shared_wrong_horizon(results(text)) is None

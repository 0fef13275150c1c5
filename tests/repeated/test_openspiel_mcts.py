"""Our Monte Carlo tree search beside OpenSpiel's own, which nobody here has written.

Lanctot et al., OpenSpiel, `MCTSBot`: UCB1 with the same constant, a playout an
iteration, and the action of most playouts. Its playouts are others, so what both come
to is compared where the game leaves no choice.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from autograder.kinds.playouts.computing import Seat
from autograder.project import load_module
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.trees.values import best_actions, exact_values
from tests.cases import for_each
from tests.small import ROOT

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel needs Python 3.11")

GAME = pyspiel.load_game("tic_tac_toe")
C, SIMULATIONS, MEGABYTES = 2**0.5, 4_000, 100
POSITIONS, PLIES = 40, (4, 5)


def actions_of_its_bot(moves: str, seed: int) -> set[str]:
    """What its bot chooses, without and with its solver, as we name squares."""
    state = position(moves)
    found = set()
    for solve in (False, True):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        options = (C, SIMULATIONS, MEGABYTES, solve, seed, False)
        bot = pyspiel.MCTSBot(GAME, evaluator, *options)
        found.add(f"square {bot.step(state) + 1}")
    return found


def position(moves: str) -> Any:
    """The state behind moves as OpenSpiel writes them: `x(1,1) o(0,0)`."""
    state = GAME.new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    return state


def tree_of(moves: str) -> GameTree:
    """The same as a tree of ours."""
    board = str(position(moves)).replace("\n", "").upper()
    text = (
        f"game: tic_tac_toe\nboard: {board}\nactions: true\niterations: {SIMULATIONS}"
    )
    return treefile.parse(f"{text}\n", ROOT / "position.yaml")


def our_action(tree: GameTree) -> object:
    """What the reference chooses."""
    search = load_module(ROOT / "reference" / "monte_carlo.py").mcts_search
    return Seat(tree, apart=True).run(search)


@for_each(
    "moves, actions",
    [
        ("x(1,1) o(0,0) x(2,2)", {"square 3", "square 7"}),  # test_solve_draw
        (
            "x(1,1) o(0,0) x(2,2) o(0,1) x(0,2)",  # test_solve_loss: whatever it does
            {"square 4", "square 6", "square 7", "square 8"},
        ),
        ("x(0,1) o(2,2)", {"square 3"}),  # test_solve_win
    ],
)
def test_its_own_positions(moves: str, actions: set[str]) -> None:
    """Of its tests, on which its solver proves a draw, a loss and a win."""
    assert our_action(tree_of(moves)) in actions
    for seed in range(3):
        assert actions_of_its_bot(moves, seed) <= actions


def test_both_choose_the_only_action_that_is_best() -> None:
    """At forty positions with four or five squares taken, drawn at random."""
    chance, compared = Random(0), set[str]()  # noqa: S311 - the same each time
    while len(compared) < POSITIONS:
        moves = drawn(chance)
        tree = tree_of(moves)
        best = best_actions(tree, exact_values(tree))
        if len(best) > 1 or moves in compared:
            continue
        compared.add(moves)
        assert {our_action(tree)} == actions_of_its_bot(moves, seed=0) == {*best}, moves


def drawn(chance: Random) -> str:
    """Moves of a game that is not over behind them."""
    state, moves = GAME.new_initial_state(), []
    for _ in range(chance.choice(PLIES)):
        action = chance.choice(state.legal_actions())
        moves.append(state.action_to_string(action))
        state.apply_action(action)
        if state.is_terminal():
            return drawn(chance)
    return " ".join(moves)

"""Depth-limited minimax: minimax that looks a number of plies ahead, and estimates.

AIMA, 4th edition, section 5.3 (the slides' MinimaxCutoff): a cutoff test beside the
terminal test, and an evaluation function where the search stops. `depth` is the number
of plies that are left. `value` asks whose move it is, so a player may also move twice
in a row.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action, as far as `depth` plies show; None where there is none."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], depth - 1),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, depth: int) -> float:
    """The value of `state`, `depth` plies ahead, whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game: Game, state: State, depth: int) -> float:
    """The largest value among the successors, or an estimate where no ply is left."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game: Game, state: State, depth: int) -> float:
    """The smallest value among the successors, or an estimate where no ply is left."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v

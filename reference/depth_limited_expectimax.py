"""Depth-limited expectimax: it looks a number of plies ahead, and estimates there.

CS 188 (Berkeley), lecture 7: expectimax trees are as deep as others, and are cut off
like others. `depth` is the number of plies that are left. A ply is a move of MAX's;
what chance does is none, so a chance node hands `depth` on as it is.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_expectimax_search(game: Game, state: State, depth: int) -> str | None:
    """MAX's first best action, as far as `depth` plies show; None where it is over."""
    action, _ = max(
        game.successors(state),
        key=lambda successor: value(game, successor[1], depth - 1),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, depth: int) -> float:
    """The value of `state`, `depth` plies ahead, whoever moves there."""
    if game.to_move(state) == "chance":
        return exp_value(game, state, depth)
    return max_value(game, state, depth)


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


def exp_value(game: Game, state: State, depth: int) -> float:
    """The weighted mean of the successors, or an estimate where no ply is left."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child, depth)
    return v

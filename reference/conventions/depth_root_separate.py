"""Each action of the root searched by itself, with a limited depth.

As in `root_separate`: the window is (−∞, +∞) for each, so that the value of every
root action is exact, and one action learns nothing from another. Below them the cuts
are those of the reference, on equality.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], -inf, inf, depth - 1),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

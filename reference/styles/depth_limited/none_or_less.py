"""The limit is met where no ply or less is left; comparisons keep the best."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
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
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = -inf
    for action in game.actions(state):
        child = game.result(state, action)
        w = value(game, child, depth - 1)
        if w > v:
            v = w
    return v


def min_value(game: Game, state: State, depth: int) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = inf
    for action in game.actions(state):
        child = game.result(state, action)
        w = value(game, child, depth - 1)
        if w < v:
            v = w
    return v

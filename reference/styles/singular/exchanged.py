"""The two best actions; the second takes the place of the first where that is worse."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def singular_search(game: Game, state: State, depth: int, margin: float) -> str | None:
    """The first best action, once one that stands out was looked at more closely."""
    sign = 1 if game.to_move(state) == "max" else -1
    children = dict(game.successors(state))
    worth = {a: sign * value(game, child, depth - 1) for a, child in children.items()}
    if len(worth) < 2:
        return next(iter(worth), None)
    best, second = sorted(worth, key=lambda action: -worth[action])[:2]
    if worth[best] - worth[second] >= margin:
        worth[best] = sign * value(game, children[best], depth)
        if worth[second] > worth[best]:
            best = second
    return best


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

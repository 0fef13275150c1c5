"""An action without a second stands out too, and is looked at more closely.

No other comes within the margin of it. The action is the same, the visits are more.
"""

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
    ranked = sorted(worth, key=lambda action: -worth[action])
    if not ranked or (len(ranked) > 1 and worth[ranked[0]] - worth[ranked[1]] < margin):
        return next(iter(ranked), None)
    best = ranked[0]
    worth[best] = sign * value(game, children[best], depth)
    return max(worth, key=lambda action: worth[action])


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

"""Secondary search: a second look at the action that seems best, and at one more.

Brown (Greenwald); Rich and Knight, Artificial Intelligence, call it so. The search
looks `depth` plies ahead. The action that seems best is then searched one ply deeper,
whatever its lead. Where it comes to less than before, so is the second best, and the
better of the two is taken.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def secondary_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action, once it was looked at more closely."""
    sign = 1 if game.to_move(state) == "max" else -1
    children = dict(game.successors(state))
    worth = {a: sign * value(game, child, depth - 1) for a, child in children.items()}
    if len(worth) < 2:
        return next(iter(worth), None)
    best, second = sorted(worth, key=lambda action: -worth[action])[:2]
    again = sign * value(game, children[best], depth)
    if again < worth[best]:
        other = sign * value(game, children[second], depth)
        if other > again:
            return second
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

"""Quiescence search in which a player may stand pat.

Where no ply is left and the position is noisy, nobody has to go on: a player gets at
least (MIN at most) what the estimate says of stopping there.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def quiescence_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action, as far as such a search sees; None where there is none."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], depth - 1),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, depth: int) -> float:
    """The value of `state`, whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game: Game, state: State, depth: int) -> float:
    """The largest value of a successor and, where no ply is left, the estimate."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    v = game.evaluate(state) if depth <= 0 else -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game: Game, state: State, depth: int) -> float:
    """The smallest value of a successor and, where no ply is left, the estimate."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    v = game.evaluate(state) if depth <= 0 else inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v

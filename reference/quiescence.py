"""Quiescence search: a limited search that estimates quiet positions alone.

AIMA, 4th edition, section 5.3.2; CTU (Svoboda, Pošík, Hoffmann). Where no ply is left
and the position is noisy, the search goes on over all of its actions, until all is
quiet or the game is over. `depth` is the number of plies that are left; it may be 0 or
less.
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
    """The largest value among the successors, or an estimate where all is quiet."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game: Game, state: State, depth: int) -> float:
    """The smallest value among the successors, or an estimate where all is quiet."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v

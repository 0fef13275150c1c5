"""One function does the work for both players, and another asks whether to stop."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def quiescence_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action, as far as such a search sees; None where there is none."""
    maximizing = game.to_move(state) == "max"
    best, v = None, -inf if maximizing else inf
    for action, child in game.successors(state):
        w = search(game, child, depth - 1)
        if w > v if maximizing else w < v:
            best, v = action, w
    return best


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, depth)


def min_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, depth)


def search(game: Game, state: State, depth: int) -> float:
    """The value of `state`, whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 and game.is_quiet(state):
        return game.evaluate(state)
    values = [search(game, child, depth - 1) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)

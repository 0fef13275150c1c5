"""The values of all children in a list, and the depths counted by a loop."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished."""
    best = game.actions(state)[0]
    try:
        for depth in count(1):
            horizon: list[State] = []
            best = best_action(game, state, depth, horizon)
            if not horizon:
                break
    except TimeIsUp:
        return best
    return best


def best_action(game: Game, state: State, depth: int, horizon: list[State]) -> str:
    """The first best action, as far as `depth` plies show."""
    below = game.successors(state)
    if game.to_move(state) == "max":
        values = [min_value(game, child, depth - 1, horizon) for _, child in below]
        return below[values.index(max(values))][0]
    values = [max_value(game, child, depth - 1, horizon) for _, child in below]
    return below[values.index(min(values))][0]


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The largest value among the successors, or an estimate."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    below = game.successors(state)
    return max([min_value(game, child, depth - 1, horizon) for _, child in below])


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The smallest value among the successors, or an estimate."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    below = game.successors(state)
    return min([max_value(game, child, depth - 1, horizon) for _, child in below])

"""Time is asked before each call, and actions are made one by one."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished."""
    best = game.actions(state)[0]
    depth = 1
    while True:
        horizon: list[State] = []
        try:
            best = best_action(game, state, depth, horizon)
        except TimeIsUp:
            return best
        if not horizon:
            return best
        depth += 1


def best_action(game: Game, state: State, depth: int, horizon: list[State]) -> str:
    """The first best action, as far as `depth` plies show."""
    values = {}
    for action in game.actions(state):
        if game.time_is_up():
            raise TimeIsUp
        child = game.result(state, action)
        if game.to_move(state) == "max":
            values[action] = min_value(game, child, depth - 1, horizon)
        else:
            values[action] = max_value(game, child, depth - 1, horizon)
    if game.to_move(state) == "max":
        return max(values, key=lambda action: values[action])
    return min(values, key=lambda action: values[action])


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The largest value among the successors, or an estimate."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for action in game.actions(state):
        if game.time_is_up():
            raise TimeIsUp
        child = game.result(state, action)
        v = max(v, min_value(game, child, depth - 1, horizon))
    return v


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The smallest value among the successors, or an estimate."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for action in game.actions(state):
        if game.time_is_up():
            raise TimeIsUp
        child = game.result(state, action)
        v = min(v, max_value(game, child, depth - 1, horizon))
    return v

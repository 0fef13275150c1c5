"""The search goes through the root's children itself, and stops below no ply."""

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
        found = ""
        v = -inf if game.to_move(state) == "max" else inf
        try:
            for action, child in game.successors(state):
                if game.to_move(state) == "max":
                    w = min_value(game, child, depth - 1, horizon)
                    if w > v:
                        found, v = action, w
                else:
                    w = max_value(game, child, depth - 1, horizon)
                    if w < v:
                        found, v = action, w
        except TimeIsUp:
            return best
        best = found
        if not horizon:
            return best
        depth += 1


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The largest value among the successors, or an estimate."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        w = min_value(game, child, depth - 1, horizon)
        if w > v:
            v = w
    return v


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The smallest value among the successors, or an estimate."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        w = max_value(game, child, depth - 1, horizon)
        if w < v:
            v = w
    return v

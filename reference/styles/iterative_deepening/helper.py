"""One recursive helper for both players, which asks whose move it is."""

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
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], depth - 1, horizon),
    )
    return action


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The value of a state in which MAX is to move."""
    return value(game, state, depth, horizon)


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The value of a state in which MIN is to move."""
    return value(game, state, depth, horizon)


def value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The value of a state, whoever moves there."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, value(game, child, depth - 1, horizon))
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1, horizon))
    return v

"""Iterative deepening: minimax one ply deep, then two, three, … until time is up.

AIMA, 4th edition, sections 3.4.4 and 5.3; CTU, lecture 5. What counts as time is the
number of visits, of states met again too: `game.time_is_up()` is asked before each. The
round in which it is up is left by an exception, and what it has found is thrown away.
`horizon` holds the states at which a round has stopped: without any it saw all.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished; the first before any was."""
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
    """The first best action, as far as `depth` plies show; raises TimeIsUp."""
    if game.time_is_up():
        raise TimeIsUp
    if game.to_move(state) == "max":
        best, v = "", -inf
        for action, child in game.successors(state):
            worth = min_value(game, child, depth - 1, horizon)
            if worth > v:
                best, v = action, worth
        return best
    best, v = "", inf
    for action, child in game.successors(state):
        worth = max_value(game, child, depth - 1, horizon)
        if worth < v:
            best, v = action, worth
    return best


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The largest value among the successors, or an estimate where no ply is left."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, depth - 1, horizon))
    return v


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The smallest value among the successors, or an estimate where no ply is left."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, depth - 1, horizon))
    return v

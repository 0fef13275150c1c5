"""The search goes through the root's actions itself, and sorts what it has found."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_alpha_beta_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished."""
    order = list(game.actions(state))
    best = order[0]
    depth = 1
    while True:
        horizon: list[State] = []
        values: dict[str, float] = {}
        found = order[0]
        alpha, beta = -inf, inf
        try:
            for action in order:
                child = game.result(state, action)
                if game.to_move(state) == "max":
                    w = min_value(game, child, alpha, beta, depth - 1, horizon)
                    if w > alpha:
                        found, alpha = action, w
                else:
                    w = max_value(game, child, alpha, beta, depth - 1, horizon)
                    if w < beta:
                        found, beta = action, w
                values[action] = w
        except TimeIsUp:
            return best
        best = found
        if not horizon:
            return best
        if game.to_move(state) == "max":
            order = sorted(order, key=lambda action: -values[action])
        else:
            order = sorted(order, key=lambda action: values[action])
        depth += 1


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
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
        w = min_value(game, child, alpha, beta, depth - 1, horizon)
        if w > v:
            v = w
        if v >= beta:
            break
        if v > alpha:
            alpha = v
    return v


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
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
        w = max_value(game, child, alpha, beta, depth - 1, horizon)
        if w < v:
            v = w
        if v <= alpha:
            break
        if v < beta:
            beta = v
    return v

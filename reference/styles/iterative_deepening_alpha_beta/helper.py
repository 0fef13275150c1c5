"""One recursive helper for both players; actions sorted in place."""

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
        try:
            best = best_action(game, state, order, values, depth, horizon)
        except TimeIsUp:
            return best
        if not horizon:
            return best
        order.sort(key=values.__getitem__, reverse=game.to_move(state) == "max")
        depth += 1


def best_action(
    game: Game,
    state: State,
    order: list[str],
    values: dict[str, float],
    depth: int,
    horizon: list[State],
) -> str:
    """The first best action of one round."""
    if game.time_is_up():
        raise TimeIsUp
    best, alpha, beta = order[0], -inf, inf
    for action in order:
        child = game.result(state, action)
        v = value(game, child, alpha, beta, depth - 1, horizon)
        values[action] = v
        if game.to_move(state) == "max":
            if v > alpha:
                best, alpha = action, v
        elif v < beta:
            best, beta = action, v
    return best


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value of a state in which MAX is to move."""
    return value(game, state, alpha, beta, depth, horizon)


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value of a state in which MIN is to move."""
    return value(game, state, alpha, beta, depth, horizon)


def value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
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
            v = max(v, value(game, child, alpha, beta, depth - 1, horizon))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta, depth - 1, horizon))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

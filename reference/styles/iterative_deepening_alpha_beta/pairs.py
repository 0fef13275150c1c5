"""Pairs of action and child, sorted where a round ends; the depths by a loop."""

from __future__ import annotations

from itertools import count
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Successor = tuple[str, State]


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_alpha_beta_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished."""
    best = game.actions(state)[0]
    order = list(game.successors(state))
    try:
        for depth in count(1):
            horizon: list[State] = []
            best = one_round(game, state, order, depth, horizon)
            if not horizon:
                break
    except TimeIsUp:
        return best
    return best


def one_round(
    game: Game, state: State, order: list[Successor], depth: int, horizon: list[State]
) -> str:
    """The first best action; `order` is then that of the next round."""
    if game.time_is_up():
        raise TimeIsUp
    values = {}
    best, alpha, beta = "", -inf, inf
    if game.to_move(state) == "max":
        for action, child in order:
            v = min_value(game, child, alpha, beta, depth - 1, horizon)
            values[action] = v
            if v > alpha:
                best, alpha = action, v
        order.sort(key=lambda successor: values[successor[0]], reverse=True)
    else:
        for action, child in order:
            v = max_value(game, child, alpha, beta, depth - 1, horizon)
            values[action] = v
            if v < beta:
                best, beta = action, v
        order.sort(key=lambda successor: values[successor[0]])
    return best


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
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for action in game.actions(state):
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta, depth - 1, horizon))
        alpha = max(alpha, v)
        if v >= beta:
            break
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
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for action in game.actions(state):
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta, depth - 1, horizon))
        beta = min(beta, v)
        if v <= alpha:
            break
    return v

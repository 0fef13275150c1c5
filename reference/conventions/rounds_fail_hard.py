"""Fail-hard rounds: what a cut leaves is the end of the window itself.

As in `fail_hard`. So of the root's actions those that are cut are worth what the best
one was, and stay behind it in the order in which they were.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Leaves a round that is not to be finished."""


def iterative_deepening_alpha_beta_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished; the first before any was."""
    order: Sequence[str] = game.actions(state)
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
        order = in_order(game, state, order, values)
        depth += 1


def best_action(
    game: Game,
    state: State,
    order: Sequence[str],
    values: dict[str, float],
    depth: int,
    horizon: list[State],
) -> str:
    """The first best action of one round, which notes in `values` what each is worth.

    Raises TimeIsUp.
    """
    if game.time_is_up():
        raise TimeIsUp
    best, alpha, beta = order[0], -inf, inf
    if game.to_move(state) == "max":
        for action in order:
            child = game.result(state, action)
            v = min_value(game, child, alpha, beta, depth - 1, horizon)
            values[action] = v
            if v > alpha:
                best, alpha = action, v
        return best
    for action in order:
        child = game.result(state, action)
        v = max_value(game, child, alpha, beta, depth - 1, horizon)
        values[action] = v
        if v < beta:
            best, beta = action, v
    return best


def in_order(
    game: Game, state: State, order: Sequence[str], values: dict[str, float]
) -> list[str]:
    """The actions, the best one for the mover first; equal ones stay as they are."""
    if game.to_move(state) == "max":
        return sorted(order, key=lambda action: values[action], reverse=True)
    return sorted(order, key=lambda action: values[action])


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value of `state` as far as `depth` plies show, moved into [α, β]."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    if depth == 0:
        horizon.append(state)
        return clamp(game.evaluate(state), alpha, beta)
    for _, child in game.successors(state):
        alpha = max(alpha, min_value(game, child, alpha, beta, depth - 1, horizon))
        if alpha >= beta:
            return beta
    return alpha


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value of `state` as far as `depth` plies show, moved into [α, β]."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    if depth == 0:
        horizon.append(state)
        return clamp(game.evaluate(state), alpha, beta)
    for _, child in game.successors(state):
        beta = min(beta, max_value(game, child, alpha, beta, depth - 1, horizon))
        if beta <= alpha:
            return alpha
    return beta


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))

"""Iterative deepening with alpha-beta, in the order that the last round has found.

AIMA, 4th edition, sections 5.2.4 and 5.3; Brown, CTU: what one round finds the actions
of the root to be worth puts them in order for the next, so that it cuts more. Each
round hands on one window at the root, from (-inf, inf) on. What is left because of it
comes back as a bound, by which it is ordered as by a value. Cuts are on equality, and v
itself is returned (fail-soft). The players take turns.
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
    """The value of `state` as far as `depth` plies show, or a bound of β or more."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, depth - 1, horizon))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value of `state` as far as `depth` plies show, or a bound of α or less."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, depth - 1, horizon))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

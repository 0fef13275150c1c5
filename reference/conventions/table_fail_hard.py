"""Fail-hard with a table: what is returned and kept never leaves the window [α, β].

As in `fail_hard`. A bound that is kept is an end of the window, and answers less often
than the v of a fail-soft search, which may lie farther out.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Table = dict[State, tuple[str, float]]


def transpositions_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    table: Table = {}
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_value(game, child, alpha, beta, table)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_value(game, child, alpha, beta, table)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(
    game: Game, state: State, alpha: float, beta: float, table: Table
) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return clamp(known, alpha, beta)
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    first_alpha = alpha
    for _, child in game.successors(state):
        alpha = max(alpha, min_value(game, child, alpha, beta, table))
        if alpha >= beta:
            break
    store(table, state, alpha, first_alpha, beta)
    return alpha


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: Table
) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return clamp(known, alpha, beta)
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    first_beta = beta
    for _, child in game.successors(state):
        beta = min(beta, max_value(game, child, alpha, beta, table))
        if beta <= alpha:
            break
    store(table, state, beta, alpha, first_beta)
    return beta


def looked_up(table: Table, state: State, alpha: float, beta: float) -> float | None:
    """What is known of a position, if that is enough in the window; else None."""
    if state not in table:
        return None
    kind, v = table[state]
    if kind == "exact":
        return v
    if kind == "lower" and v >= beta:
        return v
    if kind == "upper" and v <= alpha:
        return v
    return None


def store(table: Table, state: State, v: float, alpha: float, beta: float) -> None:
    """Keep what a search that began in the window (α, β) has found of a position."""
    if v <= alpha:
        table[state] = ("upper", v)
    elif v >= beta:
        table[state] = ("lower", v)
    else:
        table[state] = ("exact", v)


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))

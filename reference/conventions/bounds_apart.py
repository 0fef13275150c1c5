"""A table for each kind: exact values, lower bounds, upper bounds.

A position may stand in several of them, so that a bound of one kind does not take the
place of one of the other. A bound that does not answer is left alone.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Table = dict[str, dict[State, float]]


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
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    first_alpha = alpha
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    store(table, state, v, first_alpha, beta)
    return v


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: Table
) -> float:
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    first_beta = beta
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    store(table, state, v, alpha, first_beta)
    return v


def looked_up(table: Table, state: State, alpha: float, beta: float) -> float | None:
    """What is known of a position, if that is enough in the window; else None."""
    exact, lower, upper = (table.get(k, {}) for k in ("exact", "lower", "upper"))
    if state in exact:
        return exact[state]
    if state in lower and lower[state] >= beta:
        return lower[state]
    if state in upper and upper[state] <= alpha:
        return upper[state]
    return None


def store(table: Table, state: State, v: float, alpha: float, beta: float) -> None:
    """Keep what a search that began in the window (α, β) has found of a position."""
    kind = "upper" if v <= alpha else "lower" if v >= beta else "exact"
    table.setdefault(kind, {})[state] = v

"""A bound narrows the window, and what is kept is told by the window that is left.

As in `narrowing`, but for that: a value that reaches the narrower bound is kept as a
bound, as where alpha and beta themselves are overwritten.
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
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    known, alpha, beta = looked_up(table, state, alpha, beta)
    window = alpha, beta
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    store(table, state, v, *window)
    return v


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: Table
) -> float:
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    known, alpha, beta = looked_up(table, state, alpha, beta)
    window = alpha, beta
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    store(table, state, v, *window)
    return v


def looked_up(
    table: Table, state: State, alpha: float, beta: float
) -> tuple[float | None, float, float]:
    """What is known of a position, if that is enough; and the window that is left."""
    if state not in table:
        return None, alpha, beta
    kind, v = table[state]
    if kind == "exact":
        return v, alpha, beta
    if kind == "lower":
        alpha = max(alpha, v)
    else:
        beta = min(beta, v)
    return (v if alpha >= beta else None), alpha, beta


def store(table: Table, state: State, v: float, alpha: float, beta: float) -> None:
    """Keep what a search within the window (α, β) has found of a position."""
    if v <= alpha:
        table[state] = ("upper", v)
    elif v >= beta:
        table[state] = ("lower", v)
    else:
        table[state] = ("exact", v)

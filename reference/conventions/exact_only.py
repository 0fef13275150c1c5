"""A table of exact values alone: what a cut has left is not kept.

Simpler, and as right: bounds save no value, only visits. Each position of which no more
than a bound was found is searched again where it is met again.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Table = dict[State, float]


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
    known = looked_up(table, state)
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
    known = looked_up(table, state)
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


def looked_up(table: Table, state: State) -> float | None:
    """The value of a position; None where it is not known."""
    return table.get(state)


def store(table: Table, state: State, v: float, alpha: float, beta: float) -> None:
    """Keep the value of a position, where it lies within the window of its search."""
    if alpha < v < beta:
        table[state] = v

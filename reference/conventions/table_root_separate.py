"""Each action of the root searched by itself, with one table for all of them.

As in `root_separate`: the window is (−∞, +∞) for each, so that the value of every
root action is exact. One action learns from another what the table keeps, and nothing
else. Below them all is the reference's.
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
    if game.to_move(state) == "max":
        best, value = max, min_value
    else:
        best, value = min, max_value
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], -inf, inf, table),
        default=(None, state),
    )
    return action


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

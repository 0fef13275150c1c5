"""Both bounds of a position are kept, as ends of windows, and narrow the window.

As in `both_bounds`, with α or β returned, never a number outside of the window.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Table = dict[State, tuple[float, float]]


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
    window = alpha, beta
    known, alpha, beta = looked_up(table, state, alpha, beta)
    if known is not None:
        return clamp(known, *window)
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        alpha = max(alpha, min_value(game, child, alpha, beta, table))
        if alpha >= beta:
            break
    store(table, state, alpha, *window)
    return alpha


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: Table
) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    window = alpha, beta
    known, alpha, beta = looked_up(table, state, alpha, beta)
    if known is not None:
        return clamp(known, *window)
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        beta = min(beta, max_value(game, child, alpha, beta, table))
        if alpha >= beta:
            break
    store(table, state, beta, *window)
    return beta


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))


def looked_up(
    table: Table, state: State, alpha: float, beta: float
) -> tuple[float | None, float, float]:
    """What is known of a position, if that is enough; and the window that is left."""
    lower, upper = table.get(state, (-inf, inf))
    if lower >= beta or upper <= alpha or lower == upper:
        return (lower if lower >= beta else upper), alpha, beta
    return None, max(alpha, lower), min(beta, upper)


def store(table: Table, state: State, v: float, alpha: float, beta: float) -> None:
    """Keep what a search in the window (α, β) has found, beside what was known."""
    lower, upper = table.get(state, (-inf, inf))
    table[state] = (v if v > alpha else lower), (v if v < beta else upper)

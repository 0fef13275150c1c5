"""What is kept of a child is looked up in the loop, before the child is called."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def transpositions_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    table: dict[Any, Any] = {}
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = kept(table, child, alpha, beta)
            if w is None:
                w = min_value(game, child, alpha, beta, table)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = kept(table, child, alpha, beta)
        if w is None:
            w = max_value(game, child, alpha, beta, table)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MAX is to move, or a bound."""
    if game.is_terminal(state):
        return game.utility(state)
    window = alpha, beta
    v = -inf
    for _, child in game.successors(state):
        w = kept(table, child, alpha, beta)
        if w is None:
            w = min_value(game, child, alpha, beta, table)
        if w > v:
            v = w
        if v >= beta:
            break
        if v > alpha:
            alpha = v
    keep(table, state, v, window)
    return v


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MIN is to move, or a bound."""
    if game.is_terminal(state):
        return game.utility(state)
    window = alpha, beta
    v = inf
    for _, child in game.successors(state):
        w = kept(table, child, alpha, beta)
        if w is None:
            w = max_value(game, child, alpha, beta, table)
        if w < v:
            v = w
        if v <= alpha:
            break
        if v < beta:
            beta = v
    keep(table, state, v, window)
    return v


def kept(
    table: dict[Any, Any], state: State, alpha: float, beta: float
) -> float | None:
    """What is known of a position, if that is enough in the window; else None."""
    entry = table.get(state)
    if entry is None:
        return None
    is_lower, is_upper, v = entry
    if is_lower and v < beta:
        return None
    if is_upper and v > alpha:
        return None
    return v


def keep(
    table: dict[Any, Any], state: State, v: float, window: tuple[float, float]
) -> None:
    """Keep a value, and whether it is but a lower or an upper bound."""
    alpha, beta = window
    table[state] = v >= beta, v <= alpha, v

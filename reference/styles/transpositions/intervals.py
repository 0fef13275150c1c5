"""The table has of each position the least and the most that it is worth."""

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
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MAX is to move, or a bound."""
    low, high = table.get(state, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    if game.is_terminal(state):
        return game.utility(state)
    first_alpha = alpha
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    low = v if v > first_alpha else -inf
    high = v if v < beta else inf
    table[state] = low, high
    return v


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MIN is to move, or a bound."""
    low, high = table.get(state, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    if game.is_terminal(state):
        return game.utility(state)
    first_beta = beta
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    low = v if v > alpha else -inf
    high = v if v < first_beta else inf
    table[state] = low, high
    return v

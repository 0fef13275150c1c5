"""Pairs of value and action are returned.

Your functions seem to return a value together with an action, as MAX-VALUE does in the
book's figure. It fits together within your code, but here max_value and min_value are
asked for the value of a state, and the action is the business of the search function.

What would a caller that wants a number have to do with what your function returns?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "what the functions return"


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state)
    return min_action(game, state)


def max_action(game: Game, state: State) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf)[0]  # type: ignore[index]
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta)[0]  # type: ignore[index]
        if v < beta:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state), None  # type: ignore[return-value]
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta)[0])  # type: ignore[index]
        if v >= beta:
            return v, None  # type: ignore[return-value]
        alpha = max(alpha, v)
    return v, None  # type: ignore[return-value]


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state), None  # type: ignore[return-value]
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta)[0])  # type: ignore[index]
        if v <= alpha:
            return v, None  # type: ignore[return-value]
        beta = min(beta, v)
    return v, None  # type: ignore[return-value]

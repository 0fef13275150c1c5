"""Fail-hard: the value returned never leaves the window [α, β].

Amy Greenwald's lectures (Brown) and Toronto's CSC384 keep no v apart: MAX raises α,
MIN lowers β, and that bound is what they return; so does F2 of Knuth and Moore, "An
analysis of alpha-beta pruning" (1975), in negamax notation. Right, since a parent
can use a value outside its own window only as the bound that it had already: the
visits are fail-soft's, and the value at the root is fail-soft's, clamped to the
window. A leaf is clamped as well. Some lectures let it pass as it is, which differs
only for payoffs beyond the window of the root.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state)
    return min_action(game, state)


def max_action(game: Game, state: State) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf)
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta)
        if v < beta:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        alpha = max(alpha, value(game, child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        beta = min(beta, value(game, child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))

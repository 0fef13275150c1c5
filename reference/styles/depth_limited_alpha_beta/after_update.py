"""Alpha is compared with beta, after it has been raised.

So the pseudocode of Wikipedia and of many slides has it; v is what is returned.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state, depth)
    return min_action(game, state, depth)


def max_action(game: Game, state: State, depth: int) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf, depth - 1)
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State, depth: int) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta, depth - 1)
        if v < beta:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta, depth - 1))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta, depth - 1))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v

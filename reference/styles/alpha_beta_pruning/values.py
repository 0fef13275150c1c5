"""v kept apart from the bounds and returned (fail-soft), as in AIMA."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_pruning_search(
    game: Game, state: State, alpha: float, beta: float
) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = None
    if game.to_move(state) == "max":
        v = -inf
        for action, child in game.successors(state):
            found = alpha_beta_pruning(game, child, alpha, beta)
            if found > v:
                best, v = action, found
            if v >= beta:
                return best
            alpha = max(alpha, v)
        return best
    v = inf
    for action, child in game.successors(state):
        found = alpha_beta_pruning(game, child, alpha, beta)
        if found < v:
            best, v = action, found
        if v <= alpha:
            return best
        beta = min(beta, v)
    return best


def alpha_beta_pruning(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a bound of it beyond the window."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, alpha_beta_pruning(game, child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, alpha_beta_pruning(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

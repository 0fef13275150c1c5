"""v kept apart from the bounds, compared as in AIMA, and returned (fail-soft)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def df_alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = None
    if game.to_move(state) == "max":
        alpha = -inf
        for action, child in game.successors(state):
            v = alpha_beta(game, child, "min", alpha, inf)
            if v > alpha:
                best, alpha = action, v
        return best
    beta = inf
    for action, child in game.successors(state):
        v = alpha_beta(game, child, "max", -inf, beta)
        if v < beta:
            best, beta = action, v
    return best


def alpha_beta(
    game: Game, state: State, player: str, alpha: float, beta: float
) -> float:
    """The value of `state` within (α, β); `player` is to move there."""
    if game.is_terminal(state):
        return game.utility(state)
    if player == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, alpha_beta(game, child, "min", alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, alpha_beta(game, child, "max", alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

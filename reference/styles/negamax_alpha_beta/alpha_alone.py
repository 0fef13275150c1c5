"""No v is kept apart: α is raised, and returned (fail-hard where nothing is better)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def negamax_alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            w = negamax(game, child, alpha, inf)
        else:
            w = -negamax(game, child, -inf, -alpha)
        if w > alpha:
            best, alpha = action, w
    return best


def negamax(game: Game, state: State, alpha: float, beta: float) -> float:
    """What `state` is worth to the player who is to move there, within (α, β)."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    for _, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            w = negamax(game, child, alpha, beta)
        else:
            w = -negamax(game, child, -beta, -alpha)
        alpha = max(alpha, w)
        if w >= beta:
            break
    return alpha

"""Negamax with alpha-beta pruning: the window is the mover's, as the value is.

Where the other player moves next, the window changes its ends and its signs: what
MAX is sure of (α) is what MIN can hold him to (-β). Knuth and Moore's F2, which returns
v itself (fail-soft), in "An analysis of alpha-beta pruning", 1975.
"""

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
        if best is None or w > alpha:
            best, alpha = action, w
    return best


def negamax(game: Game, state: State, alpha: float, beta: float) -> float:
    """What `state` is worth to the player who is to move there; α and β are his."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = -inf
    for _, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            v = max(v, negamax(game, child, alpha, beta))
        else:
            v = max(v, -negamax(game, child, -beta, -alpha))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

"""Alpha-beta as one function with a player: Toronto's CSC384 (McIlraith).

No v is kept apart: MAX raises α, MIN lowers β, and once the two have met the loop is
left. What is returned is the player's own end of the window (fail-hard but for a leaf,
whose utility is returned as it is).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

OPPONENT = {"max": "min", "min": "max"}


def df_alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player, best, alpha, beta = game.to_move(state), None, -inf, inf
    for action, child in game.successors(state):
        v = alpha_beta(game, child, OPPONENT[player], alpha, beta)
        if player == "max" and v > alpha:
            best, alpha = action, v
        elif player == "min" and v < beta:
            best, beta = action, v
    return best


def alpha_beta(
    game: Game, state: State, player: str, alpha: float, beta: float
) -> float:
    """The value of `state` within (α, β); `player` is to move there."""
    if game.is_terminal(state):
        return game.utility(state)
    if player == "max":
        for _, child in game.successors(state):
            alpha = max(alpha, alpha_beta(game, child, "min", alpha, beta))
            if beta <= alpha:
                break
        return alpha
    for _, child in game.successors(state):
        beta = min(beta, alpha_beta(game, child, "max", alpha, beta))
        if beta <= alpha:
            break
    return beta

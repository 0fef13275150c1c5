"""Alpha-beta as one function that asks who moves: Brown's lecture, Table 7.

Minimax with bounds (Table 5), and one test more: where α has come to β, MAX returns β
at once and MIN returns α, for nobody lets play come here (fail-hard but for a leaf,
whose utility is returned as it is).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_pruning_search(
    game: Game, state: State, alpha: float, beta: float
) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = None
    for action, child in game.successors(state):
        v = alpha_beta_pruning(game, child, alpha, beta)
        if best is None:
            best = action
        if game.to_move(state) == "max" and v > alpha:
            best, alpha = action, v
        elif game.to_move(state) == "min" and v < beta:
            best, beta = action, v
        if alpha >= beta:
            break
    return best


def alpha_beta_pruning(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or the nearer end of the window if it lies outside."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            alpha = max(alpha, alpha_beta_pruning(game, child, alpha, beta))
            if alpha >= beta:
                return beta
        return alpha
    for _, child in game.successors(state):
        beta = min(beta, alpha_beta_pruning(game, child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta

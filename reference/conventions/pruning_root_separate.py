"""Each action of the root searched by itself, in the window of the search.

As in `root_separate`, but the window is that with which the search is called, such as
(−1, +1): since no utility lies outside, the value of every root action is exact, and
one action learns nothing from another. Below them all is the reference's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_pruning_search(
    game: Game, state: State, alpha: float, beta: float
) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: alpha_beta_pruning(game, successor[1], alpha, beta),
        default=(None, state),
    )
    return action


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

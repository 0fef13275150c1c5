"""Minimax that carries bounds and never cuts: Brown's lecture (Greenwald), Table 5.

MAX starts from α in place of minus infinity, MIN from β in place of plus infinity, and
each hands the window on as he has moved it. Nothing is left out yet: this is the step
before alpha-beta. The utilities lie within [−1, 1], and the first window is (−1, +1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def bounded_minimax_search(
    game: Game, state: State, alpha: float, beta: float
) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: minimax(game, successor[1], alpha, beta),
        default=(None, state),
    )
    return action


def minimax(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or the nearer end of the window if it lies outside."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            alpha = max(alpha, minimax(game, child, alpha, beta))
        return alpha
    for _, child in game.successors(state):
        beta = min(beta, minimax(game, child, alpha, beta))
    return beta

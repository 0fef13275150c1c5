"""Each action of the root searched by itself, in one function with a player.

As in `root_separate`: the window is (−∞, +∞) for each, so that the value of every
root action is exact, and one action learns nothing from another. Below them all is the
reference's.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

OPPONENT = {"max": "min", "min": "max"}


def df_alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player = game.to_move(state)
    best = max if player == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda s: alpha_beta(game, s[1], OPPONENT[player], -inf, inf),
        default=(None, state),
    )
    return action


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

"""The search takes the action whose child is worth most, each with the full window.

Below the root the players' functions call each other, as in the books' figures.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.is_terminal(state):
        return None
    actions = game.actions(state)
    if game.to_move(state) == "max":
        return max(
            actions, key=lambda a: min_value(game, game.result(state, a), -inf, inf)
        )
    return min(actions, key=lambda a: max_value(game, game.result(state, a), -inf, inf))


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            return v
    return v


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        beta = min(beta, v)
        if beta <= alpha:
            return v
    return v

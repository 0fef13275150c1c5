"""Each function finds a value and the action that leads to it, as AIMA's figures do.

AIMA, 4th edition, Figure 5.7: the players take turns, and the search takes the action
of the pair. The functions that are asked for hand on its value.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return best_for_max(game, state, -inf, inf)[1]
    return best_for_min(game, state, -inf, inf)[1]


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    return best_for_max(game, state, alpha, beta)[0]


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    return best_for_min(game, state, alpha, beta)[0]


def best_for_max(
    game: Game, state: State, alpha: float, beta: float
) -> tuple[float, str | None]:
    """MAX's best value, and the action that leads to it."""
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -inf, None
    for action, child in game.successors(state):
        w, _ = best_for_min(game, child, alpha, beta)
        if w > v:
            v, move = w, action
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def best_for_min(
    game: Game, state: State, alpha: float, beta: float
) -> tuple[float, str | None]:
    """MIN's best value, and the action that leads to it."""
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = inf, None
    for action, child in game.successors(state):
        w, _ = best_for_max(game, child, alpha, beta)
        if w < v:
            v, move = w, action
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

"""The functions of the two players call each other, as in the books' figures.

Nobody asks whose move it is but the search, at the root. The players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_value(game, child, alpha, beta)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_value(game, child, alpha, beta)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

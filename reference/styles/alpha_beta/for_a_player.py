"""The functions are told whose payoffs they reckon with: always MAX's.

So the code that comes with AIMA has it, in which the players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player = "max"
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_of_state(game, child, alpha, beta, player)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_of_state(game, child, alpha, beta, player)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move."""
    return max_of_state(game, state, alpha, beta, "max")


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move."""
    return min_of_state(game, state, alpha, beta, "max")


def max_of_state(
    game: Game, state: State, alpha: float, beta: float, player: str
) -> float:
    """The largest of the children's values."""
    if game.is_terminal(state):
        return game.utility(state, player)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_of_state(game, child, alpha, beta, player))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_of_state(
    game: Game, state: State, alpha: float, beta: float, player: str
) -> float:
    """The smallest of the children's values."""
    if game.is_terminal(state):
        return game.utility(state, player)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_of_state(game, child, alpha, beta, player))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

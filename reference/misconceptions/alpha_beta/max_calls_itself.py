"""After MAX's move it is MAX's move again.

Where MAX is to move, your code seems to treat the next state as one in which MAX
moves again, and so on to the end of the game: MIN, once passed, never gets another
turn. The players take turns, and each next state belongs to whoever is to move in
it.

Which function does your max_value call for a child, and whose move is it in that
child?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "the roles of MAX and MIN"


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state)
    return min_action(game, state)


def max_action(game: Game, state: State) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf)
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta)
        if v < beta:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, max_value(game, child, alpha, beta))
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
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

"""The bare test at chance nodes: what is below them is searched with full windows.

CS 188 (Berkeley) asks what pruning needs at chance nodes: bounds on the utilities. A
chance node is left when even the best of what is still to come cannot bring the mean
above α, or the worst not below β. Its successors get no window of their own. Right,
since their values are then exact; the price is the cuts that Star1's narrowed windows
make below. Without bounds there is no test.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def star1_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state)
    return min_action(game, state)


def max_action(game: Game, state: State) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf)
        if alpha < v:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta)
        if beta > v:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "chance":
        return exp_value(game, state, alpha, beta)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
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


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a bound of it that lies outside of the window."""
    if game.is_terminal(state):
        return game.utility(state)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return mean(game, state)
    v, rest = 0.0, 1.0
    for probability, child in game.outcomes(state):
        rest -= probability
        v += probability * value(game, child, -inf, inf)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v


def mean(game: Game, state: State) -> float:
    """The value of a chance node where nothing is known of what is to come."""
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child, -inf, inf)
    return v

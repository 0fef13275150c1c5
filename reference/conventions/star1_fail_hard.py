"""Fail-hard Star1: the value returned never leaves the window [α, β].

So Ballard wrote it (1983): a chance node whose outcome does not lie within the window
that it was given returns α or β itself. MAX and MIN return the bound that they move, as
in Knuth and Moore. Right, since a parent can use a value outside its own window only as
the bound that it had already: the visits are those of `star1`, and the value at the
root is that of `star1`, clamped to the window.
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
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        alpha = max(alpha, value(game, child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    for _, child in game.successors(state):
        beta = min(beta, value(game, child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return clamp(mean(game, state), alpha, beta)
    v, rest = 0.0, 1.0
    for probability, child in game.outcomes(state):
        rest -= probability
        low = (alpha - v - rest * greatest) / probability
        high = (beta - v - rest * least) / probability
        w = value(game, child, low, high)
        if w <= low:
            return alpha
        if w >= high:
            return beta
        v += probability * w
    return v


def mean(game: Game, state: State) -> float:
    """The value of a chance node where nothing is known of what is to come."""
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child, -inf, inf)
    return v


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))

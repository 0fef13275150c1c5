"""Star1: alpha-beta pruning that reaches into chance nodes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State


class Bounds(NamedTuple):
    """Least and greatest utility of a game."""

    least: float
    greatest: float


_UNBOUNDED = Bounds(-math.inf, math.inf)


def _bounds(game: Game) -> Bounds | None:
    """The bounds of the game, None where it does not tell."""
    try:
        return Bounds(*game.bounds())
    except ValueError:
        return None


def _value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a state of any kind."""
    match game.to_move(state):
        case "max":
            return max_value(game, state, alpha, beta)
        case "min":
            return min_value(game, state, alpha, beta)
        case _:
            return exp_value(game, state, alpha, beta)


def star1_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    maximizing = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    best, best_value = None, -math.inf if maximizing else math.inf
    for action, child in game.successors(state):
        value = _value(game, child, alpha, beta)
        improved = value > best_value if maximizing else value < best_value
        if best is None or improved:
            best, best_value = action, value
        if maximizing:
            alpha = max(alpha, best_value)
        else:
            beta = min(beta, best_value)
    return best


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX node in the window."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, child in game.successors(state):
        v = max(v, _value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN node in the window."""
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, child in game.successors(state):
        v = min(v, _value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a chance node in the window."""
    if game.is_terminal(state):
        return game.utility(state)
    bounds = _bounds(game)
    if bounds is None:
        return sum(p * _value(game, s, *_UNBOUNDED) for p, s in game.outcomes(state))

    v, rest = 0.0, 1.0
    for p, child in game.outcomes(state):
        rest -= p
        low = (alpha - v - rest * bounds.least) / p
        high = (beta - v - rest * bounds.greatest) / p
        v += p * _value(game, child, low, high)
        if v + rest * bounds.greatest <= alpha:
            return v + rest * bounds.greatest
        if v + rest * bounds.least >= beta:
            return v + rest * bounds.least
    return v

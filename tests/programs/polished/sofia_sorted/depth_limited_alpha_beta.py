"""Depth-limited alpha-beta with move ordering.

Alpha-beta prunes most when good moves come first, so the successors are ordered
by their static evaluation before they are searched.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def _ordered(
    game: Game, state: State, best_first: bool
) -> list[tuple[str, State]]:
    """The successors of ``state``, the most promising for the mover first."""
    return sorted(
        game.successors(state),
        key=lambda pair: game.evaluate(pair[1]),
        reverse=best_first,
    )


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str:
    """Best action for the player to move."""
    maximizing = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    best: str | None = None
    for action, child in game.successors(state):
        if maximizing:
            value = _dispatch(game, child, alpha, beta, depth - 1)
            if best is None or value > alpha:
                best = action
            alpha = max(alpha, value)
        else:
            value = _dispatch(game, child, alpha, beta, depth - 1)
            if best is None or value < beta:
                best = action
            beta = min(beta, value)
    assert best is not None
    return best


def _dispatch(
    game: Game, state: State, alpha: float, beta: float, depth: int
) -> float:
    """Hand over to the function of whoever moves."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """Value of a MAX state."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -math.inf
    for _, child in _ordered(game, state, best_first=True):
        v = max(v, _dispatch(game, child, alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """Value of a MIN state."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = math.inf
    for _, child in _ordered(game, state, best_first=False):
        v = min(v, _dispatch(game, child, alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

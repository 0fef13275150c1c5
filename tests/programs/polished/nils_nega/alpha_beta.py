"""Alpha-beta in negamax form; max_value and min_value are thin wrappers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

_MAX_COLOR = 1
_MIN_COLOR = -1


def _negamax(
    game: Game, state: State, alpha: float, beta: float, color: int
) -> float:
    """Value of the state from the point of view of the player with ``color``."""
    if game.is_terminal(state):
        return color * game.utility(state)
    best = -math.inf
    for _, child in game.successors(state):
        score = -_negamax(game, child, -alpha, -beta, -color)
        best = max(best, score)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def alpha_beta_search(game: Game, state: State) -> str:
    """Choose the action with the highest score for the player to move."""
    color = _MAX_COLOR if game.to_move(state) == "max" else _MIN_COLOR
    alpha, beta = -math.inf, math.inf
    best_action, best_score = None, -math.inf
    for action, child in game.successors(state):
        score = -_negamax(game, child, -beta, -alpha, -color)
        if best_action is None or score > best_score:
            best_action, best_score = action, score
        alpha = max(alpha, best_score)
    return best_action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """MAX sees the window as it is."""
    return _negamax(game, state, alpha, beta, _MAX_COLOR)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """MIN sees the window mirrored, and its value with the other sign."""
    return -_negamax(game, state, -beta, -alpha, _MIN_COLOR)

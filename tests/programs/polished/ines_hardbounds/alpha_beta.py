"""Fail-hard alpha-beta search.

The returned value never leaves the window: a node that fails high reports beta,
a node that fails low reports alpha.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autograder.game import Game, State


def _children(game: Game, state: State) -> Iterator[State]:
    """The successor states, in the order of the game."""
    for _action, child in game.successors(state):
        yield child


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Highest value that MAX can force, clamped to the window."""
    if game.is_terminal(state):
        return game.utility(state)
    for child in _children(game, state):
        value = min_value(game, child, alpha, beta)
        if value >= beta:
            return alpha  # fails high: MIN will not come here
        if value > alpha:
            alpha = value
    return alpha


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Lowest value that MIN can force, clamped to the window."""
    if game.is_terminal(state):
        return game.utility(state)
    for child in _children(game, state):
        value = max_value(game, child, alpha, beta)
        if value <= alpha:
            return alpha  # fails low: MAX will not come here
        if value < beta:
            beta = value
    return beta


def alpha_beta_search(game: Game, state: State) -> str:
    """The best action, found with a window that shrinks from action to action."""
    alpha, beta = -inf, inf
    actions = game.actions(state)
    best = actions[0]
    match game.to_move(state):
        case "max":
            for action in actions:
                value = min_value(game, game.result(state, action), alpha, beta)
                if value > alpha:
                    alpha, best = value, action
        case "min":
            for action in actions:
                value = max_value(game, game.result(state, action), alpha, beta)
                if value < beta:
                    beta, best = value, action
    return best

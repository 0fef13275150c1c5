"""What a worker rehearses with: a module such as students write, and never graded."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The largest value, with a bound or two kept on the way."""
    if game.is_terminal(state):
        return game.utility(state)
    best = -inf
    for _, child in game.successors(state):
        best = max(best, max_value(game, child, alpha, beta))
        alpha = min(max(alpha, best), beta)
    return best

"""Alpha-beta as negamax inside a small engine class (fail-soft)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from autograder.game import Game, State


class _Engine:
    """Scores are those of the player with the given color, +1 or -1."""

    COLORS: ClassVar[dict[str, int]] = {"max": +1, "min": -1}

    def __init__(self, game: Game) -> None:
        self.game = game

    def score(self, state: State, lower: float, upper: float, color: int) -> float:
        """Score of a state for the player with ``color``."""
        if self.game.is_terminal(state):
            return self.game.utility(state) * color
        best = None
        for _, child in self.game.successors(state):
            found = -self.score(child, -upper, -lower, -color)
            best = found if best is None else max(best, found)
            lower = max(lower, best)
            if lower >= upper:
                break
        return best

    def choose(self, state: State) -> str:
        """The action with the highest score."""
        color = self.COLORS[self.game.to_move(state)]
        lower, chosen = -math.inf, None
        for action, child in self.game.successors(state):
            found = -self.score(child, -math.inf, -lower, -color)
            if chosen is None or found > lower:
                lower, chosen = found, action
        return chosen


def alpha_beta_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    return _Engine(game).choose(state)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX state."""
    return _Engine(game).score(state, alpha, beta, +1)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN state."""
    return -_Engine(game).score(state, -beta, -alpha, -1)

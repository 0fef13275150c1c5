"""Minimax search with memoization."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class MinimaxSolver:
    """Solves positions and remembers what it has solved."""

    def __init__(self, game: Game, memo: dict[str, float] = {}) -> None:
        self.game = game
        self.memo = memo

    def solve(self, state: State, maximizing: bool) -> float:
        """The minimax value of the state."""
        key = str(state)
        if key not in self.memo:
            self.memo[key] = self._compute(state, maximizing)
        return self.memo[key]

    def _compute(self, state: State, maximizing: bool) -> float:
        if self.game.is_terminal(state):
            return self.game.utility(state)
        value = -math.inf if maximizing else math.inf
        better = max if maximizing else min
        for _, child in self.game.successors(state):
            value = better(value, self.solve(child, not maximizing))
        return value

    def choose(self, state: State) -> str:
        """The first best action of the player to move."""
        maximizing = self.game.to_move(state) == "max"
        values = {
            action: self.solve(child, not maximizing)
            for action, child in self.game.successors(state)
        }
        return (max if maximizing else min)(values, key=values.__getitem__)


def minimax_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    return MinimaxSolver(game).choose(state)


def max_value(game: Game, state: State) -> float:
    """Value of a MAX state."""
    return MinimaxSolver(game).solve(state, True)


def min_value(game: Game, state: State) -> float:
    """Value of a MIN state."""
    return MinimaxSolver(game).solve(state, False)

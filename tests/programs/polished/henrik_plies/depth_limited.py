"""Depth-limited minimax with a configurable evaluation of the frontier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(slots=True)
class DepthLimitedSearcher:
    """Looks ahead in one game."""

    game: Game

    def frontier_value(self, state: State, depth: int) -> float | None:
        """The value where the search stops, None where it goes on."""
        if self.game.is_terminal(state):
            return self.game.utility(state)
        if depth == 0:
            return self.game.evaluate(state)
        return None

    def value(self, state: State, depth: int, maximizing: bool) -> float:
        """Minimax value with ``depth`` plies left."""
        stop = self.frontier_value(state, depth)
        if stop is not None:
            return stop
        values = (
            self.value(child, depth - 1, self.game.to_move(child) == "max")
            for _, child in self.game.successors(state)
        )
        return max(values) if maximizing else min(values)

    def best_action(self, state: State, depth: int) -> str:
        """The action of the player to move."""
        sign = 1 if self.game.to_move(state) == "max" else -1
        best_action, best_score = "", 0.0
        for action, child in self.game.successors(state):
            child_is_max = self.game.to_move(child) == "max"
            score = sign * self.value(child, depth, child_is_max)
            if score > best_score:
                best_action, best_score = action, score
        return best_action


def depth_limited_search(game: Game, state: State, depth: int) -> str:
    """Best action, looking ``depth`` plies ahead."""
    return DepthLimitedSearcher(game).best_action(state, depth)


def max_value(game: Game, state: State, depth: int) -> float:
    """Value of a MAX state with ``depth`` plies left."""
    return DepthLimitedSearcher(game).value(state, depth, True)


def min_value(game: Game, state: State, depth: int) -> float:
    """Value of a MIN state with ``depth`` plies left."""
    return DepthLimitedSearcher(game).value(state, depth, False)

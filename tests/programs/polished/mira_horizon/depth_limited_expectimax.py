"""Depth-limited expectimax with one shared recursion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True)
class Position:
    """A state that is to be searched, and how far."""

    game: Game
    state: State
    depth: int

    @property
    def settled(self) -> float | None:
        """The value if the search ends here."""
        if self.game.is_terminal(self.state):
            return self.game.utility(self.state)
        if self.depth <= 0:
            return self.game.evaluate(self.state)
        return None

    def child(self, state: State) -> Position:
        """The position after one more ply."""
        return replace(self, state=state, depth=self.depth - 1)

    def value(self) -> float:
        """Value of the position."""
        settled = self.settled
        if settled is not None:
            return settled
        if self.game.to_move(self.state) == "max":
            return self._best()
        return self._mean()

    def _best(self) -> float:
        best = -math.inf
        for _, state in self.game.successors(self.state):
            best = max(best, self.child(state).value())
        return best

    def _mean(self) -> float:
        return sum(
            probability * self.child(state).value()
            for probability, state in self.game.outcomes(self.state)
        )


def depth_limited_expectimax_search(game: Game, state: State, depth: int) -> str:
    """Best action of MAX, ``depth`` plies ahead."""
    root = Position(game, state, depth)
    actions = dict(game.successors(state))
    return max(actions, key=lambda action: root.child(actions[action]).value())


def max_value(game: Game, state: State, depth: int) -> float:
    """Value of a MAX state."""
    return Position(game, state, depth).value()


def exp_value(game: Game, state: State, depth: int) -> float:
    """Value of a chance state."""
    return Position(game, state, depth).value()

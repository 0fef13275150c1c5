"""Minimax as a callable object."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Minimax:
    game: Any

    def __call__(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        return self.taste(state)(self.below(state).values())

    def taste(self, state):
        return {"max": max, "min": min}[self.game.to_move(state)]

    def below(self, state):
        return {action: self(child) for action, child in self.game.successors(state)}

    def decide(self, state):
        values = self.below(state)
        return self.taste(state)(values, key=values.__getitem__)


def minimax_search(game, state):
    return Minimax(game).decide(state)


def max_value(game, state):
    return Minimax(game)(state)


def min_value(game, state):
    return Minimax(game)(state)

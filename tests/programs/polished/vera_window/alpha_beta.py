"""Alpha-beta search built around an explicit search window."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class Role(Enum):
    """The two players."""

    MAX = "max"
    MIN = "min"

    @property
    def opponent(self) -> Role:
        return Role.MIN if self is Role.MAX else Role.MAX


@dataclass
class Window:
    """The interval of values that still matter."""

    alpha: float = -math.inf
    beta: float = math.inf

    def raise_alpha(self, value: float) -> None:
        self.alpha = max(self.alpha, value)

    def lower_beta(self, value: float) -> None:
        self.beta = min(self.beta, value)


def _search(game: Game, state: State, window: Window, role: Role) -> float:
    """Value of ``state`` inside ``window`` with ``role`` to move."""
    if game.is_terminal(state):
        return game.utility(state)
    best = -math.inf if role is Role.MAX else math.inf
    for _, child in game.successors(state):
        value = _search(game, child, window, role.opponent)
        if role is Role.MAX:
            best = max(best, value)
            if best >= window.beta:
                return best
            window.raise_alpha(best)
        else:
            best = min(best, value)
            if best <= window.alpha:
                return best
            window.lower_beta(best)
    return best


def alpha_beta_search(game: Game, state: State) -> str:
    """Return the best action of the player to move."""
    role = Role(game.to_move(state))
    window = Window()
    best_action: str | None = None
    best_value = -math.inf if role is Role.MAX else math.inf
    for action, child in game.successors(state):
        value = _search(game, child, Window(window.alpha, window.beta), role.opponent)
        if best_action is None:
            best_action, best_value = action, value
        elif role is Role.MAX and value > best_value:
            best_action, best_value = action, value
        elif role is Role.MIN and value < best_value:
            best_action, best_value = action, value
        if role is Role.MAX:
            window.raise_alpha(best_value)
        else:
            window.lower_beta(best_value)
    assert best_action is not None, "a non-terminal state has actions"
    return best_action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX node."""
    return _search(game, state, Window(alpha, beta), Role.MAX)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN node."""
    return _search(game, state, Window(alpha, beta), Role.MIN)

"""Alpha-beta with a table of exact calls.

An entry holds only for the node and the window it was computed for, and the table
lives no longer than one call from outside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from autograder.game import Game, State


class _Key(NamedTuple):
    node: str
    alpha: float
    beta: float
    maximizing: bool


@dataclass
class _Searcher:
    game: Game
    table: dict[_Key, float] = field(default_factory=dict)

    def value(self, state: State, alpha: float, beta: float, maximizing: bool) -> float:
        """Look the call up, or compute it."""
        key = _Key(repr(state), alpha, beta, maximizing)
        known: Optional[float] = self.table.get(key)
        if known is None:
            known = self._compute(state, alpha, beta, maximizing)
            self.table[key] = known
        return known

    def _compute(self, state: State, a: float, b: float, maximizing: bool) -> float:
        if self.game.is_terminal(state):
            return self.game.utility(state)
        best: Optional[float] = None
        for action in self.game.actions(state):
            v = self.value(self.game.result(state, action), a, b, not maximizing)
            if best is None or (v > best if maximizing else v < best):
                best = v
            if maximizing:
                a = max(a, best)
            else:
                b = min(b, best)
            if b <= a:
                break
        assert best is not None
        return best


def alpha_beta_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    searcher = _Searcher(game)
    maximizing = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    ranking: list[tuple[float, str]] = []
    for action in game.actions(state):
        v = searcher.value(game.result(state, action), alpha, beta, not maximizing)
        ranking.append((v, action))
        if maximizing:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    ordered = sorted(ranking, key=lambda entry: -entry[0] if maximizing else entry[0])
    return ordered[0][1]


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX state."""
    return _Searcher(game).value(state, alpha, beta, True)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN state."""
    return _Searcher(game).value(state, alpha, beta, False)

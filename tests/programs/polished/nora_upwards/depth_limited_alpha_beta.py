"""Depth-limited alpha-beta that counts plies upwards from the root (fail-hard)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True)
class _LimitedSearch:
    """A search in ``game`` that stops ``limit`` plies below its root."""

    game: Game
    limit: int

    def value(self, state: State, ply: int, alpha: float, beta: float) -> float:
        """Value of a state ``ply`` plies deep, clamped to the window."""
        game = self.game
        over = game.is_terminal(state)
        if over or ply == self.limit:
            return game.utility(state) if over else game.evaluate(state)
        if game.to_move(state) == "max":
            for _, child in game.successors(state):
                alpha = max(alpha, self.value(child, ply + 1, alpha, beta))
                if not alpha < beta:
                    return beta
            return alpha
        for _, child in game.successors(state):
            beta = min(beta, self.value(child, ply + 1, alpha, beta))
            if not alpha < beta:
                return alpha
        return beta

    def action(self, root: State) -> str:
        """Best action at the root, which is 0 plies deep."""
        lo, hi = -math.inf, math.inf
        best = None
        for action, child in self.game.successors(root):
            v = self.value(child, 1, lo, hi)
            if self.game.to_move(root) == "max":
                if v > lo or best is None:
                    lo, best = v, action
            elif v < hi or best is None:
                hi, best = v, action
        assert best is not None
        return best


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str:
    """Best action, ``depth`` plies ahead."""
    return _LimitedSearch(game, depth).action(state)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """Value of a MAX state."""
    return _LimitedSearch(game, depth).value(state, 0, alpha, beta)


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """Value of a MIN state."""
    return _LimitedSearch(game, depth).value(state, 0, alpha, beta)

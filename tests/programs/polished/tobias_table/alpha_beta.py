"""Alpha-beta search with a transposition table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from autograder.game import Game, State

_NEG_INF: Final = -math.inf
_POS_INF: Final = math.inf


class AlphaBetaEngine:
    """One search of one game; remembers every position that it has solved."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._table: dict[State, float] = {}

    def _remember(self, state: State, value: float) -> float:
        """Keep a result for the next time the position is met."""
        self._table[state] = value
        return value

    def maximize(self, state: State, alpha: float, beta: float) -> float:
        """Value of a MAX node in the window."""
        if state in self._table:
            return self._table[state]
        if self._game.is_terminal(state):
            return self._game.utility(state)
        value = _NEG_INF
        for _, child in self._game.successors(state):
            value = max(value, self.minimize(child, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return self._remember(state, value)

    def minimize(self, state: State, alpha: float, beta: float) -> float:
        """Value of a MIN node in the window."""
        if state in self._table:
            return self._table[state]
        if self._game.is_terminal(state):
            return self._game.utility(state)
        value = _POS_INF
        for _, child in self._game.successors(state):
            value = min(value, self.maximize(child, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return self._remember(state, value)

    def best_action(self, state: State) -> str:
        """The first action that is best for the player to move."""
        maximizing = self._game.to_move(state) == "max"
        alpha, beta = _NEG_INF, _POS_INF
        chosen = ""
        for action, child in self._game.successors(state):
            if maximizing:
                value = self.minimize(child, alpha, beta)
                if value > alpha or not chosen:
                    chosen = action
                alpha = max(alpha, value)
            else:
                value = self.maximize(child, alpha, beta)
                if value < beta or not chosen:
                    chosen = action
                beta = min(beta, value)
        return chosen


def alpha_beta_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    return AlphaBetaEngine(game).best_action(state)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a state in which MAX is to move."""
    return AlphaBetaEngine(game).maximize(state, alpha, beta)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a state in which MIN is to move."""
    return AlphaBetaEngine(game).minimize(state, alpha, beta)

"""Star1 with the mean of a chance node kept as an envelope of what it may become."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass
class Envelope:
    """The least and the greatest mean that are still possible."""

    least: float
    greatest: float
    low: float
    high: float

    def window(self, p: float, alpha: float, beta: float) -> tuple[float, float]:
        """The window for an outcome of probability ``p``."""
        return (
            self.greatest + (alpha - self.high) / p,
            self.least + (beta - self.low) / p,
        )

    def learn(self, p: float, value: float) -> None:
        """An outcome of probability ``p`` has turned out to be worth ``value``."""
        self.low += p * (value - self.least)
        self.high += p * (value - self.greatest)


class _Star1:
    def __init__(self, game: Game) -> None:
        self.game = game
        try:
            self.bounds = game.bounds()
        except ValueError:
            self.bounds = None

    def value(self, state: State, alpha: float, beta: float) -> float:
        """Value of any state."""
        if self.game.is_terminal(state):
            return self.game.utility(state)
        match self.game.to_move(state):
            case "chance":
                return self._chance(state, alpha, beta)
            case mover:
                return self._decision(state, alpha, beta, mover == "max")

    def _decision(self, state: State, alpha: float, beta: float, high: bool) -> float:
        best = -math.inf if high else math.inf
        for _, child in self.game.successors(state):
            v = self.value(child, alpha, beta)
            if high:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _chance(self, state: State, alpha: float, beta: float) -> float:
        outcomes = self.game.outcomes(state)
        if self.bounds is None:
            return sum(p * self.value(s, -math.inf, math.inf) for p, s in outcomes)
        least, greatest = self.bounds
        mean, rest = 0.0, 1.0
        for p, child in outcomes:
            envelope = Envelope(
                least,
                greatest,
                mean + rest * least,
                mean + rest * greatest,
            )
            v = self.value(child, *envelope.window(p, alpha, beta))
            envelope.learn(p, v)
            mean, rest = mean + p * v, rest - p
            if envelope.high <= alpha:
                return envelope.high
            if envelope.low >= beta:
                return envelope.low
        return mean


def star1_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    engine = _Star1(game)
    high = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    chosen = None
    for action, child in game.successors(state):
        v = engine.value(child, alpha, beta)
        if chosen is None or (v > alpha if high else v < beta):
            chosen = action
        if high:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return chosen


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX state."""
    return _Star1(game).value(state, alpha, beta)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN state."""
    return _Star1(game).value(state, alpha, beta)


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a chance state."""
    return _Star1(game).value(state, alpha, beta)

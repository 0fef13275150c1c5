"""Fail-hard alpha-beta on immutable windows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True, slots=True)
class Window:
    """An immutable interval; narrowing makes a new one."""

    alpha: float = -math.inf
    beta: float = math.inf

    @property
    def closed(self) -> bool:
        return self.alpha >= self.beta

    def after(self, value: float, mover: str) -> Window:
        """The window once ``mover`` is sure of ``value``."""
        match mover:
            case "max" if value > self.alpha:
                return replace(self, alpha=value)
            case "min" if value < self.beta:
                return replace(self, beta=value)
        return self

    def result_for(self, mover: str) -> float:
        """What a node of ``mover`` is worth when it ends with this window."""
        return self.alpha if mover == "max" else self.beta


_OPPONENT = {"max": "min", "min": "max"}


def _value(game: Game, state: State, mover: str, window: Window) -> float:
    """Value of a node of ``mover``, clamped to the window."""
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        window = window.after(_value(game, child, _OPPONENT[mover], window), mover)
        if window.closed:
            break
    return window.result_for(mover)


def alpha_beta_search(game: Game, state: State) -> str:
    """The first action that moved the window last."""
    mover = game.to_move(state)
    window = Window()
    chosen = game.actions(state)[0]
    for action, child in game.successors(state):
        narrowed = window.after(_value(game, child, _OPPONENT[mover], window), mover)
        if narrowed != window:
            chosen, window = action, narrowed
    return chosen


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX node."""
    return _value(game, state, "max", Window(alpha, beta))


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN node."""
    return _value(game, state, "min", Window(alpha, beta))

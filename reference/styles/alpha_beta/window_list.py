"""The window is one object, of which each child gets a copy.

Alpha and beta are its two ends: a child may move them, and nobody else sees it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    window, choice = [-inf, inf], None
    for action, child in game.successors(state):
        w = search(game, child, list(window))
        if game.to_move(state) == "max":
            if choice is None or w > window[0]:
                window[0], choice = w, action
        elif choice is None or w < window[1]:
            window[1], choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, [alpha, beta])


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, [alpha, beta])


def search(game: Game, state: State, window: list[float]) -> float:
    """The value of `state` within the window, whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, list(window)))
            if v >= window[1]:
                return v
            window[0] = max(window[0], v)
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, list(window)))
            if v <= window[0]:
                return v
            window[1] = min(window[1], v)
        return v

"""Negamax behind the function that is asked for: what is good for one is bad for all.

The value is turned to the side of whoever moves, and at the root back to MAX's.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


SIGN = {"max": 1, "min": -1}


def h_minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    color = SIGN[game.to_move(state)]
    best, choice = -inf, None
    for action, child in game.successors(state):
        w = color * h_minimax(game, child, 1)
        if choice is None or w > best:
            best, choice = w, action
    return choice


def h_minimax(game: Game, state: State, d: int) -> float:
    """The value of a state that stands `d` plies deep, whoever moves there."""
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    color = SIGN[game.to_move(state)]
    v = -inf
    for _, child in game.successors(state):
        v = max(v, color * h_minimax(game, child, d + 1))
    return color * v

"""A branch for each player, and v raised or lowered child by child."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def principal_variation(game: Game, state: State) -> list[str]:
    """The actions of best play from `state` to the end, the first among equals."""
    if game.is_terminal(state):
        return []
    best, following = "", state
    if game.to_move(state) == "max":
        v = -inf
        for action, child in game.successors(state):
            w = minimax(game, child)
            if w > v:
                best, following, v = action, child, w
    else:
        v = inf
        for action, child in game.successors(state):
            w = minimax(game, child)
            if w < v:
                best, following, v = action, child, w
    return [best, *principal_variation(game, following)]


def minimax(game: Game, state: State) -> float:
    """The minimax value of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, minimax(game, child))
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, minimax(game, child))
    return v

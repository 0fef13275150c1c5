"""The best move is kept beside the search, and written at the root alone.

One recursive function serves both players, and counts the plies on the way down.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    kept: list[str | None] = [None]
    search(game, state, 0, kept)
    return kept[0]


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, 0, [None])


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, 0, [None])


def search(game: Game, state: State, plies: int, kept: list[str | None]) -> float:
    """The value of `state`, whoever moves there, so many plies below the root."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        v = -inf
        for action, child in game.successors(state):
            w = search(game, child, plies + 1, kept)
            if w > v:
                v = w
                if plies == 0:
                    kept[0] = action
        return v
    else:
        v = inf
        for action, child in game.successors(state):
            w = search(game, child, plies + 1, kept)
            if w < v:
                v = w
                if plies == 0:
                    kept[0] = action
        return v

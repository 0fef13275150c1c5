"""One recursive function that is told the plies so far, and whose move it is.

Nothing asks for the plies: many a program for tic-tac-toe carries them along.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    maximizing = game.to_move(state) == "max"
    best, choice = None, None
    for action, child in game.successors(state):
        w = search(game, child, 0, not maximizing)
        if maximizing:
            if best is None or w > best:
                best, choice = w, action
        elif best is None or w < best:
            best, choice = w, action
    return choice


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, 0, maximizing=True)


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, 0, maximizing=False)


def search(game: Game, state: State, plies: int, maximizing: bool) -> float:
    """The value of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    if maximizing:
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, plies + 1, not maximizing))
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, plies + 1, not maximizing))
        return v

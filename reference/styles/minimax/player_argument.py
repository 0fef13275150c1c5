"""One recursive function that is told whose move it is.

The players take turns, as in the books' figures; where one moves twice in a row this
program is wrong, and no style.
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
        w = search(game, child, not maximizing)
        if best is None or (w > best if maximizing else w < best):
            best, choice = w, action
    return choice


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, maximizing=True)


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, maximizing=False)


def search(game: Game, state: State, maximizing: bool) -> float:
    """The minimax value of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    if maximizing:
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, not maximizing))
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, not maximizing))
        return v

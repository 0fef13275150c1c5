"""Each function finds a value and the action that leads to it, as AIMA's figures do.

AIMA, 4th edition, Figure 5.3: the players take turns, and the search takes the action
of the pair. The functions that are asked for hand on its value.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return best_for_max(game, state)[1]
    return best_for_min(game, state)[1]


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    return best_for_max(game, state)[0]


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    return best_for_min(game, state)[0]


def best_for_max(game: Game, state: State) -> tuple[float, str | None]:
    """MAX's best value, and the action that leads to it."""
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -inf, None
    for action, child in game.successors(state):
        w, _ = best_for_min(game, child)
        if w > v:
            v, move = w, action
    return v, move


def best_for_min(game: Game, state: State) -> tuple[float, str | None]:
    """MIN's best value, and the action that leads to it."""
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = inf, None
    for action, child in game.successors(state):
        w, _ = best_for_max(game, child)
        if w < v:
            v, move = w, action
    return v, move

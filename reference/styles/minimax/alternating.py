"""The functions of the two players call each other, as in the books' figures.

Nobody asks whose move it is but the search, at the root. The players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.is_terminal(state):
        return None
    if game.to_move(state) == "max":
        return max(
            game.actions(state), key=lambda a: min_value(game, game.result(state, a))
        )
    return min(
        game.actions(state), key=lambda a: max_value(game, game.result(state, a))
    )


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child))
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child))
    return v

"""The functions are told whose payoffs they reckon with: always MAX's.

So the code that comes with AIMA has it, in which the players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player = "max"
    if game.is_terminal(state):
        return None
    actions = game.actions(state)
    if game.to_move(state) == "max":
        return max(
            actions, key=lambda a: min_of_state(game, game.result(state, a), player)
        )
    return min(actions, key=lambda a: max_of_state(game, game.result(state, a), player))


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move."""
    return max_of_state(game, state, "max")


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move."""
    return min_of_state(game, state, "max")


def max_of_state(game: Game, state: State, player: str) -> float:
    """The largest of the children's values."""
    if game.is_terminal(state):
        return game.utility(state, player)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_of_state(game, child, player))
    return v


def min_of_state(game: Game, state: State, player: str) -> float:
    """The smallest of the children's values."""
    if game.is_terminal(state):
        return game.utility(state, player)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_of_state(game, child, player))
    return v

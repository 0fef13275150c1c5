"""Pairs of value and action are returned.

Your functions seem to return a value together with an action, as MAX-VALUE does in the
book's figure. It fits together within your code, but here max_value and min_value are
asked for the value of a state, and the action is the business of the search function.

What would a caller that wants a number have to do with what your function returns?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "what the functions return"


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1])[0],  # type: ignore[index]
        default=(None, state),
    )
    return action


def value(game: Game, state: State) -> float:
    """The minimax value of `state` (AIMA 4e, section 5.2), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state), None  # type: ignore[return-value]
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child)[0])  # type: ignore[index]
    return v, None  # type: ignore[return-value]


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state), None  # type: ignore[return-value]
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child)[0])  # type: ignore[index]
    return v, None  # type: ignore[return-value]

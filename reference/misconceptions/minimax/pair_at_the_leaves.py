"""A leaf returns a pair, other states a number.

Where the game is over your code seems to return the payoff together with an action,
as a pair; elsewhere your functions reckon with plain numbers. Python cannot say
which of the two is larger, and stops. Every way out of a function has to return the
same kind of thing.

List all the returns of one of your functions. What does each give back, and what
does the caller do with it?
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
        key=lambda successor: value(game, successor[1]),
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
        v = max(v, value(game, child))
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state), None  # type: ignore[return-value]
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child))
    return v

"""MIN takes the round off where it is MAX's move next, as the stub tells it."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def rounds_search(game: Game, state: State, rounds: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, choice = None, None
    for action, child in game.successors(state):
        w = min_value(game, child, rounds)
        if best is None or w > best:
            best, choice = w, action
    return choice


def max_value(game: Game, state: State, rounds: int) -> float:
    """The largest value among the successors, or an estimate where no round is left."""
    if game.is_terminal(state):
        return game.utility(state)
    if rounds == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, rounds))
    return v


def min_value(game: Game, state: State, rounds: int) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        if game.to_move(child) == "max":
            w = max_value(game, child, rounds - 1)
        else:
            w = min_value(game, child, rounds)
        if w < v:
            v = w
    return v

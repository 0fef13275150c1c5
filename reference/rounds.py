"""Minimax that looks a number of rounds ahead, in each of which every player moves.

Berkeley's CS 188 counts so in its Pac-Man project on multi-agent search: a depth of 2
is two moves of MAX, each with the replies of all ghosts. MAX moves first, so a round
has ended where it is MAX's move again, and `value` takes it off there.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def rounds_search(game: Game, state: State, rounds: int) -> str | None:
    """The first best action, as far as `rounds` show; None where there is none."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], rounds),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, rounds: int) -> float:
    """The value of a successor: where MAX moves again, a round less is left."""
    if game.to_move(state) == "max":
        return max_value(game, state, rounds - 1)
    return min_value(game, state, rounds)


def max_value(game: Game, state: State, rounds: int) -> float:
    """The largest value among the successors, or an estimate where no round is left."""
    if game.is_terminal(state):
        return game.utility(state)
    if rounds == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, rounds))
    return v


def min_value(game: Game, state: State, rounds: int) -> float:
    """The smallest value among the successors; a round never ends before MIN's move."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, rounds))
    return v

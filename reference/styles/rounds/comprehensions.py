"""The values of the successors as a list, of which the best is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def rounds_search(game: Game, state: State, rounds: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
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
    return max([value(game, child, rounds) for _, child in game.successors(state)])


def min_value(game: Game, state: State, rounds: int) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    return min([value(game, child, rounds) for _, child in game.successors(state)])

"""The values of all children at once: the largest of a list, the sum of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def expectimax_search(game: Game, state: State) -> str | None:
    """MAX's first best action; None where the game is over."""
    action, _ = max(
        game.successors(state),
        key=lambda successor: value(game, successor[1]),
        default=(None, state),
    )
    return action


def value(game: Game, state: State) -> float:
    """The expectimax value of `state`, whoever moves there."""
    if game.to_move(state) == "chance":
        return exp_value(game, state)
    return max_value(game, state)


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    return max([value(game, child) for _, child in game.successors(state)])


def exp_value(game: Game, state: State) -> float:
    """The mean of the values of the successors, weighted by their probabilities."""
    if game.is_terminal(state):
        return game.utility(state)
    return sum(
        probability * value(game, child) for probability, child in game.outcomes(state)
    )

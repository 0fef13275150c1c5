"""Each action of the root searched by itself, with ordered moves.

As in `root_separate`: the window is (−∞, +∞) for each, so that the value of every
root action is exact, and one action learns nothing from another. Below them the cuts
are those of the reference, on equality, in its order.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State


def ordering_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        successors(game, state, depth),
        key=lambda successor: value(game, successor[1], -inf, inf, depth - 1),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in successors(game, state, depth):
        v = max(v, value(game, child, alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in successors(game, state, depth):
        v = min(v, value(game, child, alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def successors(game: Game, state: State, depth: int) -> list[tuple[str, State]]:
    """Each action with its state, in the order in which they are searched.

    What is searched next to the horizon is estimated there anyway.
    """
    actions = game.actions(state)
    moves = order(game, state, actions) if depth > 1 else actions
    return [(action, game.result(state, action)) for action in moves]


def order(game: Game, state: State, actions: Sequence[str]) -> Sequence[str]:
    """The actions, that first which is estimated best for the player to move."""

    def estimate(action: str) -> float:
        return game.evaluate(game.result(state, action))

    return sorted(actions, key=estimate, reverse=game.to_move(state) == "max")

"""Negamax: one function for both players, who see each other's payoffs negated.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975). The window changes its
ends and its signs from ply to ply. The players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State


def ordering_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    color = 1 if game.to_move(state) == "max" else -1
    alpha, choice = -inf, None
    for action, child in successors(game, state, depth):
        w = -negamax(game, child, -inf, -alpha, depth - 1, -color)
        if choice is None or w > alpha:
            alpha, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of a state in which MAX is to move."""
    return negamax(game, state, alpha, beta, depth, 1)


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of a state in which MIN is to move."""
    return -negamax(game, state, -beta, -alpha, depth, -1)


def negamax(
    game: Game, state: State, alpha: float, beta: float, depth: int, color: int
) -> float:
    """What `state` is worth to the player to move: 1 stands for MAX, -1 for MIN."""
    if game.is_terminal(state):
        return color * game.utility(state)
    if depth == 0:
        return color * game.evaluate(state)
    v = -inf
    for _, child in successors(game, state, depth):
        v = max(v, -negamax(game, child, -beta, -alpha, depth - 1, -color))
        if v >= beta:
            return v
        alpha = max(alpha, v)
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
    sign = -1 if game.to_move(state) == "max" else 1
    return sorted(
        actions, key=lambda action: sign * game.evaluate(game.result(state, action))
    )

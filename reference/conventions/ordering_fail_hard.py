"""Fail-hard, with ordered moves: the value never leaves the window [α, β].

As in `fail_hard`, which Amy Greenwald (Brown) and Toronto's CSC384 teach: the bound
that a player moves is what is returned. The order is that of the reference.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State


def ordering_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state, depth)
    return min_action(game, state, depth)


def max_action(game: Game, state: State, depth: int) -> str | None:
    """MAX's first best action: a value that only equals α may be a mere bound."""
    best, alpha = None, -inf
    for action, child in successors(game, state, depth):
        v = value(game, child, alpha, inf, depth - 1)
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game: Game, state: State, depth: int) -> str | None:
    """MIN's first best action: a value that only equals β may be a mere bound."""
    best, beta = None, inf
    for action, child in successors(game, state, depth):
        v = value(game, child, -inf, beta, depth - 1)
        if v < beta:
            best, beta = action, v
    return best


def value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    if depth == 0:
        return clamp(game.evaluate(state), alpha, beta)
    for _, child in successors(game, state, depth):
        alpha = max(alpha, value(game, child, alpha, beta, depth - 1))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state`, moved to the nearest end of the window if outside."""
    if game.is_terminal(state):
        return clamp(game.utility(state), alpha, beta)
    if depth == 0:
        return clamp(game.evaluate(state), alpha, beta)
    for _, child in successors(game, state, depth):
        beta = min(beta, value(game, child, alpha, beta, depth - 1))
        if beta <= alpha:
            return alpha
    return beta


def clamp(v: float, alpha: float, beta: float) -> float:
    """The number of [α, β] nearest to `v`."""
    return max(alpha, min(v, beta))


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

"""Bounds that are compared and set, and a search function in two branches."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def bounded_minimax_search(
    game: Game, state: State, alpha: float, beta: float
) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = None
    if game.to_move(state) == "max":
        v = -inf
        for action, child in game.successors(state):
            found = minimax(game, child, alpha, beta)
            if found > v:
                best, v = action, found
        return best
    v = inf
    for action, child in game.successors(state):
        found = minimax(game, child, alpha, beta)
        if found < v:
            best, v = action, found
    return best


def minimax(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or the nearer end of the window if it lies outside."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            v = minimax(game, child, alpha, beta)
            if v > alpha:
                alpha = v
        return alpha
    for _, child in game.successors(state):
        v = minimax(game, child, alpha, beta)
        if v < beta:
            beta = v
    return beta

"""One recursive function behind the two that are asked for."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    alpha, beta, choice = -inf, inf, None
    for action, child in game.successors(state):
        w = search(game, child, alpha, beta, depth - 1)
        if game.to_move(state) == "max":
            if choice is None or w > alpha:
                alpha, choice = w, action
        elif choice is None or w < beta:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, alpha, beta, depth)


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, alpha, beta, depth)


def search(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, alpha, beta, depth - 1))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, alpha, beta, depth - 1))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v

"""Strict against the root's best action so far, equality everywhere else.

The other answer to the ties of which CS 188 warns: below the root an action is
given up only once it is known to be strictly worse than the best so far, so one
that ties with the best has an exact value. Right, since the root then compares
values and not bounds. The bound handed down is the float next to the best value,
on the losing side: a tie lies inside that window, and the textbook's cuts on
equality (AIMA, 4th edition, Figure 5.7) serve all through the tree.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    if game.to_move(state) == "max":
        return max_action(game, state)
    return min_action(game, state)


def max_action(game: Game, state: State) -> str | None:
    """MAX's first best action; α stays a hair below the best value so far."""
    best, v = None, -inf
    for action, child in game.successors(state):
        w = value(game, child, nextafter(v, -inf), inf)
        if w > v:
            best, v = action, w
    return best


def min_action(game: Game, state: State) -> str | None:
    """MIN's first best action; β stays a hair above the best value so far."""
    best, v = None, inf
    for action, child in game.successors(state):
        w = value(game, child, -inf, nextafter(v, inf))
        if w < v:
            best, v = action, w
    return best


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

"""The value first, then the first successor that has it.

So the figures of AIMA's first three editions read ("return the action in SUCCESSORS
with value v"), and CTU's lectures. Right, since the whole search finds the value of the
root, and each child is then asked with the full window (−∞, +∞), in which its value is
exact; the price is that children are searched twice. Whoever notes the children's
values during the first search visits what one window does.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first action whose child is worth what the state is worth."""
    v = value(game, state, -inf, inf)
    for action, child in game.successors(state):
        if value(game, child, -inf, inf) == v:
            return action
    return None


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

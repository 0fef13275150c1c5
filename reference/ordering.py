"""Alpha-beta that searches first what is estimated to be best.

AIMA, 4th edition, Figure 5.7, with the cutoff test of section 5.3 and the ordering of
moves of section 5.2.4. `order` peeks at the estimates of what the actions lead to. The
cuts are on equality, and v itself is returned.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State

CONVENTION = "equality"


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

"""One recursive function behind the two that are asked for."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autograder.game import Game, State


def ordering_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    alpha, beta, choice = -inf, inf, None
    for action, child in successors(game, state, depth):
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
        for _, child in successors(game, state, depth):
            v = max(v, search(game, child, alpha, beta, depth - 1))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    else:
        v = inf
        for _, child in successors(game, state, depth):
            v = min(v, search(game, child, alpha, beta, depth - 1))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v


def successors(game: Game, state: State, depth: int) -> list[tuple[str, State]]:
    """Each action with its state, in the order in which they are searched.

    What is searched next to the horizon is estimated there anyway.
    """
    actions = game.actions(state)
    moves = order(game, state, actions) if depth > 1 else actions
    return [(action, game.result(state, action)) for action in moves]


def order(game: Game, state: State, actions: Sequence[str]) -> Sequence[str]:
    """The actions, one by one the best of those that are left."""
    left, ordered = list(actions), []
    best = max if game.to_move(state) == "max" else min
    while left:
        action = best(left, key=lambda a: game.evaluate(game.result(state, a)))
        left.remove(action)
        ordered.append(action)
    return ordered

"""The actions are sorted by whether they are the killer, which leaves their order."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def killers_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    killers: dict[Any, Any] = {}
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_value(game, child, alpha, beta, 1, killers)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_value(game, child, alpha, beta, 1, killers)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
) -> float:
    """The value of a state in which MAX is to move, or a bound."""
    if game.is_terminal(state):
        return game.utility(state)
    killer = killers.get(ply)
    v = -inf
    for action in sorted(game.actions(state), key=lambda a: a != killer):
        child = game.result(state, action)
        w = min_value(game, child, alpha, beta, ply + 1, killers)
        if w > v:
            v = w
        if v >= beta:
            killers[ply] = action
            break
        if v > alpha:
            alpha = v
    return v


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
) -> float:
    """The value of a state in which MIN is to move, or a bound."""
    if game.is_terminal(state):
        return game.utility(state)
    killer = killers.get(ply)
    v = inf
    for action in sorted(game.actions(state), key=lambda a: a != killer):
        child = game.result(state, action)
        w = max_value(game, child, alpha, beta, ply + 1, killers)
        if w < v:
            v = w
        if v <= alpha:
            killers[ply] = action
            break
        if v < beta:
            beta = v
    return v

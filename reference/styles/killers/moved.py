"""The killer is taken out of the list of actions, and put in front."""

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
    actions = list(game.actions(state))
    killer = killers.get(ply)
    if killer in actions:
        actions.remove(killer)
        actions.insert(0, killer)
    v = -inf
    for action in actions:
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta, ply + 1, killers))
        if v >= beta:
            killers[ply] = action
            return v
        alpha = max(alpha, v)
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
    actions = list(game.actions(state))
    killer = killers.get(ply)
    if killer in actions:
        actions.remove(killer)
        actions.insert(0, killer)
    v = inf
    for action in actions:
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta, ply + 1, killers))
        if v <= alpha:
            killers[ply] = action
            return v
        beta = min(beta, v)
    return v

"""One function searches for both players; it is told who moves."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def killers_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    killers: dict[Any, Any] = {}
    color = 1 if game.to_move(state) == "max" else -1
    alpha, choice = -inf, None
    for action, child in game.successors(state):
        w = -negamax(game, child, -inf, -alpha, 1, killers, -color)
        if choice is None or w > alpha:
            alpha, choice = w, action
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
    return negamax(game, state, alpha, beta, ply, killers, 1)


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
) -> float:
    """The value of a state in which MIN is to move, or a bound."""
    return -negamax(game, state, -beta, -alpha, ply, killers, -1)


def negamax(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
    color: int,
) -> float:
    """What `state` is worth to the player to move: 1 stands for MAX, -1 for MIN."""
    if game.is_terminal(state):
        return color * game.utility(state)
    actions = list(game.actions(state))
    killer = killers.get(ply)
    if killer in actions:
        actions.remove(killer)
        actions.insert(0, killer)
    v = -inf
    for action in actions:
        child = game.result(state, action)
        v = max(v, -negamax(game, child, -beta, -alpha, ply + 1, killers, -color))
        if v >= beta:
            killers[ply] = action
            return v
        alpha = max(alpha, v)
    return v

"""A new list has the killer, if it is legal, and then all other actions."""

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
    v = -inf
    for action in ordered(game.actions(state), killers.get(ply)):
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta, ply + 1, killers))
        alpha = max(alpha, v)
        if alpha >= beta:
            killers[ply] = action
            break
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
    v = inf
    for action in ordered(game.actions(state), killers.get(ply)):
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta, ply + 1, killers))
        beta = min(beta, v)
        if beta <= alpha:
            killers[ply] = action
            break
    return v


def ordered(actions: tuple[str, ...], killer: Any) -> list[str]:
    """The actions as they are to be searched."""
    if killer in actions:
        return [killer, *(action for action in actions if action != killer)]
    return list(actions)

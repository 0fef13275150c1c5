"""Values are kept in a table by the labels of states, of which none comes twice."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    table: dict[object, float] = {}
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_of_state(game, child, alpha, beta, table)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_of_state(game, child, alpha, beta, table)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move."""
    return max_of_state(game, state, alpha, beta, {})


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move."""
    return min_of_state(game, state, alpha, beta, {})


def max_of_state(
    game: Game, state: State, alpha: float, beta: float, table: dict[object, float]
) -> float:
    """The value of `state`, or a lower bound of β or more."""
    key = str(state)
    if key in table:
        return table[key]
    if game.is_terminal(state):
        table[key] = game.utility(state)
        return table[key]
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_of_state(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    table[key] = v
    return v


def min_of_state(
    game: Game, state: State, alpha: float, beta: float, table: dict[object, float]
) -> float:
    """The value of `state`, or an upper bound of α or less."""
    key = str(state)
    if key in table:
        return table[key]
    if game.is_terminal(state):
        table[key] = game.utility(state)
        return table[key]
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_of_state(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    table[key] = v
    return v

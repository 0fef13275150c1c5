"""One function searches for both players; it is told who moves."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def transpositions_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    table: dict[Any, Any] = {}
    color = 1 if game.to_move(state) == "max" else -1
    alpha, choice = -inf, None
    for action, child in game.successors(state):
        w = -negamax(game, child, -inf, -alpha, table, -color)
        if choice is None or w > alpha:
            alpha, choice = w, action
    return choice


def max_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MAX is to move, or a bound."""
    return negamax(game, state, alpha, beta, table, 1)


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value of a state in which MIN is to move, or a bound."""
    return -negamax(game, state, -beta, -alpha, table, -1)


def negamax(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    table: dict[Any, Any],
    color: int,
) -> float:
    """What `state` is worth to the player to move: 1 stands for MAX, -1 for MIN."""
    if state in table:
        kind, v = table[state]
        if kind == "exact":
            return v
        if kind == "lower" and v >= beta:
            return v
        if kind == "upper" and v <= alpha:
            return v
    if game.is_terminal(state):
        return color * game.utility(state)
    first_alpha = alpha
    v = -inf
    for _, child in game.successors(state):
        v = max(v, -negamax(game, child, -beta, -alpha, table, -color))
        if v >= beta:
            break
        alpha = max(alpha, v)
    kind = "exact"
    if v <= first_alpha:
        kind = "upper"
    elif v >= beta:
        kind = "lower"
    table[state] = kind, v
    return v

"""Negamax: one function, whose value is that of whoever is to move.

What one player gets the other loses, so the mover takes the largest of his successors'
values, each of them with the other sign where the other player moves there (Knuth and
Moore, "An analysis of alpha-beta pruning", 1975).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def negamax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, v = None, -inf
    for action, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            w = negamax(game, child)
        else:
            w = -negamax(game, child)
        if w > v:
            best, v = action, w
    return best


def negamax(game: Game, state: State) -> float:
    """What `state` is worth to the player who is to move there."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = -inf
    for _, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            v = max(v, negamax(game, child))
        else:
            v = max(v, -negamax(game, child))
    return v

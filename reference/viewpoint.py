"""Minimax from a player's viewpoint: V(s, p) of CTU (Svoboda, Pošík, Hoffmann).

V(s, p) is what s is worth to p. Where p moves he takes the largest of what the next
states are worth to him; where the other one moves, she leaves him the smallest.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def viewpoint_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player, best, v = game.to_move(state), None, -inf
    for action, child in game.successors(state):
        w = value(game, child, player)
        if w > v:
            best, v = action, w
    return best


def value(game: Game, state: State, viewpoint: str) -> float:
    """What `state` is worth to the player `viewpoint`, whoever is to move there."""
    if game.is_terminal(state):
        return game.utility(state, viewpoint)
    if game.to_move(state) == viewpoint:
        v = -inf
        for _, child in game.successors(state):
            v = max(v, value(game, child, viewpoint))
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, viewpoint))
    return v

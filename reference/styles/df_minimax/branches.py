"""A branch for each player, and v raised or lowered child by child."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def df_minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = None
    if game.to_move(state) == "max":
        v = -inf
        for action, child in game.successors(state):
            found = df_minimax(game, child, "min")
            if found > v:
                best, v = action, found
        return best
    v = inf
    for action, child in game.successors(state):
        found = df_minimax(game, child, "max")
        if found < v:
            best, v = action, found
    return best


def df_minimax(game: Game, state: State, player: str) -> float:
    """The minimax value of `state`, in which `player` is to move."""
    if game.is_terminal(state):
        return game.utility(state)
    if player == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, df_minimax(game, child, "min"))
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, df_minimax(game, child, "max"))
    return v

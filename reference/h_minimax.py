"""Heuristic minimax: H-MINIMAX of AIMA, 4th edition, section 5.3.

One function for both players. `d` is how many plies deep the state stands: the game is
asked whether to stop there, and says yes where it is over.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def h_minimax_search(game: Game, state: State) -> str | None:
    """The first best action as far as the search looks; None where there is none."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: h_minimax(game, successor[1], 1),
        default=(None, state),
    )
    return action


def h_minimax(game: Game, state: State, d: int) -> float:
    """The value of a state that stands `d` plies deep, whoever moves there."""
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, h_minimax(game, child, d + 1))
        return v
    v = inf
    for _, child in game.successors(state):
        v = min(v, h_minimax(game, child, d + 1))
    return v

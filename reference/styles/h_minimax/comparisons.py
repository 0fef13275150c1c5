"""The best value so far is kept by a comparison; the branches say who moves."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def h_minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, choice = None, None
    for action, child in game.successors(state):
        w = h_minimax(game, child, 1)
        if game.to_move(state) == "max":
            if best is None or w > best:
                best, choice = w, action
        elif best is None or w < best:
            best, choice = w, action
    return choice


def h_minimax(game: Game, state: State, d: int) -> float:
    """The value of a state that stands `d` plies deep, whoever moves there."""
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    if game.to_move(state) == "max":
        v = -inf
        for action in game.actions(state):
            child = game.result(state, action)
            w = h_minimax(game, child, d + 1)
            if w > v:
                v = w
        return v
    else:
        v = inf
        for action in game.actions(state):
            child = game.result(state, action)
            w = h_minimax(game, child, d + 1)
            if w < v:
                v = w
        return v

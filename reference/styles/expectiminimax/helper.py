"""One recursive function behind the three that are asked for."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def expectiminimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, choice = None, None
    for action, child in game.successors(state):
        w = search(game, child)
        if game.to_move(state) == "max":
            if best is None or w > best:
                best, choice = w, action
        elif best is None or w < best:
            best, choice = w, action
    return choice


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state)


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state)


def exp_value(game: Game, state: State) -> float:
    """The value of a state in which chance moves."""
    return search(game, state)


def search(game: Game, state: State) -> float:
    """The expectiminimax value of `state`, whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "chance":
        v = 0.0
        for probability, child in game.outcomes(state):
            v += probability * search(game, child)
        return v
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child))
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child))
        return v

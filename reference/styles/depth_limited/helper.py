"""One recursive function behind the two that are asked for."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best, choice = None, None
    for action, child in game.successors(state):
        w = search(game, child, depth - 1)
        if game.to_move(state) == "max":
            if best is None or w > best:
                best, choice = w, action
        elif best is None or w < best:
            best, choice = w, action
    return choice


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, depth)


def min_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, depth)


def search(game: Game, state: State, depth: int) -> float:
    """The value of `state`, `depth` plies ahead, whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, depth - 1))
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, depth - 1))
        return v

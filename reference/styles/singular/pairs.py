"""Pairs of value and action are sorted; one function does the work for both players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def singular_search(game: Game, state: State, depth: int, margin: float) -> str | None:
    """The first best action, once one that stands out was looked at more closely."""
    maximizing = game.to_move(state) == "max"
    found = [
        (search(game, child, depth - 1), action)
        for action, child in game.successors(state)
    ]
    found.sort(key=lambda pair: pair[0], reverse=maximizing)
    v, best = found[0]
    if len(found) == 1:
        return best
    w, second = found[1]
    if abs(v - w) >= margin:
        v = search(game, game.result(state, best), depth)
    if (w > v) if maximizing else (w < v):
        return second
    return best


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
    values = [search(game, child, depth - 1) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)

"""Programs that play without looking ahead: what they earn, `adequacy` tells.

The docstrings name the rows.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def first(game: Game, state: State) -> str:
    """The first action each time."""
    return game.actions(state)[0]


def middle(game: Game, state: State) -> str:
    """The action in the middle each time."""
    actions = game.actions(state)
    return actions[len(actions) // 2]


def last(game: Game, state: State) -> str:
    """The last action each time."""
    return game.actions(state)[-1]


def drawn(game: Game, state: State) -> str:
    """An action that is drawn."""
    return Random(str(state)).choice(game.actions(state))  # noqa: S311 - to be repeated


def ahead(game: Game, state: State) -> str:
    """The action that is best at sight, one move ahead, each time."""
    sign = 1 if game.to_move(state) == "max" else -1
    worths = {
        action: sign * at_sight(game, child)
        for action, child in game.successors(state)
        if game.visits_left()
    }
    return max(worths, key=worths.__getitem__, default=game.actions(state)[0])


def at_sight(game: Game, state: State) -> float:
    """The utility of an end, made large; the estimate of all else, 0 without one."""
    if game.is_terminal(state):
        return 1000 * game.utility(state)
    try:
        return game.evaluate(state)
    except ValueError:
        return 0


CHOOSING = (first, middle, last, drawn, ahead)

"""Negamax: every value is seen from the player to move."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State


class ScoredAction(NamedTuple):
    """An action and its score for the player who takes it."""

    action: str
    score: float


def _scored_actions(game: Game, state: State) -> list[ScoredAction]:
    """Score every action of the player to move."""
    return [
        ScoredAction(action, -negamax(game, child))
        for action, child in game.successors(state)
    ]


def negamax_search(game: Game, state: State) -> str:
    """The first action with the highest score."""
    return max(_scored_actions(game, state), key=lambda entry: entry.score).action


def negamax(game: Game, state: State) -> float:
    """Value of the state for the player to move."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best = -math.inf
    for _, score in _scored_actions(game, state):
        best = max(best, score)
    return best

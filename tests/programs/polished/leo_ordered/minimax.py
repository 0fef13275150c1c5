"""Minimax with ordered dataclasses for the candidate moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True, order=True)
class Candidate:
    """A move and what it is worth; candidates compare by their worth."""

    action: str
    value: float


def minimax_search(game: Game, state: State) -> str:
    """Rate all candidates and pick the best one."""
    match game.to_move(state):
        case "max":
            rated = [
                Candidate(action, min_value(game, child))
                for action, child in game.successors(state)
            ]
            return max(rated).action
        case "min":
            rated = [
                Candidate(action, max_value(game, child))
                for action, child in game.successors(state)
            ]
            return min(rated).action
        case unknown:
            raise ValueError(f"unknown player {unknown!r}")


def max_value(game: Game, state: State) -> float:
    """Largest value among the successors."""
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, child) for _, child in game.successors(state))


def min_value(game: Game, state: State) -> float:
    """Smallest value among the successors."""
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))

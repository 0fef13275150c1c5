"""Minimax where MIN is a MAX that sees utilities with the other sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State


class Rated(NamedTuple):
    """An action with its rating and its place in the order of the game."""

    rating: float
    place: int
    action: str


def _rate_all(game: Game, state: State, sign: int) -> list[Rated]:
    """Ratings of all actions, for the player whose sign is given."""
    return [
        Rated(-_rating(game, child, -sign), place, action)
        for place, (action, child) in enumerate(game.successors(state))
    ]


def _rating(game: Game, state: State, sign: int) -> float:
    """What the state is worth to the player whose sign is given."""
    if game.is_terminal(state):
        return sign * game.utility(state)
    ratings = sorted(rated.rating for rated in _rate_all(game, state, sign))
    return ratings[-1]


def minimax_search(game: Game, state: State) -> str:
    """Best action: the highest rating, among equals the earliest place."""
    sign = 1 if game.to_move(state) == "max" else -1
    podium = sorted(
        _rate_all(game, state, sign), key=lambda rated: (-rated.rating, rated.place)
    )
    return podium[0].action


def max_value(game: Game, state: State) -> float:
    """Value of a MAX state."""
    return _rating(game, state, 1)


def min_value(game: Game, state: State) -> float:
    """Value of a MIN state, back in MAX's terms."""
    return -_rating(game, state, -1)

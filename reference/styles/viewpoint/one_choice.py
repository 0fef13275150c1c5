"""Whose best it is, is decided once, and all values are found before one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def viewpoint_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player = game.to_move(state)
    action, _ = max(
        game.successors(state),
        key=lambda successor: value(game, successor[1], player),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, viewpoint: str) -> float:
    """What `state` is worth to the player `viewpoint`, whoever is to move there."""
    if game.is_terminal(state):
        return game.utility(state, viewpoint)
    best = max if game.to_move(state) == viewpoint else min
    return best([value(game, child, viewpoint) for _, child in game.successors(state)])

"""The values of the successors as a list, as the book's formula reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def h_minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
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
        return max(
            [h_minimax(game, child, d + 1) for _, child in game.successors(state)]
        )
    return min([h_minimax(game, child, d + 1) for _, child in game.successors(state)])

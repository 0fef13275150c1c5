"""The payoffs of the successors as a list, of which the mover takes the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str | None:
    """The first action that is best for the player to move; None where none is."""
    player = game.players().index(game.to_move(state))
    found = [max_n(game, child)[player] for _, child in game.successors(state)]
    if not found:
        return None
    return game.actions(state)[found.index(max(found))]


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, in the order of `game.players()`."""
    if game.is_terminal(state):
        return game.utility(state)
    player = game.players().index(game.to_move(state))
    found = [max_n(game, child) for _, child in game.successors(state)]
    return max(found, key=lambda payoffs: payoffs[player])

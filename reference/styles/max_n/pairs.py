"""The payoffs come with the action that leads to them, and the search takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str | None:
    """The first action that is best for the player to move; None where none is."""
    return best_of(game, state)[1]


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, in the order of `game.players()`."""
    return best_of(game, state)[0]


def best_of(game: Game, state: State) -> tuple[tuple[float, ...], str | None]:
    """What the player to move likes best, and the action that leads to it."""
    if game.is_terminal(state):
        return game.utility(state), None
    player = game.players().index(game.to_move(state))
    best: tuple[float, ...] = ()
    move = None
    for action, child in game.successors(state):
        payoffs, _ = best_of(game, child)
        if not best or payoffs[player] > best[player]:
            best, move = payoffs, action
    return best, move

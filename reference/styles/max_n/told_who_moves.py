"""The function is told who moves, as an index in the order of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str | None:
    """The first action that is best for the player to move; None where none is."""
    player = who_moves(game, state)
    best: tuple[float, ...] = ()
    move = None
    for action, child in game.successors(state):
        payoffs = best_of(game, child, who_moves(game, child))
        if not best or payoffs[player] > best[player]:
            best, move = payoffs, action
    return move


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, in the order of `game.players()`."""
    return best_of(game, state, who_moves(game, state))


def who_moves(game: Game, state: State) -> int:
    """The index of the player who moves in a state."""
    return game.players().index(game.to_move(state))


def best_of(game: Game, state: State, player: int) -> tuple[float, ...]:
    """What that player likes best of what the successors bring."""
    if game.is_terminal(state):
        return game.utility(state)
    best: tuple[float, ...] = ()
    for _, child in game.successors(state):
        payoffs = best_of(game, child, who_moves(game, child))
        if not best or payoffs[player] > best[player]:
            best = payoffs
    return best

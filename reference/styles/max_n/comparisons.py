"""The largest payoff so far is kept beside the tuple in which it stands."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str | None:
    """The first action that is best for the player to move; None where none is."""
    player = game.players().index(game.to_move(state))
    v, choice = -inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        payoffs = max_n(game, child)
        if payoffs[player] > v:
            v, choice = payoffs[player], action
    return choice


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, in the order of `game.players()`."""
    if game.is_terminal(state):
        return tuple([game.utility(state, name) for name in game.players()])
    player = game.players().index(game.to_move(state))
    best: tuple[float, ...]
    v, best = -inf, ()
    for action in game.actions(state):
        child = game.result(state, action)
        payoffs = max_n(game, child)
        if payoffs[player] > v:
            v, best = payoffs[player], payoffs
    return best

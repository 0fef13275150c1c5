"""The search for any number of players: maxⁿ of Luckhardt and Irani (1986).

A terminal state has a payoff for each player, and so has every other state: that of the
successor which is best for whoever moves there (AIMA, 4th edition, section 5.2.2). Of
successors that are equally good for the player, the first is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str | None:
    """The first action that is best for the player to move; None where none is."""
    player = game.players().index(game.to_move(state))
    action, _ = max(
        game.successors(state),
        key=lambda successor: max_n(game, successor[1])[player],
        default=(None, state),
    )
    return action


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, in the order of `game.players()`."""
    if game.is_terminal(state):
        return game.utility(state)
    player = game.players().index(game.to_move(state))
    best: tuple[float, ...] = ()
    for _, child in game.successors(state):
        payoffs = max_n(game, child)
        if not best or payoffs[player] > best[player]:
            best = payoffs
    return best

"""The principal variation: what both players do who play as well as they can.

Brown (Greenwald) and Toronto (McIlraith) read it off the tree of minimax values: from
the root down, each player takes his best action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

BEST = {"max": max, "min": min}


def principal_variation(game: Game, state: State) -> list[str]:
    """The actions of best play from `state` to the end, the first among equals."""
    line = []
    while not game.is_terminal(state):
        best = BEST[game.to_move(state)]
        action, state = best(
            game.successors(state), key=lambda successor: minimax(game, successor[1])
        )
        line.append(action)
    return line


def minimax(game: Game, state: State) -> float:
    """The minimax value of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    best = BEST[game.to_move(state)]
    return best(minimax(game, child) for _, child in game.successors(state))

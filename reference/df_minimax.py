"""Minimax as one function with a player: DFMiniMax of Toronto's CSC384 (McIlraith).

The players take turns, and who moves is handed on: nobody asks the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

OPPONENT = {"max": "min", "min": "max"}
BEST = {"max": max, "min": min}


def df_minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    player = game.to_move(state)
    action, _ = BEST[player](
        game.successors(state),
        key=lambda successor: df_minimax(game, successor[1], OPPONENT[player]),
        default=(None, state),
    )
    return action


def df_minimax(game: Game, state: State, player: str) -> float:
    """The minimax value of `state`, in which `player` is to move."""
    if game.is_terminal(state):
        return game.utility(state)
    return BEST[player](
        df_minimax(game, child, OPPONENT[player]) for _, child in game.successors(state)
    )

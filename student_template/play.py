"""A program that plays: each move is chosen by a search that you write.

Both players have one bank of visits for the whole game, and spend it as they like. A
state costs one visit when you first ask anything about it; the state that you are given
costs nothing. Whoever asks for a visit that the bank has not left has lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def choose(game: Game, state: State) -> str:
    """An action of `game.actions(state)`, for the player `game.to_move(state)`.

    MAX wants a high utility and MIN a low one. `game.visits_left()` says what is left
    in your bank. `game.evaluate(state)` has an estimate of a position where the game
    has any, and raises ValueError where it has none.

    Iterative deepening is one way to live within a bank (AIMA, section 5.3):

        for depth in 1, 2, 3, ...
            search all actions `depth` plies deep, by alpha-beta
            stop where what this move may cost is used up
        return the best action of the last round that was finished
    """
    raise NotImplementedError

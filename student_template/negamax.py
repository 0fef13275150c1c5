"""Minimax in one function, whose value is the mover's. Write the two functions below.

What one player gets the other loses. So the player to move takes the largest of his
successors' values; a value that is the other player's counts with the other sign. A
player may move again: then the value that comes back is already his own.

The `game` answers these questions:

    game.is_terminal(state)   True if the game is over there
    game.to_move(state)       whose turn it is: "max" or "min", also where it is over
    game.utility(state, p)    what player p gets; ask it only where the game is over
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

The first question about a state visits it, and your visits are compared with those
that minimax needs. To be given a state by result or successors is not a visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def negamax_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        for each action of the state:
            find what the state it leads to is worth to the player to move here
        return the action with the largest
    """
    raise NotImplementedError("the best action")


def negamax(game: Game, state: State) -> float:
    """What a state is worth to the player who is to move there.

    The idea (Knuth and Moore):

        if the game is over, the value is the utility of whoever would be to move
        v <- minus infinity
        for each successor:
            find its value; if the other player moves there, change its sign
            v <- the larger of v and that value
        return v
    """
    raise NotImplementedError("the largest value, seen by the player to move")

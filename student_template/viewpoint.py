"""Minimax search from a player's viewpoint. Write the two functions below.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state, p)    what the player p gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them. A state prints as its
label, so print(state) inside a function shows where your search is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def viewpoint_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        for each action of the state:
            find what the state it leads to is worth to the player who moves here
        return the action with the largest of these values; among equals, the first
    """
    raise NotImplementedError("the best action")


def value(game: Game, state: State, viewpoint: str) -> float:
    """What a state is worth to the player `viewpoint`, "max" or "min".

    What the one gets the other loses. Whose viewpoint it is stays the same for the
    whole search, whoever moves.

    The idea (CTU: V(s, p)):

        if the game is over, the value is what the player gets there
        find the value of each successor, from the same viewpoint
        where the player himself is to move, the largest of them is the value
        where the other one is, the smallest is
    """
    raise NotImplementedError("the value to the player")

"""Minimax search with a dispatcher. Write the four functions below.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
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


def dispatcher_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        for each action of the state:
            find the value of the state it leads to
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action")


def value(game: Game, state: State) -> float:
    """The minimax value of a state, whoever is to move there.

    The idea (CS 188, lecture 6):

        if the game is over, its utility is the value
        if MAX is to move, the highest of the successors' values is
        if MIN is to move, the lowest is
    """
    raise NotImplementedError("ask who moves, and call max_value or min_value")


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move, and which is not the last.

    The idea:

        v <- minus infinity
        for each successor:
            v <- the larger of v and the value of the successor
        return v
    """
    raise NotImplementedError("largest successor value")


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move, and which is not the last.

    The mirror image of max_value:

        v <- plus infinity
        for each successor:
            v <- the smaller of v and the value of the successor
        return v
    """
    raise NotImplementedError("smallest successor value")

"""The principal variation. Write the two functions below.

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


def principal_variation(game: Game, state: State) -> list[str]:
    """The actions that both players take, from this state to the end of the game.

    Each is the best for whoever moves there; among equals, any. Where the game is
    over, there are none.

    The idea (Brown; Toronto, CSC384):

        begin at the state, with no actions
        until the game is over:
            find the minimax value of each successor
            take the action with the largest, where MAX moves, or the smallest
            add it to the actions, and go on from the state that it leads to
    """
    raise NotImplementedError("the actions of best play")


def minimax(game: Game, state: State) -> float:
    """The minimax value of a state.

    The idea:

        if the game is over, its utility is the value
        find the value of each successor
        where MAX is to move, the largest of them is the value
        where MIN is to move, the smallest is
    """
    raise NotImplementedError("the largest or the smallest successor value")

"""Minimax search in one function. Write the two functions below.

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


def df_minimax_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        for each action of the state:
            find the value of the state it leads to, where the other player moves
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action")


def df_minimax(game: Game, state: State, player: str) -> float:
    """The minimax value of a state in which `player`, "max" or "min", is to move.

    The idea (Toronto, CSC384: depth-first minimax; the players take turns):

        if the game is over, its utility is the value
        find the value of each successor, with the other player to move
        if the player is MAX, the largest of them is the value
        if the player is MIN, the smallest is
    """
    raise NotImplementedError("the largest or the smallest successor value")

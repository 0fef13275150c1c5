"""Singular extension. Write the three functions below.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of that, where the game goes on
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


def singular_search(game: Game, state: State, depth: int, margin: float) -> str:
    """The best action, once the one that stands out was looked at more closely.

    The idea (AIMA, section 5.3.2; CTU):

        find the value of each successor, so that the search looks `depth` plies ahead
        (its own ply is one of them)
        the best is the one with the largest value, where MAX moves, or the smallest
        if it is better than the second by `margin` or more:
            search it again, one ply deeper, and take what comes of that for its value
            if the second is better than that, return the second
        return the best; among equals, any of them
    """
    raise NotImplementedError("the best action")


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move, with `depth` plies left.

    Who moves next need not be MIN: ask the game.

    The idea:

        if the game is over, its utility is the value
        if no ply is left, its estimate is the value
        else the largest value of a successor is, with one ply less
    """
    raise NotImplementedError("the largest successor value")


def min_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MIN is to move: the same with the smallest."""
    raise NotImplementedError("the smallest successor value")

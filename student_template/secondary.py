"""Secondary search: a second look. Write the three functions below.

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


def secondary_search(game: Game, state: State, depth: int) -> str:
    """The best action, once it was looked at more closely.

    The idea (Brown), which is singular extension without a margin:

        find the value of each successor, so that the search looks `depth` plies ahead
        (its own ply is one of them)
        the best is the one with the largest value, where MAX moves, or the smallest
        search the best again, one ply deeper, however small its lead is
        if it comes to less for the player than before:
            search the second best again, one ply deeper, too
            if that comes to more for the player than the best now does, return it
        return the best

    Of equal successors any may be taken, as the best and as the second best. Where
    there is one action alone it is returned, and nothing is searched again.
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

"""Quiescence search. Write the three functions below.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of that, where the game goes on
    game.is_quiet(state)      True if that estimate may be trusted
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


def quiescence_search(game: Game, state: State, depth: int) -> str:
    """The best action, as far as a search sees that looks `depth` plies ahead.

    The idea:

        for each action of the state:
            find the value of the state it leads to, with one ply less to go
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action")


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move, with `depth` plies left.

    Who moves next need not be MIN: ask the game. `depth` may be 0 or less.

    The idea (AIMA, section 5.3.2; CTU):

        if the game is over, its utility is the value
        if no ply is left and the state is quiet, its estimate is the value
        find the value of each successor, with one ply less; a noisy state is searched
        over all of its actions, however deep it lies
        the largest of them is the value
    """
    raise NotImplementedError("the largest successor value")


def min_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MIN is to move: the same with the smallest."""
    raise NotImplementedError("the smallest successor value")

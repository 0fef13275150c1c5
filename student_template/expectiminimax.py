"""Expectiminimax search: MAX, MIN and chance. Write the four functions below.

MAX wants a large value and MIN a small one; chance wants nothing. Where a player is
to move, the state is worth what the best action is worth to that player. Where chance
moves, it is worth the mean of what may come of it, and what is likely counts for more.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max", "min" or "chance"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)
    game.outcomes(state)      where chance moves: a tuple of pairs (probability, state)

The probabilities of a state's outcomes sum to 1, and need not be equal. The three may
come in any order, so ask game.to_move whose turn it is; at the root, too, it may be
chance's. Try actions and outcomes in the order in which the game gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def expectiminimax_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        for each action of the state:
            find the value of the state it leads to
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action")


def max_value(game: Game, state: State) -> float:
    """The value of a state in which MAX is to move.

    The idea (AIMA, 4th edition, section 5.5):

        if the game is over, its utility is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, whoever is to move there
        return v
    """
    raise NotImplementedError("largest successor value")


def min_value(game: Game, state: State) -> float:
    """The value of a state in which MIN is to move.

    The mirror image of max_value:

        if the game is over, its utility is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value, whoever is to move there
        return v
    """
    raise NotImplementedError("smallest successor value")


def exp_value(game: Game, state: State) -> float:
    """The value of a state in which chance moves.

    The idea (AIMA, 4th edition, section 5.5):

        if the game is over, its utility is the value
        v <- 0
        for each outcome:
            add to v the outcome's value, multiplied by its probability
        return v
    """
    raise NotImplementedError("mean value of the outcomes")

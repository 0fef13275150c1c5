"""Minimax that looks some rounds ahead, and estimates. Write three functions.

MAX may have several opponents, who move one after the other; all of them play as MIN.
In a round each player moves once. MAX moves first, so a round has ended where it is
MAX's move again. `rounds` is how many rounds are left: a search from a state of MAX may
look so many moves of MAX ahead, each with the replies of all the others.

What the `game` tells of a state:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of what MAX gets; the utility where it is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them. The states in which you ask
for an estimate are compared with those in which your search has to stop: it may ask
there, and where the game is over, and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def rounds_search(game: Game, state: State, rounds: int) -> str:
    """The best action for MAX, looking `rounds` rounds ahead.

    The idea:

        for each action of the state:
            find the value of the state it leads to; its round has not ended yet
        return the action with the largest value, among equals any
    """
    raise NotImplementedError("the best action, as far as the search looks")


def max_value(game: Game, state: State, rounds: int) -> float:
    """The value of a state in which MAX is to move, with `rounds` rounds left.

    The idea (CS 188, Berkeley: a depth of the Pac-Man project is a round):

        if the game is over, its utility is the value
        if no round is left, the estimate is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, in the same round
        return v
    """
    raise NotImplementedError("largest successor value, or an estimate")


def min_value(game: Game, state: State, rounds: int) -> float:
    """The value of a state in which one of the opponents is to move.

    The idea:

        if the game is over, its utility is the value
        v <- plus infinity
        for each successor:
            if MAX is to move there, a round has ended, and one less is left
            v <- the smaller of v and the successor's value
        return v

    The search never stops here: no round ends before an opponent's move.
    """
    raise NotImplementedError("smallest successor value")

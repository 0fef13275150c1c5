"""Alpha-beta search with a dispatcher. Write the four functions below.

On the way down the search carries a window of two numbers:

    alpha   the best value that MAX is sure of already, somewhere on the path
    beta    the best value that MIN is sure of already, somewhere on the path

As soon as a state is known to be outside the window, somebody on the path has a
better choice and play never comes here: return, and leave the other successors out.

The `game` answers these questions:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

The first question about a state visits it, and your visits are compared with those
that alpha-beta needs. To be given a state by result or successors is not a visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find the value of the state it leads to, within the window
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the first action.
    """
    raise NotImplementedError("the best action")


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state within the window, whoever is to move there.

    The idea (CS 188, lecture 6):

        if the game is over, its utility is the value
        if MAX is to move, max_value knows it, within the same window
        if MIN is to move, min_value does
    """
    raise NotImplementedError("ask who moves, and call max_value or min_value")


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move, and which is not the last.

    The idea:

        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, for the same window
            if v is at least beta: return v, MIN will not let us come here
            alpha <- the larger of alpha and v
        return v
    """
    raise NotImplementedError("cut if v >= beta")


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move, and which is not the last.

    The mirror image of max_value:

        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value, for the same window
            if v is at most alpha: return v, MAX will not let us come here
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("cut if v <= alpha")

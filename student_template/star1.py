"""Star1: alpha-beta that leaves chance nodes early, too. Write four functions.

On the way down the search carries a window of two numbers:

    alpha   the best value that MAX is sure of already, somewhere on the path
    beta    the best value that MIN is sure of already, somewhere on the path

Where MAX or MIN moves, all is as in alpha-beta. Where chance moves, one successor says
nothing by itself: those that are still to come can bring the mean anywhere. Unless
utilities have bounds. If none is above 10, and half of the probability is still to
come, then that half adds at most 5. So a chance node can be left when even the best of
what is still to come cannot bring the mean above alpha, or even the worst cannot keep
it below beta.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max", "min" or "chance"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)
    game.outcomes(state)      where chance moves: a tuple of pairs (probability, state)
    game.bounds()             the least and the greatest utility there can be: a pair

Not every game says so much: game.bounds() raises a ValueError where nothing is known.
Then a chance node cannot be left early, and has no window to hand down: look at every
outcome, each with the window from minus infinity to plus infinity. MAX and MIN below it
cut each other all the same.

The first question about a state visits it, and your visits are compared with those
that Star1 needs. To be given a state by successors or outcomes is not a visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def star1_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea (AIMA, 4th edition, Figure 5.7):

        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find the value of the state it leads to, within the window
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the first action.
    """
    raise NotImplementedError("the best action")


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value, within the window, of a state in which MAX is to move.

    The idea (AIMA, 4th edition, Figure 5.7):

        if the game is over, its utility is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, for the same window
            if v is at least beta: return v, MIN will not let us come here
            alpha <- the larger of alpha and v
        return v
    """
    raise NotImplementedError("cut if v >= beta")


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value, within the window, of a state in which MIN is to move.

    The mirror image of max_value:

        if the game is over, its utility is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value, for the same window
            if v is at most alpha: return v, MAX will not let us come here
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("cut if v <= alpha")


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value, within the window, of a state in which chance moves.

    The idea (Ballard 1983, Star1), where the game has bounds, least and greatest:

        if the game is over, its utility is the value
        v <- 0, the part of the mean that is known
        rest <- 1, the probability of what is still to come
        for each outcome, of probability p:
            take p from rest
            low  <- the value of this outcome at which v, p times it, and rest times
                    the greatest make just alpha
            high <- the value of this outcome at which v, p times it, and rest times
                    the least make just beta
            add to v the outcome's value for the window (low, high), p times
            if v and rest times the greatest is at most alpha: return that sum
            if v and rest times the least is at least beta: return that sum
        return v

    You may also search each outcome for the window from minus infinity to plus
    infinity: the tests after it are the same, and it cuts less below.
    Where game.bounds() raises ValueError: the plain mean, each outcome searched for
    the window from minus infinity to plus infinity, and no test.
    """
    raise NotImplementedError("cut if the rest cannot help")

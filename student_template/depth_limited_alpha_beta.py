"""Alpha-beta that looks some plies ahead, and estimates. Write three functions.

Alpha-beta search and a limit for its depth, both at once. On the way down the search
carries the window and the limit:

    alpha   the best value that MAX is sure of already, somewhere on the path
    beta    the best value that MIN is sure of already, somewhere on the path
    depth   how many plies, that is, moves of a player, are left

A state where no ply is left is like a leaf, and its estimate is like a utility: it can
raise v, move a bound, and cause a cut.

What the `game` tells of a state:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of what MAX gets; the utility where it is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

The first question about a state visits it, and your visits are compared with those
that the search needs. So are the states in which you ask for an estimate: it may be
asked where the search has to stop, and where the game is over, and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def depth_limited_alpha_beta_search(game: Game, state: State, depth: int) -> str:
    """The best action for the player to move, looking `depth` plies ahead.

    The idea (AIMA, 4th edition, Figure 5.7 and section 5.3):

        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find the value of the state it leads to, within the window, one ply less
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the first action.
    """
    raise NotImplementedError("the best action, as far as the search looks")


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value, within the window, of a state in which MAX is to move.

    The idea (AIMA, 4th edition, Figure 5.7 and section 5.3):

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value: same window, one ply less
            if v is at least beta: return v, MIN will not let us come here
            alpha <- the larger of alpha and v
        return v
    """
    raise NotImplementedError("estimate if depth is 0, cut if v >= beta")


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value, within the window, of a state in which MIN is to move.

    The mirror image of max_value:

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value: same window, one ply less
            if v is at most alpha: return v, MAX will not let us come here
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("estimate if depth is 0, cut if v <= alpha")

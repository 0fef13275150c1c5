"""Alpha-beta that searches first what seems best. Write four functions.

Alpha-beta leaves out most where the best action is tried first. Nobody knows which that
is, but an estimate may tell. So this search asks `order` in which order it tries the
actions of a state, and goes on as alpha-beta with a limited depth does:

    alpha   the best value that MAX is sure of already, somewhere on the path
    beta    the best value that MIN is sure of already, somewhere on the path
    depth   how many plies, that is, moves of a player, are left

What the `game` tells of a state:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of what MAX gets; the utility where it is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to

The first question about a state visits it, and your visits are compared with those that
alpha-beta needs in your order. While `order` runs it may peek: there game.evaluate of
what an action leads to visits nothing. But a leaf that you peek at has been evaluated,
whether or not the search comes to it: a state in which the game is over, or in which no
ply is left. You earn points for the leaves that your order saves.

The grader watches `order` under this name and with these arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from collections.abc import Sequence

    from autograder.game import Game, State


def ordering_search(game: Game, state: State, depth: int) -> str:
    """The best action for the player to move, looking `depth` plies ahead.

    The idea (AIMA, 4th edition, Figure 5.7 and section 5.2.4):

        begin with the window from minus infinity to plus infinity
        for each action of the state, in the order of max_value:
            find the value of the state it leads to, within the window, one ply less
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the earlier action.
    """
    raise NotImplementedError("the best action, as far as the search looks")


def max_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value, within the window, of a state in which MAX is to move.

    The idea (AIMA, 4th edition, Figure 5.7 and section 5.2.4):

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- minus infinity
        actions <- the actions of the state
        if more than one ply is left: actions <- order(game, state, actions)
        for each of the actions:
            w <- the value of the state it leads to: same window, one ply less
            v <- the larger of v and w
            if v is at least beta: return v, MIN will not let us come here
            alpha <- the larger of alpha and v
        return v

    Where one ply is left each action leads to a leaf, which a peek would evaluate.
    """
    raise NotImplementedError("order if depth is above 1, cut if v >= beta")


def min_value(game: Game, state: State, alpha: float, beta: float, depth: int) -> float:
    """The value, within the window, of a state in which MIN is to move.

    The mirror image of max_value:

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- plus infinity
        actions <- the actions of the state
        if more than one ply is left: actions <- order(game, state, actions)
        for each of the actions:
            w <- the value of the state it leads to: same window, one ply less
            v <- the smaller of v and w
            if v is at most alpha: return v, MAX will not let us come here
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("order if depth is above 1, cut if v <= alpha")


def order(game: Game, state: State, actions: Sequence[str]) -> Sequence[str]:
    """The same actions, each once, in the order in which they are to be searched.

    The idea:

        peek at the estimate of the state that each action leads to
        that action comes first which is estimated best for the player to move
    """
    raise NotImplementedError("the same actions, in a better order")

"""Alpha-beta search in one function that asks who moves. Write the two functions below.

The utilities of these games lie between -1 and +1. So before anything is searched MAX
is sure of alpha = -1, and MIN of beta = +1.
Each raises or lowers his own bound from child to child, and hands both on. Once alpha
has come to beta, nobody lets play come here: return, and leave the rest out.

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


def alpha_beta_pruning_search(
    game: Game, state: State, alpha: float, beta: float
) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    It is called with the window (-1, +1). The idea:

        for each action of the state:
            find the value of the state it leads to, within the window
            if MAX moves here and it is more than alpha: keep the action, raise alpha
            if MIN moves here and it is less than beta: keep the action, lower beta
            if alpha has come to beta: nothing can be better
        return the action kept, and the first where none was better than the window
    """
    raise NotImplementedError("the best action")


def alpha_beta_pruning(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state; where it lies outside of the window, its nearer end.

    The idea (Brown, Table 7):

        if the game is over, its utility is the value
        if MAX is to move:
            for each successor:
                alpha <- the larger of alpha and the successor's value
                if alpha is at least beta: return beta
            return alpha
        if MIN is to move:
            for each successor:
                beta <- the smaller of beta and the successor's value
                if beta is at most alpha: return alpha
            return beta
    """
    raise NotImplementedError("return as soon as alpha has come to beta")

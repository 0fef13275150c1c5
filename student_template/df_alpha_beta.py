"""Alpha-beta search in one function. Write the two functions below.

On the way down the search carries who is to move, and a window of two numbers:

    alpha   the best value that MAX is sure of already, somewhere on the path
    beta    the best value that MIN is sure of already, somewhere on the path

No other value is kept: MAX raises alpha, MIN lowers beta. Once the two have met,
somebody on the path has a choice as good elsewhere, and what is left can be left out.

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


def df_alpha_beta_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find the value of the state it leads to, where the other player moves
            if MAX moves here and it is more than alpha: keep the action, raise alpha
            if MIN moves here and it is less than beta: keep the action, lower beta
        return the action kept
    """
    raise NotImplementedError("the best action")


def alpha_beta(
    game: Game, state: State, player: str, alpha: float, beta: float
) -> float:
    """The value of a state in which `player`, "max" or "min", is to move.

    The idea (Toronto, CSC384; the players take turns):

        if the game is over, its utility is the value
        if the player is MAX:
            for each successor:
                find its value, with MIN to move, within the window
                alpha <- the larger of alpha and that value
                if beta is at most alpha: break
            return alpha
        if the player is MIN:
            the same with MAX to move, and beta as the smaller
            return beta
    """
    raise NotImplementedError("raise alpha or lower beta, and break when they meet")

"""Alpha-beta in one function, whose value is the mover's. Write the two functions.

As in negamax, a value is that of whoever is to move, and so is the window:

    alpha   what the player to move is sure of already, somewhere on the path
    beta    what the other player can hold him to, somewhere on the path

For a state in which the other player moves, both change places and signs.

The `game` answers these questions:

    game.is_terminal(state)   True if the game is over there
    game.to_move(state)       whose turn it is: "max" or "min", also where it is over
    game.utility(state, p)    what player p gets; ask it only where the game is over
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


def negamax_alpha_beta_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    The idea:

        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find what the state it leads to is worth to the player to move here
            if it is more than alpha: keep the action, raise alpha
        return the action kept
    """
    raise NotImplementedError("the best action")


def negamax(game: Game, state: State, alpha: float, beta: float) -> float:
    """What a state is worth to the player who is to move there, within his window.

    The idea (Knuth and Moore):

        if the game is over, the value is the utility of whoever would be to move
        v <- minus infinity
        for each successor:
            if the same player moves there, find its value within the window
            else find it within the other player's window, and change its sign
            v <- the larger of v and that value
            if v is at least beta: return v
            alpha <- the larger of alpha and v
        return v
    """
    raise NotImplementedError("raise alpha, and stop where v reaches beta")

"""Minimax search that carries bounds. Write the two functions below.

The utilities of these games lie between -1 and +1. So before anything is searched MAX
is sure of alpha = -1, and MIN of beta = +1.
Each raises or lowers his own bound from child to child, and hands both on. Nothing is
left out yet; alpha_beta_pruning.py is one test more.

The `game` answers these questions:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def bounded_minimax_search(game: Game, state: State, alpha: float, beta: float) -> str:
    """The best action for the player to move, which may be MAX or MIN.

    It is called with the window (-1, +1). The idea:

        for each action of the state:
            find the value of the state it leads to, within the window
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action")


def minimax(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state; where it lies outside of the window, its nearer end.

    The idea (Brown, Table 5):

        if the game is over, its utility is the value
        if MAX is to move:
            for each successor:
                alpha <- the larger of alpha and the successor's value
            return alpha
        if MIN is to move:
            for each successor:
                beta <- the smaller of beta and the successor's value
            return beta

    Each call gets alpha and beta as they are by then.
    """
    raise NotImplementedError("raise alpha, or lower beta")

"""Search for any number of players, each for himself. Write the two functions below.

What one player gets another need not lose. So the value of a state is a tuple with one
payoff for each player, in the order of game.players(), and whoever is to move looks at
his own payoff alone.

What the `game` tells of a state:

    game.players()            the names of the players, as a tuple
    game.to_move(state)       whose turn it is: one of these names
    game.is_terminal(state)   True if the game is over there
    game.utility(state)       the tuple of all payoffs; ask it only where it is over
    game.utility(state, p)    what player p gets
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them. A state prints as its
label, so print(state) inside a function shows where your search is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def max_n_search(game: Game, state: State) -> str:
    """The best action for the player to move.

    The idea:

        for each action of the state:
            find the payoffs of the state it leads to
        return the action with the largest payoff for the player to move
        among equals, the first
    """
    raise NotImplementedError("the best action for the player to move")


def max_n(game: Game, state: State) -> tuple[float, ...]:
    """The payoffs of all players, if each does what is best for himself.

    The idea (Luckhardt and Irani, 1986; AIMA, 4th edition, section 5.2.2):

        if the game is over, its payoffs are the value
        find the payoffs of each successor
        the value is the tuple in which the player to move gets most
        among equals, the first
    """
    raise NotImplementedError("the payoffs that the player to move likes best")

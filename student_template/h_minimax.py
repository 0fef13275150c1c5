"""Heuristic minimax, H-MINIMAX, in one function. Write the two functions below.

Most games are too large to be searched to their ends. Here the game itself knows how
far a search may look: ask it, at each state, whether to stop there. `d` is how many
plies (moves of a player) deep the state stands: 0 where the search begins, 1 at its
successors.

What the `game` tells of a state:

    game.is_cutoff(state, d)  True if the search stops there: the game is over, or the
                              state stands d plies deep, and that is the limit
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


def h_minimax_search(game: Game, state: State) -> str:
    """The best action for the player to move, as far as the search looks.

    The idea:

        for each action of the state:
            find the value of the state it leads to, which stands 1 ply deep
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action, as far as the search looks")


def h_minimax(game: Game, state: State, d: int) -> float:
    """The value of a state that stands `d` plies deep, whoever is to move there.

    The idea (AIMA, 4th edition, section 5.3):

        if the search stops at depth d, the estimate is the value
        find the value of each successor, which stands one ply deeper
        if MAX is to move, the largest of them is the value
        if MIN is to move, the smallest is
    """
    raise NotImplementedError("an estimate, or the largest or smallest successor value")

"""Depth-limited minimax: look some plies ahead, and estimate. Write three functions.

Most games are too large to be searched to their ends. This search stops after `depth`
plies, that is, moves of a player, and takes an estimate for the value there. `depth` is
how many plies are left: a search from the state may look so many moves ahead.

What the `game` tells of a state:

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


def depth_limited_search(game: Game, state: State, depth: int) -> str:
    """The best action for the player to move, looking `depth` plies ahead.

    The idea:

        for each action of the state:
            find the value of the state it leads to, with one ply less
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action, as far as the search looks")


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move, with `depth` plies left.

    The idea (AIMA, 4th edition, section 5.3):

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, with one ply less
        return v
    """
    raise NotImplementedError("largest successor value, or an estimate")


def min_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MIN is to move, with `depth` plies left.

    The mirror image of max_value:

        if the game is over, its utility is the value
        if no ply is left, the estimate is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value, with one ply less
        return v
    """
    raise NotImplementedError("smallest successor value, or an estimate")

"""Minimax with a stack in place of recursion. Write the two functions below.

You are given a `game` and a `root`, the position to begin with. All that you want to
know about a position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them. A state prints as its
label, so print(state) shows where your search is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def minimax_dfs(game: Game, root: State) -> float:
    """The minimax value of the root, found without recursion.

    Keep with each node on the stack the node that it was reached from, and its value so
    far. Two nodes may be the same position: so do not look them up by their states.
    A search that calls itself earns nothing here.

    The idea (Brown, Tables 1 and 2):

        put the root on the stack
        until the stack is empty:
            look at the node on top
            if the game goes on there and you meet it for the first time:
                give it the worst value for its player
                put its children on top, the first of them uppermost
            else:
                take it off; if the game is over there, its value is its utility
                back its value up to the node that it was reached from
        return the value of the root
    """
    raise NotImplementedError("the value of the root")


def backup1(mover: str, parent_value: float, child_value: float) -> float:
    """What a node is worth so far, once one more of its children is known.

    The node is one of `mover`, "max" or "min", and was worth `parent_value` until now.
    """
    raise NotImplementedError("the better of the two for the player")

"""Alpha-beta with a stack in place of recursion. Write the function below.

You are given a `game` and a `root`, the position to begin with. All that you want to
know about a position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Asking about a position is what visits it; a node that you take off the stack without
asking was never visited. Try the actions in the order in which the game gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def alpha_beta_dfs(game: Game, root: State, alpha: float, beta: float) -> float:
    """The minimax value of the root, found in the window from `alpha` to `beta`.

    It is found without recursion: a search that calls itself earns nothing here.

    Keep with each node on the stack the node that it was reached from, and a window of
    its own. Two nodes may be the same position: so do not look them up by their states.

    The idea (Brown, Table 4):

        put the root on the stack, with alpha and beta
        until the stack is empty:
            look at the node on top
            if the window of its parent is closed, alpha >= beta: take it off
            else if the game goes on there and you meet it for the first time:
                take over the window of its parent
                put its children on top, the first of them uppermost
            else:
                take it off; its value is its utility if the game is over there,
                its alpha if MAX moves there, and its beta if MIN does
                if the parent is MAX's, raise its alpha to that value
                if it is MIN's, lower its beta
        return the value of the root
    """
    raise NotImplementedError("the value of the root")

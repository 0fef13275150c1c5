"""Monte Carlo tree search by the plain mean. Write one function.

This is the search of `monte_carlo.py`, but nothing is explored for its own sake: UCB1
with c = 0 is the mean. Look at where it then goes wrong, and you know what c is for.

    N         how many playouts were made from a node, or from below it
    U         what these came to, added up, for the player who MOVED INTO the node

The `game` answers:

    game.playout(state)       what MAX gets at the end of one random play from there;
                              where the game is over, its utility. The moves are drawn
                              by the grader, and always the same
    game.is_terminal(state)   True if the game is over there
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Your playouts are compared, one by one. The states of two nodes are never equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def plain_mean_search(game: Game, state: State, iterations: int) -> str:
    """The action of most playouts after so many iterations (AIMA, section 5.4; CTU).

        tree <- a node of the state alone
        so many times as there are iterations:
            leaf <- SELECT(tree)
            child <- EXPAND(leaf)
            payoff <- SIMULATE(child)
            BACK-PROPAGATE(payoff, child)
        return the action of the root whose node has the greatest N

    SELECT      begins at the root. As long as each action of the node was tried, and
                the game is not over there, it goes on to the child of the greatest
                mean, U / N.
    EXPAND      adds the child of the FIRST action that was not tried yet. Where the
                game is over nothing is added, and the child is the leaf itself.
    SIMULATE    one playout from the child.
    BACK-PROPAGATE  adds 1 to N of the child and of all nodes above, and the payoff to
                their U, for whoever moved into each.

    Of equals the first is taken, in the order of the game: in SELECT, and in the end.
    """
    raise NotImplementedError("select by the mean, expand, simulate, back-propagate")

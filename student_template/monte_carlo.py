"""Monte Carlo tree search, with UCB1 to select. Write two functions.

The search builds a part of the game's tree, one node an iteration. From each new node
the game is played to its end at random, and what comes of that is counted in all nodes
above. How you keep a node is yours: a class, a dictionary, lists. The states of two
nodes are never equal here, so a dictionary whose keys are states is a tree, too.

    N         how many playouts were made from a node, or from below it
    U         what these came to, added up, for the player who MOVED INTO the node:
              below a state in which MAX is to move it is what MAX gets, below one of
              MIN's what MIN gets, which is minus that

The `game` answers:

    game.playout(state)       what MAX gets at the end of one random play from there;
                              where the game is over, its utility. The moves are drawn
                              by the grader, and always the same: the first playout
                              from a state, the second, and so on. In some games a
                              playout stops early, and what MAX gets is an estimate
    game.is_terminal(state)   True if the game is over there
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Your playouts are compared, one by one: from which state you ask for the first, the
second, and so on. Whatever else you ask about is free.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def mcts_search(game: Game, state: State, iterations: int) -> str:
    """The action of most playouts after so many iterations (AIMA, Figure 5.11).

        tree <- a node of the state alone
        so many times as there are iterations:
            leaf <- SELECT(tree)
            child <- EXPAND(leaf)
            payoff <- SIMULATE(child)
            BACK-PROPAGATE(payoff, child)
        return the action of the root whose node has the greatest N

    SELECT      begins at the root. As long as each action of the node was tried, and
                the game is not over there, it goes on to the child of the greatest
                UCB1. N of the parent is what it is before this iteration.
    EXPAND      adds the child of the FIRST action that was not tried yet. Where the
                game is over nothing is added, and the child is the leaf itself.
    SIMULATE    one playout from the child.
    BACK-PROPAGATE  adds 1 to N of the child and of all nodes above, the root too, and
                the payoff to their U, for whoever moved into each.

    Of equals the first is taken, in the order of the game: in SELECT, and in the end.
    """
    raise NotImplementedError("select, expand, simulate, back-propagate")


def ucb1(
    utility: float, playouts: int, parent_playouts: int, c: float = math.sqrt(2)
) -> float:
    """How much it is worth to go on to a node (AIMA, section 5.4).

    `utility` is U of the node, `playouts` its N, `parent_playouts` N of its parent:

        U / N + c * sqrt(log(N of the parent) / N)

    with the natural logarithm. Where N is 0 it is plus infinity.
    """
    raise NotImplementedError("the mean, and more where few playouts were made")

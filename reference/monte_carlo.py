"""Monte Carlo tree search, with UCB1 to select: AIMA 4e, Figure 5.11 and section 5.4.

The untried action that is expanded is the first one, and so is the best of equals. The
utility of a node is that of the player who moved into it. There is one playout an
iteration, from the new node or from a state in which the game is over; the action of
most playouts is chosen.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


class Node:
    """A state in the tree, with what was found below it."""

    def __init__(
        self, state: State, parent: Node | None = None, action: str = ""
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.children: list[Node] = []
        self.utility = 0.0
        self.playouts = 0


def mcts_search(game: Game, state: State, iterations: int) -> str:
    """The action of most playouts after so many iterations."""
    root = Node(state)
    for _ in range(iterations):
        leaf = select(game, root)
        child = expand(game, leaf)
        payoff = game.playout(child.state)
        back_propagate(game, child, payoff)
    best = max(root.children, key=lambda child: child.playouts)
    return best.action


def select(game: Game, root: Node) -> Node:
    """The node at which an action was not tried yet, or the game is over."""
    node = root
    while node.children and len(node.children) == len(game.actions(node.state)):
        parent = node
        node = max(
            parent.children,
            key=lambda child: ucb1(child.utility, child.playouts, parent.playouts),
        )
    return node


def expand(game: Game, leaf: Node) -> Node:
    """A new node for the first untried action; the leaf itself if the game is over."""
    if game.is_terminal(leaf.state):
        return leaf
    action = game.actions(leaf.state)[len(leaf.children)]
    child = Node(game.result(leaf.state, action), leaf, action)
    leaf.children.append(child)
    return child


def back_propagate(game: Game, leaf: Node, payoff: float) -> None:
    """Count a playout in a node and in all above it, each for who moved into it."""
    node = leaf
    while node.parent is not None:
        node.playouts += 1
        if game.to_move(node.parent.state) == "max":
            node.utility += payoff
        else:
            node.utility -= payoff
        node = node.parent
    node.playouts += 1


def ucb1(
    utility: float, playouts: int, parent_playouts: int, c: float = math.sqrt(2)
) -> float:
    """The mean utility, and more of it the fewer playouts there were."""
    if playouts == 0:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)

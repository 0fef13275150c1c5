"""Monte Carlo tree search without exploration: selection goes by the mean alone.

AIMA, 4th edition, section 5.4: UCB1 with C = 0. All else is as in `monte_carlo`: the
first untried action is expanded, the first of equals is taken, a node's utility is that
of the player who moved into it, and the action of most playouts is chosen.
"""

from __future__ import annotations

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


def plain_mean_search(game: Game, state: State, iterations: int) -> str:
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
        node = max(node.children, key=lambda child: child.utility / child.playouts)
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

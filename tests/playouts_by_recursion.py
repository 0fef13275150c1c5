"""An iteration that calls itself for the child that was selected."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


class Node:
    """A state in the tree, with what was found below it."""

    def __init__(self, state: State, action: str = "") -> None:
        self.state = state
        self.action = action
        self.children: list[Node] = []
        self.utility = 0.0
        self.playouts = 0


def mcts_search(game: Game, state: State, iterations: int) -> str:
    """The action of most playouts after so many iterations."""
    root = Node(state)
    for _ in range(iterations):
        iterate(game, root)
        root.playouts += 1
    best = max(root.children, key=lambda child: child.playouts)
    return best.action


def iterate(game: Game, leaf: Node) -> Any:
    """One iteration at or below a node: the payoff of its playout."""
    if game.is_terminal(leaf.state):
        return game.playout(leaf.state)
    if len(leaf.children) < len(game.actions(leaf.state)):
        action = game.actions(leaf.state)[len(leaf.children)]
        child = Node(game.result(leaf.state, action), action)
        leaf.children.append(child)
        payoff = game.playout(child.state)
    else:
        child = max(
            leaf.children,
            key=lambda child: ucb1(child.utility, child.playouts, leaf.playouts),
        )
        payoff = iterate(game, child)
    child.playouts += 1
    if game.to_move(leaf.state) == "max":
        child.utility += payoff
    else:
        child.utility -= payoff
    return payoff


def ucb1(
    utility: float, playouts: int, parent_playouts: int, c: float = math.sqrt(2)
) -> float:
    """The mean utility, and more of it the fewer playouts there were."""
    if playouts == 0:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)

"""Alpha-beta with an explicit stack: αβ-DFS of Brown (Greenwald), Table 4.

A node takes over its parent's window when it is met first. Whether it is needed at all
is asked then, and not when it was put on the stack: by then its elder siblings have
moved the window.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass
class Node:
    """A state on the stack, the node above it in the tree, and its window."""

    state: State
    parent: Node | None = None
    alpha: float = -inf
    beta: float = inf
    expanded: bool = False


def alpha_beta_dfs(game: Game, root: State, alpha: float, beta: float) -> float:
    """The minimax value of `root`, searched in the window from `alpha` to `beta`."""
    first = Node(root, None, alpha, beta)
    stack, value = [first], alpha
    while stack:
        node = stack[-1]
        parent = node.parent
        if not node.expanded and not game.is_terminal(node.state):
            node.expanded = True
            if parent is not None:
                node.alpha, node.beta = parent.alpha, parent.beta
            for _, child in reversed(game.successors(node.state)):
                if node.alpha < node.beta:
                    stack.append(Node(child, node))
            continue
        stack.pop()
        if game.is_terminal(node.state):
            value = game.utility(node.state)
        elif game.to_move(node.state) == "max":
            value = node.alpha
        else:
            value = node.beta
        if parent is not None and game.to_move(parent.state) == "max":
            parent.alpha = max(parent.alpha, value)
        elif parent is not None:
            parent.beta = min(parent.beta, value)
    return value

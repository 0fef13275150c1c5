"""Minimax with an explicit stack: MINIMAX-DFS of Brown (Greenwald), Tables 1 and 2.

The node on top is expanded when it is met first, which puts its children above it, and
is backed up to its parent when it is met again: by then all of them are gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass
class Node:
    """A state on the stack, the node above it in the tree, and its value so far."""

    state: State
    parent: Node | None = None
    value: float = 0.0
    expanded: bool = False


def minimax_dfs(game: Game, root: State) -> float:
    """The minimax value of `root`."""
    first = Node(root)
    stack = [first]
    while stack:
        node = stack[-1]
        if not node.expanded and not game.is_terminal(node.state):
            node.expanded = True
            node.value = -inf if game.to_move(node.state) == "max" else inf
            children = [Node(child, node) for _, child in game.successors(node.state)]
            stack.extend(reversed(children))
            continue
        stack.pop()
        if game.is_terminal(node.state):
            node.value = game.utility(node.state)
        parent = stack[-1] if stack else None
        if parent is not None:
            mover = game.to_move(parent.state)
            parent.value = backup1(mover, parent.value, node.value)
    return first.value


def backup1(mover: str, parent_value: float, child_value: float) -> float:
    """What a node of `mover` is worth so far, once one more child's value is known."""
    if mover == "max":
        return max(parent_value, child_value)
    return min(parent_value, child_value)

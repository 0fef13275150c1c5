"""Minimax with a stack of tasks: visit a node, or back its value up."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from autograder.game import Game, State


class Task(Enum):
    """What is to be done with a node on the stack."""

    VISIT = auto()
    BACK_UP = auto()


@dataclass(eq=False)
class Node:
    """A node of the tree, not to be confused with its position."""

    state: Optional[State]
    parent: Optional[Node]
    mover: str = "max"
    value: float = -math.inf


def minimax_dfs(game: Game, root: State) -> float:
    """The minimax value of ``root``."""
    top = Node(root, None)
    stack = [(Task.VISIT, top)]
    while stack:
        task, node = stack.pop()
        if task is Task.VISIT:
            stack.append((Task.BACK_UP, node))
            if game.is_terminal(node.state):
                node.value = game.utility(node.state)
                continue
            node.mover = game.to_move(node.state)
            node.value = -math.inf if node.mover == "max" else math.inf
            children = [Node(s, node) for _, s in game.successors(node.state)]
            stack.extend((Task.VISIT, child) for child in reversed(children))
        elif node.parent is not None:
            above = node.parent
            above.value = backup1(above.mover, above.value, node.value)
    return top.value


def backup1(mover: str, parent_value: float, child_value: float) -> float:
    """The better of the two values for ``mover``."""
    match mover:
        case "max":
            return child_value if child_value > parent_value else parent_value
        case "min":
            return child_value if child_value < parent_value else parent_value
        case _:
            raise ValueError(mover)

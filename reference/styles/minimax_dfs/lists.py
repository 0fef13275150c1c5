"""No class: parents and values stand in lists, beside the states, by number."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def minimax_dfs(game: Game, root: State) -> float:
    """The minimax value of `root`."""
    states, parents, values = [root], [-1], [0.0]
    stack, expanded = [0], set[int]()
    while stack:
        node = stack[-1]
        state, parent = states[node], parents[node]
        if node not in expanded and not game.is_terminal(state):
            expanded.add(node)
            values[node] = -inf if game.to_move(state) == "max" else inf
            for action in reversed(game.actions(state)):
                stack.append(len(states))
                states.append(game.result(state, action))
                parents.append(node)
                values.append(0.0)
            continue
        stack.pop()
        if game.is_terminal(state):
            values[node] = game.utility(state)
        if parent >= 0:
            mover = game.to_move(states[parent])
            values[parent] = backup1(mover, values[parent], values[node])
    return values[0]


def backup1(mover: str, parent_value: float, child_value: float) -> float:
    """What a node of `mover` is worth so far, once one more child's value is known."""
    best = max if mover == "max" else min
    return best(parent_value, child_value)

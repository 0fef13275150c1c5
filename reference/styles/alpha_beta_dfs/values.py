"""v is kept beside the window, and the children of a cut are left where they are."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_dfs(game: Game, root: State, alpha: float, beta: float) -> float:
    """The minimax value of `root`, searched in the window from `alpha` to `beta`."""
    first = node_of(root, None, alpha, beta)
    stack = [first]
    while stack:
        node = stack[-1]
        state, parent = node["state"], node["parent"]
        if parent is not None and parent["alpha"] >= parent["beta"]:
            stack.pop()
            continue
        if not node["expanded"] and not game.is_terminal(state):
            node["expanded"] = True
            node["v"] = -inf if game.to_move(state) == "max" else inf
            if parent is not None:
                node["alpha"], node["beta"] = parent["alpha"], parent["beta"]
            for _, child in reversed(game.successors(state)):
                stack.append(node_of(child, node, -inf, inf))
            continue
        stack.pop()
        if game.is_terminal(state):
            node["v"] = game.utility(state)
        if parent is None:
            continue
        if game.to_move(parent["state"]) == "max":
            parent["v"] = max(parent["v"], node["v"])
            parent["alpha"] = max(parent["alpha"], parent["v"])
        else:
            parent["v"] = min(parent["v"], node["v"])
            parent["beta"] = min(parent["beta"], parent["v"])
    return first["v"]


def node_of(
    state: State, parent: dict[str, Any] | None, alpha: float, beta: float
) -> dict[str, Any]:
    """A state on the stack, with its parent and its window."""
    return {
        "state": state,
        "parent": parent,
        "alpha": alpha,
        "beta": beta,
        "expanded": False,
        "v": None,
    }

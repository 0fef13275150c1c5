"""Functions within the search, and nodes that are dictionaries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State


def mcts_search(  # noqa: C901 - all of it stands within
    game: Game, state: State, iterations: int
) -> str:
    """The action of most playouts after so many iterations."""

    def new_node(state: State, parent: Any = None, action: str = "") -> Any:
        return {
            "state": state,
            "parent": parent,
            "action": action,
            "children": [],
            "U": 0,
            "N": 0,
        }

    def select(node: Any) -> Any:
        while not game.is_terminal(node["state"]):
            legal = game.actions(node["state"])
            if len(node["children"]) < len(legal):
                break
            parent = node
            node = max(
                parent["children"],
                key=lambda child: ucb1(child["U"], child["N"], parent["N"]),
            )
        return node

    def expand(leaf: Any) -> Any:
        if game.is_terminal(leaf["state"]):
            return leaf
        action = game.actions(leaf["state"])[len(leaf["children"])]
        child = new_node(game.result(leaf["state"], action), leaf, action)
        leaf["children"].append(child)
        return child

    def back_propagate(leaf: Any, payoff: float) -> None:
        node = leaf
        while node["parent"] is not None:
            node["N"] += 1
            if game.to_move(node["parent"]["state"]) == "max":
                node["U"] += payoff
            else:
                node["U"] -= payoff
            node = node["parent"]
        node["N"] += 1

    root = new_node(state)
    for _ in range(iterations):
        leaf = select(root)
        child = expand(leaf)
        payoff = game.playout(child["state"])
        back_propagate(child, payoff)
    best = max(root["children"], key=lambda child: child["N"])
    return str(best["action"])


def ucb1(
    utility: float, playouts: int, parent_playouts: int, c: float = math.sqrt(2)
) -> float:
    """The mean utility, and more of it the fewer playouts there were."""
    if playouts == 0:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)

"""What the nodes of any tree are worth, straight from the definitions.

Nothing here is shared with the grader: the limit is counted down from the root.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from typing import Any

from autograder.game import Value
from autograder.trees.tree import GameTree


@dataclass(frozen=True)
class Left:
    """What a search that comes to a node may still look ahead; None without a limit."""

    plies: int | None
    rounds: int | None
    first: str | None = None  # who moved first, as soon as somebody has


def by_definition(tree: GameTree) -> dict[str, Value]:
    """The value of each node: that of the search within the limit, and beyond it.

    Nodes that were not unrolled further are worth their estimate.
    """
    values: dict[int, Any] = {}
    for index, stops in reversed(list(_walk(tree))):
        node = tree.nodes[index]
        if node.utility is not None:
            values[index] = node.utility
        elif stops or not node.children:
            values[index] = node.estimate
        else:
            below = [values[child] for child in node.children]
            values[index] = _backed_up(tree, index, below)
    return {node.label: values[index] for index, node in enumerate(tree.nodes)}


def _walk(tree: GameTree) -> list[tuple[int, bool]]:
    """Each node, parents first, and whether a search stops there."""
    start = Left(tree.limit.depth or None, tree.limit.rounds or None)
    left: dict[int, Left] = {0: start}
    found = []
    for index, node in enumerate(tree.nodes):
        now = left[index]
        begins = node.to_move == now.first and now.first is not None
        is_deep = now.plies is not None and now.plies <= 0
        is_late = begins and now.rounds is not None and now.rounds <= 0
        stops = node.quiet and (is_deep or is_late)
        found.append((index, stops and node.utility is None))
        if stops:
            now = Left(None, None, now.first)  # beyond the horizon nothing is counted
        elif node.to_move != "chance":
            first = now.first or node.to_move
            is_first = node.to_move == first
            now = Left(
                None if now.plies is None else now.plies - 1,
                None if now.rounds is None else now.rounds - is_first,
                first,
            )
        left.update(dict.fromkeys(node.children, now))
    return found


def _backed_up(tree: GameTree, index: int, below: list[Any]) -> Any:
    node = tree.nodes[index]
    if node.to_move == "max":
        return max(below)
    if node.to_move == "min":
        return min(below)
    if node.to_move == "chance":
        pairs = list(zip(node.probabilities, below, strict=True))
        if tree.has_vectors:
            places = range(len(tree.players))
            return tuple(sum(p * value[i] for p, value in pairs) for i in places)
        return sum(p * value for p, value in pairs)
    place = tree.players.index(node.to_move)
    best = max(value[place] for value in below)
    return next(v for v in below if isclose(v[place], best, rel_tol=1e-9, abs_tol=1e-9))

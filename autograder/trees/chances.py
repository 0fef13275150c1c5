"""The probabilities of chance nodes, as a tree file gives them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from autograder.game import CHANCE, position_of
from autograder.text import clean
from autograder.trees.fields import Fields
from autograder.trees.marked import SHOWN, MarkedNode
from autograder.trees.positions import rows
from autograder.trees.tree import Node

TOLERANCE = 1e-9  # of the sum of probabilities: a third has no float


def even(count: int) -> tuple[float, ...]:
    """The probabilities of so many children, if nothing is said of them."""
    return (1 / count,) * count if count else ()


def with_probabilities(
    fields: Fields, given: MarkedNode | None, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    """The nodes, those of chance with the probabilities of their children."""
    said = _by_position(fields, given, nodes) if given is not None else {}
    return tuple(
        [
            replace(
                node,
                probabilities=said.get(position_of(node.label))
                or even(len(node.children)),
            )
            if node.to_move == CHANCE and node.children
            else node
            for node in nodes
        ]
    )


def _by_position(
    fields: Fields, given: MarkedNode, nodes: Sequence[Node]
) -> dict[str, tuple[float, ...]]:
    """What the file says, of the positions that it says something right of."""
    found: dict[str, tuple[float, ...]] = {}
    for key, row, named in rows(fields, given, nodes):
        if named.to_move != CHANCE:
            moves = f"chance does not move at {clean(key.text, SHOWN)}"
            fields.complain(key.mark, f"{moves}, but {clean(named.to_move, SHOWN)}")
        elif probabilities := _row(fields, row, named):
            found[key.text] = probabilities
    return found


def _row(fields: Fields, row: MarkedNode, named: Node) -> tuple[float, ...]:
    """The probabilities of one node's children; nothing if they are wrong."""
    read = [fields.probability(item) for item in fields.items(row)]
    found = tuple(number for number in read if number is not None)
    if len(found) < len(read):
        return ()
    label, count = clean(named.label, SHOWN), len(named.children)
    if len(found) != count:
        fields.complain(
            row.mark,
            f"expected {count} probabilities, one for each node below {label}; "
            f"found {len(found)}",
        )
        return ()
    total = math.fsum(found)
    if abs(total - 1) > TOLERANCE:
        sums = f"the probabilities of {label} sum to {total:.12g}, not to 1"
        fields.complain(row.mark, sums)
        return ()
    return found

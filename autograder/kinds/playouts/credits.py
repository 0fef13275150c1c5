"""Whether a wrong playout comes of an earlier back-propagation, and of which.

A search whose selection is right goes wrong where wrong numbers stand at the nodes. So
each usual slip is tried: which of them makes the very playouts that were made?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.game import MAX, Number
from autograder.kinds.playouts.growth import Credit, Growth
from autograder.trees.tree import GameTree


@dataclass(frozen=True, slots=True)
class WrongCredit:
    """A payoff that was credited wrongly, if a search makes the slip of this name.

    The `payoff` of MAX's in an `iteration` added `seen` to the U of a node, where
    `wanted` is right.
    """

    slip: str
    iteration: int
    node: int
    payoff: Number
    seen: Number
    wanted: Number


def _of_max(_growth: Growth, _node: int, _leaf: int, payoff: Number) -> Number:
    return payoff


def _of_root(growth: Growth, _node: int, _leaf: int, payoff: Number) -> Number:
    return payoff if growth.tree.root.to_move == MAX else -payoff


def _of_min(_growth: Growth, _node: int, _leaf: int, payoff: Number) -> Number:
    return -payoff


def _of_mover(growth: Growth, node: int, _leaf: int, payoff: Number) -> Number:
    return -growth.credited(node, payoff)


def _of_leafs_mover(growth: Growth, _node: int, leaf: int, payoff: Number) -> Number:
    return growth.credited(leaf, payoff)


def _at_the_leaf(growth: Growth, node: int, leaf: int, payoff: Number) -> Number:
    return growth.credited(node, payoff) if node == leaf else 0


def _of_wins(growth: Growth, node: int, _leaf: int, payoff: Number) -> Number:
    return max(0, growth.credited(node, payoff))


def _of_losses(growth: Growth, node: int, _leaf: int, payoff: Number) -> Number:
    return min(0, growth.credited(node, payoff))


SLIPS: Mapping[str, Credit] = {
    "max": _of_max,
    "root": _of_root,
    "mover": _of_mover,
    "leaf": _of_leafs_mover,
    "alone": _at_the_leaf,
    "wins": _of_wins,
    "losses": _of_losses,
    "min": _of_min,
}


def wrong_credit(
    tree: GameTree, seen: Sequence[int], nodes: Sequence[int]
) -> WrongCredit | None:
    """The first payoff credited wrongly to one of these nodes, if a slip explains it.

    One does whose search makes all the playouts that were `seen`, to the last: as far
    as the first wrong one some slips of selection look the same.
    """
    for slip, credit in SLIPS.items():
        growth = Growth(tree, credit)
        for index in seen:
            if growth.due()[-1] != index:
                break
            growth.add(index)
        else:
            return _first(growth, seen, slip, credit, nodes)
    return None


def _first(
    growth: Growth,
    seen: Sequence[int],
    slip: str,
    credit: Credit,
    nodes: Sequence[int],
) -> WrongCredit | None:
    """Where a slip first credits one of some nodes otherwise than is right."""
    rounds = zip(seen, growth.payoffs, strict=True)
    for iteration, (leaf, payoff) in enumerate(rounds, start=1):
        for node in growth.path(leaf):
            wanted = growth.credited(node, payoff)
            found = credit(growth, node, leaf, payoff)
            if node in nodes and found != wanted:
                return WrongCredit(
                    slip=slip,
                    iteration=iteration,
                    node=node,
                    payoff=payoff,
                    seen=found,
                    wanted=wanted,
                )
    return None

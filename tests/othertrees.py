"""Trees of chance, of players with names, and with a horizon, made by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from autograder.game import CHANCE, MAX, MIN, Value
from autograder.trees.tree import GameTree, Limit, Node


@dataclass(frozen=True)
class Part:
    """A node whose children are not yet numbered, with all that is below it."""

    node: Node
    below: tuple[Part, ...] = ()


def inner(
    label: str,
    mover: str,
    *below: Part,
    chances: tuple[float, ...] = (),
    estimate: Value | None = None,
) -> Part:
    """A node at which somebody moves, or chance with these probabilities."""
    node = Node(label, mover, probabilities=chances, estimate=estimate)
    return Part(node, below)


def leaves(label: str, *payoffs: Value) -> tuple[Part, ...]:
    """Leaves with numbers behind their label, from 1."""
    named = enumerate(payoffs, 1)
    return tuple(Part(Node(f"{label}{i}", MAX, utility=u)) for i, u in named)


def grown(root: Part) -> GameTree:
    """The tree, its nodes ply by ply."""
    parts, nodes = [root], []
    for part in parts:  # grows as it is read
        first = len(parts)
        parts += part.below
        nodes.append(replace(part.node, children=tuple(range(first, len(parts)))))
    return GameTree(tuple(nodes))


@cache
def with_chance() -> GameTree:
    """3/2 + 12/3 + 9/6 = 7 at B; 0.9 · 2 + 0.1 · -1 = 1.7 at C."""
    below_c = (
        inner("D", MIN, *leaves("D", 2, 4)),
        inner("E", MIN, *leaves("E", 6, -1)),
    )
    return grown(
        inner(
            *("A", MAX),
            inner("B", CHANCE, *leaves("B", 3, 12, 9), chances=(1 / 2, 1 / 3, 1 / 6)),
            inner("C", CHANCE, *below_c, chances=(0.9, 0.1)),
        )
    )


@cache
def chance_first() -> GameTree:
    """A quarter of 4 and three quarters of 10: 8.5."""
    below = (
        inner("X", MIN, *leaves("X", 4, 7)),
        inner("Y", MAX, *leaves("Y", 1, 10)),
    )
    return grown(inner("S", CHANCE, *below, chances=(0.25, 0.75)))


PAYOFFS = (
    *((1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1)),
    *((5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)),
)


@cache
def three_players() -> GameTree:
    """AIMA, 4th edition, Figure 5.4."""
    pairs = [leaves(name, *PAYOFFS[2 * i : 2 * i + 2]) for i, name in enumerate("pqrs")]
    third = [inner(f"Z{i}", "C", *pair) for i, pair in enumerate(pairs, 1)]
    second = (inner("Y1", "B", *third[:2]), inner("Y2", "B", *third[2:]))
    return replace(grown(inner("X", "A", *second)), players=("A", "B", "C"))


@cache
def with_horizon() -> GameTree:
    """Depth 2: B is worth 4, C is worth -2, by the estimates of what stands there.

    Below C the game was not unrolled further than G.
    """
    below_b = (
        inner("D", MAX, *leaves("D", 3, 9), estimate=4),
        *leaves("B", 7),
        inner("E", MAX, *leaves("E", 5, 6), estimate=12),
    )
    below_c = (
        inner("F", MAX, inner("G", MIN, estimate=-3), estimate=-2),
        inner("H", CHANCE, *leaves("H", 1, 2), chances=(0.5, 0.5), estimate=5),
    )
    root = inner("A", MAX, inner("B", MIN, *below_b), inner("C", MIN, *below_c))
    return replace(grown(root), limit=Limit(depth=2))


def with_noise() -> GameTree:
    """Depth 1: B is not quiet and worth 2, by its leaves; C is, and worth 1 as told."""
    below_b = inner("B", MIN, *leaves("B", 2, 9), estimate=8)
    below_c = inner("C", MIN, *leaves("C", 3), estimate=1)
    tree = grown(inner("A", MAX, below_b, below_c))
    nodes = tuple(replace(node, quiet=node.label != "B") for node in tree.nodes)
    return replace(tree, nodes=nodes, limit=Limit(depth=1))

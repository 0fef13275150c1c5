"""GameTree: a finite two-player game, every node of it, and nothing about search."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from autograder.game import MAX, MIN, Content, Number, position_of

INFINITY = float("inf")
PLAYERS = (MAX, MIN)

Window = tuple[Number, Number]  # α, β
FULL: Window = (-INFINITY, INFINITY)
BEST: dict[str, Callable[..., Number]] = {MAX: max, MIN: min}  # of values, by mover


@dataclass(frozen=True, slots=True)
class Node:
    """One node; `children` are indices into `GameTree.nodes`, empty at a leaf.

    `utility` is MAX's payoff, and None at an inner node. Labels that differ only
    behind a `#` name the same position, whose `content` is what the student sees
    as `state.data`.
    """

    label: str
    to_move: str
    children: tuple[int, ...] = ()
    utility: Number | None = None
    content: Content = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the source of a tree says of it; None where it says nothing.

    `mark` is the line and column at which it says so.
    """

    value: Number | None = None
    action: str | None = None
    pruned: tuple[str, ...] | None = None
    mark: tuple[int, int] = field(default=(1, 1), compare=False)


@dataclass(frozen=True, slots=True)
class GameTree:
    """A tree, its root at index 0; parents stand before their children.

    `window` is the (α, β) with which the root is searched.
    """

    nodes: tuple[Node, ...]
    title: str = ""
    source: str = ""
    window: Window = FULL
    expect: Expectation = field(default_factory=Expectation)

    @property
    def root(self) -> Node:
        """The node at which the search starts."""
        return self.nodes[0]

    def labels(self) -> tuple[str, ...]:
        """Every label, in the order of `nodes`."""
        return tuple(node.label for node in self.nodes)

    def sizes(self) -> tuple[int, ...]:
        """How many nodes there are at and below each of `nodes`."""
        sizes = [1] * len(self.nodes)
        for index in reversed(range(len(self.nodes))):  # children stand behind parents
            sizes[index] += sum(sizes[child] for child in self.nodes[index].children)
        return tuple(sizes)

    def height(self) -> int:
        """Plies from the root to the deepest leaf."""
        depths = [0] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.children:
                depths[child] = depths[index] + 1
        return max(depths)

    def fingerprint(self) -> str:
        """A digest of all that a submission can observe; titles do not count."""
        digest = hashlib.sha256(json.dumps(self.window).encode())
        for node in self.nodes:
            row = (node.label, node.to_move, node.children, node.utility)
            digest.update(json.dumps((*row, node.content)).encode())
        return digest.hexdigest()[:16]


def contradictions(nodes: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """Nodes of one position that differ: the first of it, and one unlike it.

    Two nodes are alike if the same player moves, to the same positions, and if so
    are all nodes below them. Children stand behind their parents in `nodes`.
    """
    if not any("#" in node.label for node in nodes):
        return
    kinds: dict[object, int] = {}
    kind_of = [0] * len(nodes)
    for index in reversed(range(len(nodes))):
        node = nodes[index]
        below = tuple(
            [(position_of(nodes[i].label), kind_of[i]) for i in node.children]
        )
        row = (node.to_move, node.utility, type(node.utility), below)
        kind_of[index] = kinds.setdefault(row, len(kinds))
    first: dict[str, int] = {}
    for index, node in enumerate(nodes):
        known = first.setdefault(position_of(node.label), index)
        if kind_of[known] != kind_of[index]:
            yield nodes[known], node


def breadth_first(children: Sequence[Sequence[int]]) -> Iterator[int]:
    """Indices from the root downwards, one ply after the other."""
    ply: tuple[int, ...] = (0,)
    while ply:
        yield from ply
        ply = tuple(child for index in ply for child in children[index])


def backed_up(tree: GameTree, visited: Sequence[int]) -> dict[int, Number]:
    """What each visited node is worth if there are no others; parents stand first.

    In a fail-soft search that is what its call returns: a value, or a bound. An inner
    node below which no leaf was visited has none.
    """
    worth: dict[int, Number] = {}
    for index in reversed(visited):
        node = tree.nodes[index]
        if node.utility is not None:
            worth[index] = node.utility
            continue
        below = [worth[child] for child in node.children if child in worth]
        if below:
            worth[index] = BEST[node.to_move](below)
    return worth


def exact_values(tree: GameTree) -> dict[str, Number]:
    """The minimax value of each node, by label: no search is needed for that."""
    worth = backed_up(tree, range(len(tree.nodes)))
    return {label: worth[index] for index, label in enumerate(tree.labels())}


def runs(numbers: Iterable[int]) -> str:
    """Numbers of nodes, each run of neighbours as its first and its last: `0-4 7`."""
    found = []
    for _, members in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in members]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return " ".join(found)


def numbers_of(text: str, count: int) -> Iterator[int]:
    """The numbers of `runs`; ValueError unless each is that of one of `count` nodes."""
    for run in text.split():
        first, dash, last = run.partition("-")
        begin, end = int(first), int(last if dash else first)
        if not 0 <= begin <= end < count:
            raise ValueError(f"expected numbers below {count}, found {run:.50}")
        yield from range(begin, end + 1)

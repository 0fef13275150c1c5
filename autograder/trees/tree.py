"""GameTree: a finite game, every node of it, and nothing about search."""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from autograder.game import CHANCE, MAX, MIN, Content, Facts, Number, Value, position_of

INFINITY = float("inf")
PLAYERS = (MAX, MIN)

Window = tuple[Number, Number]  # α, β; or the least and the greatest utility
FULL: Window = (-INFINITY, INFINITY)
UNKNOWN = -1  # instead of a kind: not all below a node is there
C = math.sqrt(2)  # with which UCB1 explores, where a file names no `exploration`


@dataclass(frozen=True, slots=True)
class Node:
    """One node; labels that differ only behind a `#` name the same position."""

    label: str
    to_move: str
    children: tuple[int, ...] = ()  # indices into `GameTree.nodes`
    utility: Value | None = None  # MAX's payoff or all, where it is over
    content: Content = None  # what the student sees as `state.data`
    probabilities: tuple[float, ...] = ()  # of the children of chance
    estimate: Value | None = None  # of an inner node, perhaps
    quiet: bool = True  # the estimate may be trusted
    moves: tuple[str, ...] = ()  # names by child; else its label

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over here."""
        return self.utility is not None

    @property
    def worth_at_sight(self) -> Value | None:
        """What `game.evaluate` says: the utility, or else the estimate, if any."""
        return self.estimate if self.utility is None else self.utility

    def payoffs(self) -> tuple[Number, ...]:
        """What a leaf is worth to each player; MAX and MIN have one number."""
        if self.utility is None:
            return ()
        return self.utility if isinstance(self.utility, tuple) else (self.utility,)


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a search looks ahead: so many plies, or so many rounds; 0 is no limit.

    A ply is one player's move; what chance does is none. A round ends when the player
    who moves first is to move again. It goes on from what is not quiet, and one ply
    further below an action that is better than all others by the `margin`, if there is
    one.
    """

    depth: int = 0
    rounds: int = 0
    margin: Number | None = None

    def __bool__(self) -> bool:
        return bool(self.depth or self.rounds)

    def is_reached(self, first: str, mover: str, moves: tuple[int, int]) -> bool:
        """Whether a search stops at a quiet node after `moves`, of all and `first`."""
        of_all, of_first = moves
        if self.depth:
            return of_all >= self.depth
        return bool(self.rounds) and mover == first and of_first >= self.rounds


def moves_after(mover: str, first: str, moves: tuple[int, int]) -> tuple[int, int]:
    """The moves of all players and of the first, once `mover` has moved too."""
    of_all, of_first = moves
    return of_all + (mover != CHANCE), of_first + (mover == first)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the source of a tree says of it; None where it says nothing."""

    value: Value | None = None
    action: str | None = None
    pruned: tuple[str, ...] | None = None
    fewest: int | None = None  # leaves, in the best order of all moves
    mark: tuple[int, int] = field(default=(1, 1), compare=False)


@dataclass(frozen=True)
class GameTree:
    """A tree, its root at index 0; parents stand before their children."""

    nodes: tuple[Node, ...]
    title: str = ""
    source: str = ""
    window: Window = FULL  # (α, β) at the root
    expect: Expectation = field(default_factory=Expectation)
    players: tuple[str, ...] = PLAYERS  # in the order of payoffs; MAX's is one number
    limit: Limit = Limit()  # how far a search looks ahead
    bounds: Window | None = None  # least and greatest utility
    visits_allowed: int = 0  # until time is up; 0: all
    iterations: int = 0  # of playouts
    exploration: Number = C  # the c of UCB1
    data: tuple[tuple[str, Content], ...] = ()  # what its author says of the game

    @property
    def root(self) -> Node:
        """The node at which the search starts."""
        return self.nodes[0]

    @property
    def horizon(self) -> frozenset[int]:
        """The nodes at which the search stops, though the game is not over."""
        return self._ends[0]

    @property
    def noisy_nodes(self) -> frozenset[int]:
        """The nodes at which it would stop, and goes on since they are not quiet."""
        return self._ends[1]

    @cached_property
    def _ends(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where a limited search stops, and where it goes on from what is noisy."""
        if not self.limit:
            return frozenset(), frozenset()
        first = first_player(self.nodes)
        quiet, noisy = set[int](), set[int]()
        waiting = [(0, (0, 0))]
        while waiting:
            index, moves = waiting.pop()
            node = self.nodes[index]
            is_end = self.limit.is_reached(first, node.to_move, moves)
            if node.is_terminal:
                continue
            if is_end and node.quiet:
                quiet.add(index)
                continue
            if is_end:
                noisy.add(index)
            moves = moves_after(node.to_move, first, moves)
            waiting += [(child, moves) for child in node.children]
        return frozenset(quiet), frozenset(noisy)

    @cached_property
    def effective_tree(self) -> GameTree:
        """The effective tree: nodes of the horizon are leaves, worth their estimate."""
        if not self.horizon:
            return self
        nodes = list(self.nodes)
        for index in self.horizon:
            node = nodes[index]
            nodes[index] = replace(
                node, children=(), utility=node.estimate, probabilities=(), moves=()
            )
        return replace(self, nodes=tuple(nodes), limit=Limit())

    @cached_property
    def frames(self) -> dict[int, Any]:
        """What a search is told of nodes, by index, as those keep it who tell it."""
        return {}

    @property
    def facts(self) -> Facts:
        """What a search is told of the game before it asks."""
        return Facts(self.players, self.bounds, self.limit.depth, data=self.data)

    @property
    def has_vectors(self) -> bool:
        """Whether each player has a payoff of his own."""
        return self.players != PLAYERS

    def labels(self) -> tuple[str, ...]:
        """Every label, in the order of `nodes`."""
        return tuple(node.label for node in self.nodes)

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The place of each label in `nodes`."""
        return {node.label: index for index, node in enumerate(self.nodes)}

    def root_actions(self) -> tuple[str, ...]:
        """What can be chosen at the root; nothing where chance moves there."""
        if self.root.to_move == CHANCE:
            return ()
        return self.moves_of(self.root)

    def moves_of(self, node: Node) -> tuple[str, ...]:
        """What the moves from a node are called, in the order of its children."""
        return node.moves or tuple([self.nodes[child].label for child in node.children])

    def children_by_move(self, node: Node) -> dict[str, int]:
        """The children of a node, as indices, by what the moves there are called."""
        return dict(zip(self.moves_of(node), node.children, strict=True))

    def with_actions_first(self, actions: Sequence[str]) -> GameTree:
        """The tree in which some actions of the root come before the others."""
        below = self.children_by_move(self.root)
        order = dict.fromkeys((*actions, *below))
        moves = tuple(order) if self.root.moves else ()
        children = tuple([below[action] for action in order])
        root = replace(self.root, children=children, moves=moves)
        return replace(self, nodes=(root, *self.nodes[1:]))

    def reachable(self) -> tuple[int, ...]:
        """The nodes that a search within the limit may come to, in their order."""
        nodes, found = self.effective_tree.nodes, {0}
        for index, node in enumerate(nodes):  # parents stand before their children
            if index in found:
                found.update(node.children)
        return tuple(sorted(found))

    def wrong_estimates(
        self, visited: Iterable[str], estimated: Iterable[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The nodes estimated that should not be, and those that should, if visited."""
        horizon = {self.nodes[index].label for index in self.horizon}
        over = {node.label for node in self.nodes if node.is_terminal}
        asked = dict.fromkeys(estimated)
        return (
            tuple(label for label in asked if label not in horizon | over),
            tuple(label for label in visited if label in horizon - asked.keys()),
        )

    def parents(self) -> tuple[int, ...]:
        """Above which of `nodes` each of them stands; -1 for the root."""
        found = [-1] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.children:
                found[child] = index
        return tuple(found)

    def subtree_sizes(self) -> tuple[int, ...]:
        """How many nodes there are at and below each of `nodes`."""
        sizes = [1] * len(self.nodes)
        for index in reversed(range(len(self.nodes))):  # children stand behind parents
            sizes[index] += sum(sizes[child] for child in self.nodes[index].children)
        return tuple(sizes)

    def depths(self) -> list[int]:
        """How many plies each of `nodes` stands below the root, those of chance too."""
        depths = [0] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.children:
                depths[child] = depths[index] + 1
        return depths

    def height(self) -> int:
        """Plies from the root to the deepest leaf, those of chance too."""
        return max(self.depths())

    @cached_property
    def game_digest(self) -> str:
        """A digest of the tree, whatever search by playouts is made on it."""
        return replace(self, iterations=0, exploration=C).fingerprint()

    def fingerprint(self) -> str:
        """A digest of all that a submission can observe; titles do not count."""
        digest = hashlib.sha256(json.dumps(self.window).encode())
        limit = self.limit.depth, self.limit.rounds
        more = (self.players, *limit, self.bounds, *self.data)
        if more != (PLAYERS, 0, 0, None):
            digest.update(json.dumps(more).encode())
        if self.limit.margin is not None:
            digest.update(json.dumps(self.limit.margin).encode())
        if self.visits_allowed:
            digest.update(f"at most {self.visits_allowed}".encode())
        if self.iterations:
            digest.update(f"{self.iterations} iterations".encode())
        if self.exploration != C:
            digest.update(f"explored by {self.exploration}".encode())
        for node in self.nodes:
            row = (node.label, node.to_move, node.children, node.utility)
            digest.update(json.dumps((*row, node.content)).encode())
            if node.probabilities or node.estimate is not None:
                seen = (node.probabilities, node.estimate)
                digest.update(json.dumps(seen).encode())
            if not node.quiet:
                digest.update(b"noisy")
            if node.moves:
                digest.update(json.dumps(node.moves).encode())
        return digest.hexdigest()[:16]


def first_player(nodes: Sequence[Node]) -> str:
    """Who moves first, chance apart; "" where nobody does."""
    waiting = [0]
    while waiting:
        node = nodes[waiting.pop()]
        if node.to_move != CHANCE:
            return node.to_move
        waiting += reversed(node.children)
    return ""


def contradictions(nodes: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """Nodes of one position that differ: the first of it, and one unlike it.

    Two nodes are alike if the same player moves, by the same moves to the same
    positions, and if so are all nodes below them. What was not unrolled further is left
    out.
    """
    if not any("#" in node.label for node in nodes):
        return
    kinds: dict[object, int] = {}
    kind_of = [UNKNOWN] * len(nodes)
    for index in reversed(range(len(nodes))):
        node = nodes[index]
        below = tuple(
            [(position_of(nodes[i].label), kind_of[i]) for i in node.children]
        )
        unknown = any(kind_of[child] == UNKNOWN for child in node.children)
        if unknown or not (node.children or node.is_terminal):
            continue
        row = (
            *(node.to_move, node.utility, type(node.utility), below),
            *(node.probabilities, node.estimate, node.quiet, node.moves),
        )
        kind_of[index] = kinds.setdefault(row, len(kinds))
    first: dict[str, int] = {}
    for index, node in enumerate(nodes):
        if kind_of[index] == UNKNOWN:
            continue
        known = first.setdefault(position_of(node.label), index)
        if kind_of[known] != kind_of[index]:
            yield nodes[known], node


def breadth_first(children: Sequence[Sequence[int]]) -> Iterator[int]:
    """Indices from the root downwards, one ply after the other."""
    ply: tuple[int, ...] = (0,)
    while ply:
        yield from ply
        ply = tuple(child for index in ply for child in children[index])


def runs_text(numbers: Iterable[int]) -> str:
    """Numbers of nodes, each run of neighbours as its first and its last: `0-4 7`."""
    found = []
    for _, members in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in members]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return " ".join(found)


def numbers_of_runs(text: str, count: int) -> Iterator[int]:
    """The numbers of `runs`; ValueError unless each is that of one of `count` nodes."""
    for run in text.split():
        first, dash, last = run.partition("-")
        begin, end = int(first), int(last if dash else first)
        if not 0 <= begin <= end < count:
            raise ValueError(f"expected numbers below {count}, found {run:.50}")
        yield from range(begin, end + 1)


def common_window(trees: Iterable[GameTree]) -> Window | None:
    """The one window in which all payoffs of all trees lie; None if there is none."""
    known = tuple(trees)
    windows = {tree.window for tree in known}
    if len(windows) != 1 or FULL in windows:
        return None
    ((least, most),) = windows
    payoffs = (n for tree in known for node in tree.nodes for n in node.payoffs())
    return (least, most) if all(least <= n <= most for n in payoffs) else None


USUAL, A_PLY = 1000, 8  # frames


@contextmanager
def deep_recursion(height: int) -> Iterator[None]:
    """Room for the recursion of a deep tree; a traced ply takes up to six frames."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, USUAL + A_PLY * height))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)

"""A plain recursive alpha-beta that notes all it does: what walks are held against.

It knows no values but those that its own calls return, and no code of the grader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

from hypothesis import strategies as st

from autograder.trees import file as treefile
from autograder.trees.tree import GameTree

Shape = list["Shape | int"]
Order = Callable[[Sequence[int]], Sequence[int]]
Window = tuple[float, float]

FULL: Window = (-inf, inf)
TURNS = (["max", "min"], ["min", "max"], ["max", "max", "min"], ["min", "min", "max"])
BOTH = frozenset(("max", "min"))


def tree_of(shape: object, turns: Sequence[str] = ("max", "min")) -> GameTree:
    """The tree of nested lists, or of labelled nodes."""
    return treefile.parse(json.dumps({"tree": shape, "players": list(turns)}))


leaves = st.integers(-2, 2)  # so few that there are ties
shapes = st.lists(
    st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=3)),
    min_size=1,
    max_size=3,
)
trees = st.builds(tree_of, shapes, st.sampled_from(TURNS))
windows = st.sampled_from(
    [FULL, FULL, (-1, 1), (0, inf), (-inf, 0), (-0.5, 0.5), (2, 5)]
)


def exact_values(tree: GameTree) -> dict[str, float]:
    """The minimax value of each node, by its definition."""
    worth: dict[int, float] = {}
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        best = max if node.to_move == "max" else min
        assert not isinstance(node.utility, tuple)
        below = [worth[child] for child in node.children]
        worth[index] = best(below) if node.utility is None else node.utility
    return {node.label: worth[index] for index, node in enumerate(tree.nodes)}


def left_to_right(children: Sequence[int]) -> Sequence[int]:
    """The tree's own order."""
    return children


def right_to_left(children: Sequence[int]) -> Sequence[int]:
    """The reverse of it."""
    return children[::-1]


def shuffled(seed: int) -> Order:
    """An order of its own at each node, the same each time."""

    def order(children: Sequence[int]) -> Sequence[int]:
        random = Random(f"{seed} {children}")  # noqa: S311 - no secret
        return random.sample(children, len(children))

    return order


@dataclass(frozen=True)
class Moment:
    """Before one child: what was known at its parent, and whether it is searched."""

    node: str
    alpha: float
    beta: float
    v: float | None
    known: tuple[tuple[str, float], ...]
    child: str
    goes_on: bool


@dataclass
class AlphaBeta:
    """One search. Players in `stops` cut on equality, the others strictly.

    With `by_v` the test is AIMA's v against the bound, else α against β. With `hard`
    nothing leaves the window.
    """

    tree: GameTree
    order: Order = left_to_right
    stops: frozenset[str] = BOTH
    by_v: bool = True
    hard: bool = False
    prunes: bool = True
    visited: list[str] = field(default_factory=list)
    windows: dict[str, Window] = field(default_factory=dict)
    parents_v: dict[str, float | None] = field(default_factory=dict)
    returned: dict[str, float] = field(default_factory=dict)
    moments: list[Moment] = field(default_factory=list)

    def run(self, window: Window = FULL) -> AlphaBeta:
        """Search the whole tree."""
        self.parents_v[self.tree.root.label] = None
        self.value(0, *window)
        return self

    def value(self, index: int, alpha: float, beta: float) -> float:
        """Search what is below a node."""
        node = self.tree.nodes[index]
        self.visited.append(node.label)
        self.windows[node.label] = (alpha, beta)
        assert not isinstance(node.utility, tuple)
        if node.utility is not None:
            worth: float = node.utility
        else:
            worth = self._best(index, alpha, beta)
        if self.hard:
            worth = max(alpha, min(beta, worth))
        self.returned[node.label] = worth
        return worth

    def _best(self, index: int, alpha: float, beta: float) -> float:
        node = self.tree.nodes[index]
        v: float | None = None
        known: tuple[tuple[str, float], ...] = ()
        for child in self.order(node.children):
            label = self.tree.nodes[child].label
            cut = v is not None and self._cuts(node.to_move, v, alpha, beta)
            self.moments.append(
                Moment(node.label, alpha, beta, v, known, label, goes_on=not cut)
            )
            if cut:
                break
            self.parents_v[label] = v
            found = self.value(child, alpha, beta)
            known = (*known, (label, found))
            if node.to_move == "max":
                v = found if v is None else max(v, found)
                alpha = max(alpha, v)
            else:
                v = found if v is None else min(v, found)
                beta = min(beta, v)
        assert v is not None
        return v

    def _cuts(self, mover: str, v: float, alpha: float, beta: float) -> bool:
        if not self.prunes:
            return False
        if not self.by_v:
            return alpha >= beta if mover in self.stops else alpha > beta
        if mover == "max":
            return v >= beta if mover in self.stops else v > beta
        return v <= alpha if mover in self.stops else v < alpha


def as_visited(tree: GameTree, visited: Sequence[str]) -> Order:
    """The order of a search; children that it left out come last."""
    turn = {label: place for place, label in enumerate(visited)}
    labels = tree.labels()
    return lambda children: sorted(
        children, key=lambda child: turn.get(labels[child], len(turn))
    )


def tampered(tree: GameTree, made: AlphaBeta, data: st.DataObject) -> tuple[str, ...]:
    """The visits of a search that decides otherwise in some places; depth first."""
    otherwise = data.draw(st.sets(st.sampled_from(tree.labels()), max_size=3))
    needed = set(made.visited)
    visited: list[str] = []

    def go(index: int) -> None:
        node = tree.nodes[index]
        visited.append(node.label)
        for child in made.order(node.children):
            label = tree.nodes[child].label
            if (label in needed) != (label in otherwise):
                go(child)

    go(0)
    return tuple(visited)

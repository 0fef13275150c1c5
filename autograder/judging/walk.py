"""Judge the visits of a search in the order that it followed itself.

No search is run here. The exact values of all nodes are known from the answers, and
they say by themselves which nodes matter: on its way down, a node gets α from the
values of all elder siblings below MAX on its path, and β from those below MIN
(Knuth and Moore, "An analysis of alpha-beta pruning", 1975, section 6; Baudet, "On
the branching factor of the alpha-beta pruning algorithm", 1978). Where α > β it
cannot matter. Where α = β it need not be searched and may be: that is the difference
between cutting on equality and cutting strictly, and a policy says who does which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.game import MAX, MIN, Number
from autograder.judging.bounds import Bounds, better
from autograder.trees.tree import FULL, GameTree, Window
from autograder.trees.values import backed_up


@dataclass(frozen=True, slots=True)
class Policy:
    """Who stops where a value ties with the bound; the others go on.

    With `by_v` v is compared with the bound, as in AIMA; else α with β, as in lectures
    that keep no v. They differ only below a node at which somebody went on at a tie.
    """

    stops: frozenset[str]
    by_v: bool = True


EQUALITY, STRICT = Policy(frozenset((MAX, MIN))), Policy(frozenset())
MIXED = tuple(
    Policy(frozenset((mover,)), by_v) for mover in (MAX, MIN) for by_v in (True, False)
)


@dataclass(frozen=True, slots=True)
class Known:
    """A child that was searched: what a right search returns for it, and its value.

    They differ where a cut below it left no more than a bound.
    """

    label: str
    returned: Number
    exact: Number


@dataclass(frozen=True, slots=True)
class WrongStep:
    """Where a search first left every accepted one.

    At `node`, with these bounds, the children `known` had been searched, and `v` is the
    best of what that returns. The search went on to `child` if `visited`, else left it
    out. `position` is the number of visits before it.
    """

    node: str
    to_move: str
    bounds: Bounds | None
    known: tuple[Known, ...]
    v: Number | None
    child: str
    visited: bool
    position: int


@dataclass(frozen=True, slots=True)
class Walk:
    """What a search should have visited, given its own order of children."""

    needed: tuple[str, ...]
    wrong: WrongStep | None


def walk(
    tree: GameTree,
    values: Mapping[str, Number],
    visited: Sequence[str],
    window: Window | None,
    policy: Policy,
) -> Walk:
    """Judge a whole search; without a window every node is needed (minimax)."""
    judge = _Judge(tree, values, visited, policy if window is not None else None)
    alpha, beta = window or FULL
    judge.descend(Bounds(alpha, beta))
    return Walk(tuple(tree.nodes[index].label for index in judge.needed), judge.wrong)


@dataclass(slots=True)
class _Judge:
    """One pass over the nodes, from the root down, in the search's own order."""

    tree: GameTree
    values: Mapping[str, Number]
    visited: Sequence[str]
    policy: Policy | None
    needed: list[int] = field(default_factory=list)
    wrong: WrongStep | None = None
    _turn: dict[str, int] = field(default_factory=dict)
    _common: int = 0  # visits that were made, and were needed

    def descend(self, bounds: Bounds) -> None:
        """Go down depth first, so that the first wrong step met is the first made."""
        self._turn = {label: turn for turn, label in enumerate(self.visited)}
        under_way = [self._enter(0, bounds)]
        while under_way:
            following = next(under_way[-1], None)
            if following is None:
                under_way.pop()
            else:
                under_way.append(self._enter(*following))

    def _enter(self, index: int, bounds: Bounds) -> Iterator[tuple[int, Bounds]]:
        """The children that matter, each with the bounds on entering it."""
        node = self.tree.nodes[index]
        self.needed.append(index)
        self._common += node.label in self._turn
        known: list[int] = []
        v: Number | None = None
        for child in self._in_own_order(node.children):
            label = self.tree.nodes[child].label
            goes_on = not self._is_cut(node.to_move, bounds, v)
            if self.wrong is None and goes_on != (label in self._turn):
                self.wrong = self._wrong_step(index, bounds, known, label)
            if not goes_on:
                return
            yield child, bounds
            known.append(child)
            v = better(node.to_move, v, self.values[label])
            bounds = bounds.after(node.to_move, node.label, self.values[label])

    def _wrong_step(
        self, index: int, bounds: Bounds, known: list[int], child: str
    ) -> WrongStep:
        """What is to be told of this moment; all visits before it were right."""
        node = self.tree.nodes[index]
        worth = backed_up(self.tree, self.needed)
        labels = [self.tree.nodes[index].label for index in known]
        siblings = tuple(
            Known(label, worth[index], self.values[label])
            for index, label in zip(known, labels, strict=True)
        )
        best = max if node.to_move == MAX else min
        return WrongStep(
            node.label,
            node.to_move,
            None if self.policy is None else bounds,
            siblings,
            best((sibling.returned for sibling in siblings), default=None),
            child,
            child in self._turn,
            self._common,
        )

    def _in_own_order(self, children: Sequence[int]) -> Sequence[int]:
        """As the search came to them; those that it left out, behind them."""
        never = len(self._turn)
        nodes, turn = self.tree.nodes, self._turn
        return sorted(children, key=lambda child: turn.get(nodes[child].label, never))

    def _is_cut(self, mover: str, bounds: Bounds, v: Number | None) -> bool:
        """Whether no further child can matter, once one is known."""
        if self.policy is None or v is None or bounds.alpha < bounds.beta:
            return False
        if bounds.alpha > bounds.beta:
            return True
        ties = v == (bounds.beta if mover == MAX else bounds.alpha)
        return mover in self.policy.stops and (ties or not self.policy.by_v)

"""The fewest leaves that alpha-beta evaluates in any order, and what that saves.

No search is run here. With the best order a node that is cut costs what its cheapest
cutting child costs, and any other node its best child and then, one by one, all the
rest, which are held against that one (Knuth and Moore, "An analysis of alpha-beta
pruning", 1975, section 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.game import MAX, Number, Value
from autograder.kinds.search.walk import Policy
from autograder.trees.deep import deep_enough
from autograder.trees.tree import GameTree, Window
from autograder.trees.values import BEST

LEAST_WAY = 3  # leaves: where the best order saves fewer, none is asked for


@dataclass(frozen=True, slots=True)
class Savings:
    """The leaves that a search evaluated, that it does in the tree's order, and fewest.

    Of its own leaves it `peeked` at so many, which it did not come to search.
    """

    leaves: int
    in_tree_order: int
    fewest: int
    peeked: int = 0

    @property
    def way(self) -> int:
        """How many leaves the best order saves."""
        return self.in_tree_order - self.fewest

    @property
    def is_asked(self) -> bool:
        """Whether there is enough to be saved."""
        return self.way >= LEAST_WAY

    @property
    def percent(self) -> float:
        """How much of that was saved, between 0 and 100."""
        if self.way <= 0:
            return 100.0
        return 100 * min(1.0, max(0.0, (self.in_tree_order - self.leaves) / self.way))


def leaves_of(tree: GameTree) -> frozenset[str]:
    """Where a search stops: terminals, and the positions at its horizon."""
    return frozenset(node.label for node in tree.searched.nodes if not node.children)


def fewest_leaves(
    tree: GameTree, values: Mapping[str, Value], window: Window, policy: Policy
) -> int:
    """The fewest leaves that alpha-beta of a policy evaluates in any order of moves.

    In a tree of MAX and MIN, whose leaves are numbers. Who keeps no v, and stops where
    alpha is beta for one player alone, is counted as who compares v.
    """
    searched = tree.searched
    with deep_enough(searched.height()):
        return _Counter(searched, values, policy).fewest(0, *window)


@dataclass(slots=True)
class _Counter:
    """Counts below a node, within a window, once for each."""

    tree: GameTree
    values: Mapping[str, Value]
    policy: Policy
    _counted: dict[tuple[int, Number, Number], int] = field(default_factory=dict)

    def fewest(self, index: int, alpha: Number, beta: Number) -> int:
        key = index, alpha, beta
        if key not in self._counted:
            node = self.tree.nodes[index]
            self._counted[key] = self._below(index, alpha, beta) if node.children else 1
        return self._counted[key]

    def _below(self, index: int, alpha: Number, beta: Number) -> int:
        node = self.tree.nodes[index]
        cutting = [c for c in node.children if self._cuts(node.to_move, c, alpha, beta)]
        if cutting:
            return min(self.fewest(child, alpha, beta) for child in cutting)
        best = BEST[node.to_move](map(self._value, node.children))
        is_max = node.to_move == MAX
        after = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        rest = sum(self.fewest(child, *after) for child in node.children)
        return rest + min(
            self.fewest(child, alpha, beta) - self.fewest(child, *after)
            for child in node.children
            if self._value(child) == best
        )

    def _cuts(self, mover: str, child: int, alpha: Number, beta: Number) -> bool:
        """Whether nothing is searched behind a child that comes first."""
        value = self._value(child)
        ties, beyond = (value == beta, value > beta)
        if mover != MAX:
            ties, beyond = (value == alpha, value < alpha)
        return beyond or (ties and mover in self.policy.stops)

    def _value(self, index: int) -> Number:
        value = self.values[self.tree.nodes[index].label]
        assert not isinstance(value, tuple)
        return value

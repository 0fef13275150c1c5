"""The tree that a Monte Carlo tree search builds, as its playouts tell it.

Each iteration adds at most one node, from which it asks for a playout: so the nodes of
the playouts, in their order, tell the whole tree, and what stands at each node of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from autograder.game import MAX, Number
from autograder.trees.playouts import Playouts
from autograder.trees.tree import C, GameTree

NEAR = 1e-9  # values of UCB1 less far apart are not told apart


def ucb1(utility: float, playouts: int, parent_playouts: int, c: float = C) -> float:
    """The mean utility, and more where few playouts were made: AIMA 4e, section 5.4."""
    if not playouts:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)


@dataclass(frozen=True, slots=True)
class Tried:
    """A child to which selection may go on: what stands there, and its UCB1.

    U belongs to the player who moves into it.
    """

    index: int
    utility: Number
    playouts: int
    ucb1: float


Credit = Callable[["Growth", int, int, Number], Number]


class Growth:
    """A tree of playouts, from before the first one on; the root is node 0.

    `credit` says what a payoff of MAX's adds to the U of a node when the playout came
    from another one below it; else it is what is right.
    """

    def __init__(self, tree: GameTree, credit: Credit | None = None) -> None:
        self.tree = tree
        self._credit = credit
        self.playouts: dict[int, int] = {0: 0}  # N, by node
        self.utility: dict[int, Number] = {0: 0}  # U, by node: of who moves into it
        self.payoffs: list[Number] = []  # MAX's, of each playout
        self.updated: dict[int, int] = {}  # by node the last iteration through it
        self._parents = tree.parents()
        self._playouts = Playouts(tree)

    def add(self, index: int) -> None:
        """Make an iteration with a playout from a node, and back-propagate it."""
        payoff = self._playouts.next_from(index)
        assert not isinstance(payoff, tuple)  # two players have one number
        self.payoffs.append(payoff)
        for each in self.path(index):
            self.playouts[each] = self.playouts.get(each, 0) + 1
            self.utility[each] = self.utility.get(each, 0) + (
                self._credit(self, each, index, payoff)
                if self._credit
                else self.credited(each, payoff)
            )
            self.updated[each] = len(self.payoffs)

    def credited(self, index: int, payoff: Number) -> Number:
        """What a payoff of MAX's is to the player who moves into a node.

        Into the root nobody does: there it is to the one who has not the move.
        """
        parent = self._parents[index]
        if parent < 0:
            return -payoff if self.tree.root.to_move == MAX else payoff
        return payoff if self.tree.nodes[parent].to_move == MAX else -payoff

    def path(self, index: int) -> tuple[int, ...]:
        """The nodes from the root down to one."""
        way = [index]
        while (parent := self._parents[way[-1]]) >= 0:
            way.append(parent)
        return tuple(reversed(way))

    def untried(self, index: int) -> tuple[int, ...]:
        """The children of a node that are not in the tree yet."""
        children = self.tree.nodes[index].children
        return tuple(child for child in children if child not in self.playouts)

    def tried(self, index: int) -> tuple[Tried, ...]:
        """The children of a node that are in the tree, with what stands there."""
        return tuple(
            Tried(
                child,
                self.utility[child],
                self.playouts[child],
                ucb1(
                    self.utility[child],
                    self.playouts[child],
                    self.playouts[index],
                    self.tree.exploration,
                ),
            )
            for child in self.tree.nodes[index].children
            if child in self.playouts
        )

    def due(self) -> tuple[int, ...]:
        """The way from the root down to the node from which a playout comes next."""
        way = [0]
        while True:
            if not self.tree.nodes[way[-1]].children:
                return tuple(way)
            if untried := self.untried(way[-1]):
                return (*way, untried[0])
            way.append(best(self.tried(way[-1])).index)

    def choice(self) -> int:
        """The child of the root with most playouts, of several the first.

        The root itself where there is none.
        """
        children = [c for c in self.tree.root.children if c in self.playouts]
        return max(children, key=self.playouts.__getitem__, default=0)


def best(tried: Sequence[Tried]) -> Tried:
    """That of the greatest UCB1, the first of those that are as great."""
    return max(tried, key=lambda each: each.ucb1)


def grown(tree: GameTree, played: Sequence[int]) -> Growth:
    """The tree behind these playouts."""
    growth = Growth(tree)
    for index in played:
        growth.add(index)
    return growth


def searched(tree: GameTree) -> Iterator[Growth]:
    """The tree before each iteration of a right search, and in the end."""
    growth = Growth(tree)
    for _ in range(tree.iterations):
        yield growth
        growth.add(growth.due()[-1])
    yield growth

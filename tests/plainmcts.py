"""A second Monte Carlo tree search: no code of the grader's, and another shape.

It keeps what it knows by the way of places from the root, counts in fractions, and
draws its playouts anew: SHA-256 of the game's digest, the label and the number, hashed
again for each move, whose first eight bytes say which. A playout of a tree with a depth
stops after so many moves, at what is estimated there.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from fractions import Fraction

from autograder.trees.tree import GameTree

Way = tuple[int, ...]  # of places among the children, from the root


class PlainSearch:
    """One search, iteration by iteration."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.won: dict[Way, Fraction] = defaultdict(Fraction)
        self.times: dict[Way, int] = defaultdict(int)
        self.drawn: dict[str, int] = defaultdict(int)
        self.played: list[str] = []

    def at(self, way: Way) -> int:
        """The node at the end of a way."""
        index = 0
        for place in way:
            index = self.tree.nodes[index].children[place]
        return index

    def run(self) -> str:
        """The action after all iterations."""
        for _ in range(self.tree.iterations):
            self.iterate()
        root = self.tree.nodes[0]
        times = [self.times[(place,)] for place in range(len(root.children))]
        place = times.index(max(times))
        return root.moves[place] if root.moves else self.label((place,))

    def label(self, way: Way) -> str:
        """What the node at the end of a way is called."""
        return self.tree.nodes[self.at(way)].label

    def iterate(self) -> None:
        """Down by the bound, one node more, and the payoff up again."""
        way: Way = ()
        while children := self.tree.nodes[self.at(way)].children:
            ways = [(*way, place) for place in range(len(children))]
            untried = [each for each in ways if not self.times[each]]
            if untried:
                way = untried[0]
                break
            bounds = [self.bound(each) for each in ways]
            way = ways[bounds.index(max(bounds))]
        payoff = Fraction(self.playout(self.at(way)))
        self.played.append(self.label(way))
        for length in range(len(way) + 1):
            prefix = way[:length]
            above = self.tree.nodes[self.at(prefix[:-1])].to_move
            self.times[prefix] += 1
            self.won[prefix] += payoff if above == "max" else -payoff

    def bound(self, way: Way) -> float:
        """The upper bound, from the textbook's formula."""
        mean = float(self.won[way] / self.times[way])
        log = math.log(self.times[way[:-1]])
        return mean + self.tree.exploration * math.sqrt(log / self.times[way])

    def playout(self, index: int) -> float:
        """The payoff at the end of the next playout of a node, or where it stops."""
        node = self.tree.nodes[index]
        self.drawn[node.label] += 1
        text = f"{self.tree.game_digest} {node.label} {self.drawn[node.label]}"
        state = text.encode()
        moves = 0
        while node.children:
            if moves == self.tree.limit.depth > 0:
                assert isinstance(node.estimate, int | float)
                return node.estimate
            moves += 1
            state = hashlib.sha256(state).digest()
            turn = int.from_bytes(state[:8], "big") % len(node.children)
            node = self.tree.nodes[node.children[turn]]
        assert isinstance(node.utility, int | float)
        return node.utility

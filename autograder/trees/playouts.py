"""Random plays of a game, of which nothing is left to chance.

The n-th playout of a node is always the same, whatever was played before: its moves
follow from the tree, the node and n. It goes to the end of the game, or in a tree with
a depth so many plies at most, and is worth the estimate there.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from autograder.game import Value
from autograder.trees.tree import GameTree

ENOUGH = 2  # times the iterations; who asks for more playouts is stopped there
PLAYS_ON = "it asks for playouts without end"
BYTES = 8  # of a digest, that draw one move


def most_playouts(tree: GameTree) -> int:
    """How many playouts a search is given on a tree before it is stopped."""
    return ENOUGH * tree.iterations + 1


class Playouts:
    """The playouts of one search: each node's own come in their order."""

    def __init__(self, tree: GameTree) -> None:
        self._nodes = tree.nodes
        self._game = tree.game
        self._plies = tree.limit.depth
        self._asked: Counter[int] = Counter()

    def next_from(self, index: int) -> Value:
        """What the next playout from a node comes to."""
        self._asked[index] += 1
        return self.payoff(index, self._asked[index])

    def payoff(self, index: int, nth: int) -> Value:
        """What the n-th playout from a node comes to."""
        node, plies = self._nodes[index], 0
        digest = f"{self._game} {node.label} {nth}".encode()
        while node.children and (not self._plies or plies < self._plies):
            plies += 1
            digest = sha256(digest).digest()
            turn = int.from_bytes(digest[:BYTES], "big") % len(node.children)
            node = self._nodes[node.children[turn]]
        worth = node.worth_at_sight
        assert worth is not None  # else `answers` has refused the tree
        return worth

"""Random plays to the end of a game, of which nothing is left to chance.

The n-th playout of a node is always the same, whatever was played before: its moves
follow from the tree, the node and n.
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
        self._asked: Counter[int] = Counter()

    def next_from(self, index: int) -> Value:
        """The payoff at the end of the next playout from a node."""
        self._asked[index] += 1
        node = self._nodes[index]
        digest = f"{self._game} {node.label} {self._asked[index]}".encode()
        while node.children:
            digest = sha256(digest).digest()
            turn = int.from_bytes(digest[:BYTES], "big") % len(node.children)
            node = self._nodes[node.children[turn]]
        assert node.utility is not None  # a tree with iterations is laid out to its end
        return node.utility

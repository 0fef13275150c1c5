"""An oracle that also tells what a correct function would return, if it is asked to."""

from __future__ import annotations

import math
from collections.abc import Mapping

from autograder.game import Number
from autograder.sandbox.oracle import Asked, Oracle, leaf
from autograder.trees.tree import GameTree
from autograder.worker.protocol import ProtocolError

BEST = {"max_value": max, "min_value": min}


class ExactOracle(Oracle):
    """Answers about the tree from the node `root` down, in place of `replaced` too.

    Asking for the value of a state visits it.
    """

    def __init__(
        self, tree: GameTree, root: int, replaced: str, values: Mapping[str, Number]
    ) -> None:
        super().__init__(tree, root)
        self._best = BEST[replaced]
        self._values = values

    def ask(self, handle: int, window: tuple[float, float]) -> bytes:
        """What a correct function returns for a state; ProtocolError if it is forged.

        Asked about a state of the other player, it does as it would: it takes its own
        best of what the children are worth.
        """
        index = self._index_of.get(handle)
        if index is None:
            raise ProtocolError("it asked for the value of a state it was never given")
        self._count_request()
        node = self.tree.nodes[index]
        self.visited.append(index)
        given = None if any(map(math.isnan, window)) else window
        self.asked.append(Asked(node.label, given))
        if node.utility is not None:
            return leaf(node.to_move, node.utility)
        below = [self._values[self.tree.nodes[child].label] for child in node.children]
        return leaf(node.to_move, self._best(below))

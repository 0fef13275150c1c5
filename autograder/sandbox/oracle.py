"""The grader's side of a tree: it answers one node at a time and records the asking."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass

from autograder.assignment.signature import Function
from autograder.game import Number
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import BEST
from autograder.worker.protocol import (
    CONTENT_MARK,
    COUNT,
    FLOAT,
    HEAD,
    INNER,
    INTEGER,
    LEAF,
    PLAYERS,
    ProtocolError,
)

_PLAYER = {player: index for index, player in enumerate(PLAYERS)}
_UTILITY_SIZE = LEAF.size - HEAD.size


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of the stand-in: the state, and the window if two numbers were given."""

    label: str
    window: tuple[float, float] | None


class Oracle:
    """Answers a worker's requests about one tree, whose nodes go by random handles.

    `visited` holds the indices of the nodes in the order of their first touch.
    A node can be asked about only once its parent has been. The search starts at
    the node whose index is `root`. `asked` holds the calls of a stand-in.

    With a call `before` in the same game, what that was given can be asked about, too;
    the record begins anew.
    """

    def __init__(
        self, tree: GameTree, root: int = 0, before: Oracle | None = None
    ) -> None:
        self.tree = tree
        self.start = tree.nodes[root]
        self.visited: list[int] = []
        self.asked: list[Asked] = []
        self._nodes = tree.nodes
        self._bits = random.Random().getrandbits  # noqa: S311 - opaque, not secret
        self._index_of: dict[int, int] = {}
        if before is not None:
            self._index_of = before._index_of  # noqa: SLF001 - of its own kind
        self._children: dict[int, tuple[int, ...]] = {}
        self._requests_left = 10 * len(tree.nodes) + 1000
        self.root = self._new_handle(root)

    def reply(self, handle: int) -> bytes:
        """The node behind the handle, as a frame; ProtocolError if it was forged."""
        index = self._index_of.get(handle)
        if index is None:
            raise ProtocolError("it asked about a state that it was never given")
        self._count_request()
        node = self._nodes[index]
        handles = self._children.get(index)
        if handles is None:
            self.visited.append(index)
            handles = tuple([self._new_handle(child) for child in node.children])
            self._children[index] = handles
        return (
            self._inner(node, handles) if handles else leaf(node.to_move, node.utility)
        )

    def node_of(self, handle: object) -> Node | None:
        """The node behind a handle that was handed out; None if there is none."""
        index = self._index_of.get(handle) if type(handle) is int else None
        return None if index is None else self._nodes[index]

    def _count_request(self) -> None:
        self._requests_left -= 1
        if self._requests_left < 0:
            raise ProtocolError("it asked far more often than the tree has nodes")

    def ask(self, _handle: int, _place: int, _window: tuple[float, float]) -> bytes:
        """The exact value of a node, as a frame, where that is given."""
        raise ProtocolError("it asked for a value, which nobody gives here")

    def _new_handle(self, index: int) -> int:
        handle = self._bits(32)
        while handle in self._index_of:
            handle = self._bits(32)
        self._index_of[handle] = index
        return handle

    def _inner(self, node: Node, handles: tuple[int, ...]) -> bytes:
        nodes = self._nodes
        text = "\n".join([nodes[child].label for child in node.children])
        if any(nodes[child].content is not None for child in node.children):
            contents = [nodes[child].content for child in node.children]
            text += CONTENT_MARK + json.dumps(contents)
        body = b"%b%b%b" % (
            COUNT.pack(len(handles)),
            b"".join([COUNT.pack(handle) for handle in handles]),
            text.encode(),
        )
        return HEAD.pack(len(body), _PLAYER[node.to_move], INNER) + body


def leaf(to_move: str, utility: Number | None) -> bytes:
    """A terminal node, as a frame."""
    shape = INTEGER if type(utility) is int else FLOAT
    return LEAF.pack(_UTILITY_SIZE, _PLAYER[to_move], shape, utility)


class ExactOracle(Oracle):
    """Answers about the tree from the node `root` down, in place of `replaced` too.

    Asking for the value of a state visits it.
    """

    def __init__(
        self,
        tree: GameTree,
        root: int,
        replaced: tuple[Function, ...],
        values: Mapping[str, Number],
    ) -> None:
        super().__init__(tree, root)
        self._replaced = replaced
        self._values = values

    def ask(self, handle: int, place: int, window: tuple[float, float]) -> bytes:
        """What a correct function returns for a state; ProtocolError if it is forged.

        Asked about a state of the other player, it does as it would: it takes its own
        best of what the children are worth.
        """
        index = self._index_of.get(handle)
        if index is None:
            raise ProtocolError("it asked for the value of a state it was never given")
        if place >= len(self._replaced):
            raise ProtocolError("it asked for the value of a function that is its own")
        self._count_request()
        node = self.tree.nodes[index]
        self.visited.append(index)
        given = None if any(map(math.isnan, window)) else window
        self.asked.append(Asked(node.label, given))
        if node.utility is not None:
            return leaf(node.to_move, node.utility)
        below = [self._values[self.tree.nodes[child].label] for child in node.children]
        best = BEST[self._replaced[place].mover or node.to_move]
        return leaf(node.to_move, best(below))

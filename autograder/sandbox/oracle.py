"""The grader's side of a tree: it answers one node at a time and records the asking."""

from __future__ import annotations

import json
import marshal
import math
import random
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from autograder.assignment.signature import COLOR, MOVER, PLAYER, VIEWPOINT, Function
from autograder.game import CHANCE, MAX, Value
from autograder.text import few_names
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import seen_by, worth
from autograder.trees.visitrecord import (
    PLAYS_ON,
    Overrun,
    Playouts,
    RoundRecord,
    VisitRecord,
    most_playouts,
)
from autograder.worker import protocol
from autograder.worker.protocol import NOBODY, ProtocolError

BITS = random.Random().getrandbits  # noqa: S311 - opaque, not secret
MOST_REPEATS = 20  # times that a search may go through a tree again
NEVER_GIVEN = "it asked about a state that it was never given"

Around = tuple[bytes, bytes]  # what comes before the handles of a node's children


@dataclass(frozen=True, slots=True)
class StandInCall:
    """A call of the stand-in: the state, and the window if two numbers were given.

    `refused` is the function in whose name it was not answered, "" where it was.
    """

    label: str
    window: tuple[float, float] | None
    refused: str = ""


class Oracle:
    """Answers a worker's requests about one tree, whose nodes go by random handles.

    A node can be asked about only once its parent has been. The search starts at the
    node whose index is `root`. `record` holds the visits, `asked` the calls of a
    stand-in, `played` the nodes of playouts.

    With a call `before` in the same game, what that was given can be asked about, too;
    the record begins anew. With `repeats` each touch is recorded and not the first
    alone. If it `peeks` the children of a node that was visited can be estimated
    without a visit. `misordered` is what the worker says of an order that is none.
    """

    timed: ClassVar[bool] = False
    plays: ClassVar[bool] = False
    left: int | None = None  # visits in the bank of a match

    def __init__(
        self,
        tree: GameTree,
        root: int = 0,
        before: Oracle | None = None,
        *,
        repeats: bool = False,
    ) -> None:
        self.tree = tree
        self.begins, self.start = root, tree.nodes[root]
        self.record = VisitRecord(repeats=repeats)
        self.standin_calls: list[StandInCall] = []
        self.played: list[int] = []
        self.misordered: Mapping[str, Any] | None = None
        self.peeks = False
        self.facts = tree.facts
        self._movers = protocol.movers(self.facts)
        self._player = {name: place for place, name in enumerate(self._movers)}
        self._nodes = tree.nodes
        self._bits = BITS
        self._index_of: dict[int, int] = {}
        if before is not None:
            self._index_of = before._index_of  # noqa: SLF001 - of its own kind
        self._children: dict[int, bytes] = {}  # their handles
        self._frames: dict[int, bytes | Around] = tree.frames
        often = MOST_REPEATS if repeats else 1
        self._requests_left = often * (10 * len(tree.nodes) + 1000)
        self.root = self._new_handle(root)

    def node_frame(self, handle: int) -> bytes:
        """The node behind the handle, as a frame; ProtocolError if it was forged.

        That is raised, too, where a search goes on behind its time.
        """
        index = self._index(handle)
        self._count_request()
        self._touch(self.record.ask, index)
        frame = self._frames.get(index)
        if frame is None:
            frame = self._frames[index] = self._frame(self._nodes[index])
        if isinstance(frame, bytes):
            return frame
        handles = self._children.get(index)
        if handles is None:
            new = [self._new_handle(each) for each in self._nodes[index].children]
            handles = self._children[index] = struct.pack(f"<{len(new)}I", *new)
        begin, end = frame
        return begin + handles + end

    def _frame(self, node: Node) -> bytes | Around:
        """What each call is told of a node, around the handles of its children."""
        if node.children:
            return self._inner(node)
        if node.utility is None:
            return protocol.HEAD.pack(0, self._player[node.to_move], protocol.EDGE)
        return protocol.value_frame(self._player[node.to_move], node.utility)

    def estimate(self, handle: int) -> bytes:
        """The estimate of a node, as a frame; ProtocolError if it was forged."""
        index = self._index(handle)
        self._count_request()
        self._touch(self.record.estimate, index)
        node = self._nodes[index]
        return protocol.value_frame(self._player[node.to_move], node.worth_at_sight)

    def peek(self, handle: int) -> bytes:
        """The estimate of a node whose parent's actions are ordered, as a frame.

        Whose turn it is there is not told. ProtocolError where nothing can be peeked
        at, if it was forged, and at the node at which the search starts.
        """
        index = self._index_of.get(handle)
        if index is None or handle == self.root or not self.peeks:
            raise ProtocolError("it peeked at a state that it may not peek at")
        self._count_request()
        self.record.peek(index)
        return protocol.value_frame(NOBODY, self._nodes[index].worth_at_sight)

    def time_is_up_frame(self, _handle: int = 0) -> bytes:
        """Whether a search is to stop, as a frame."""
        self._count_request()
        return protocol.value_frame(0, int(self.record.time_is_up()))

    def play(self, _handle: int) -> bytes:
        """The payoff of a playout, as a frame, where there are any."""
        raise ProtocolError("it asked for a playout, of which there are none here")

    def next_order_frame(self, _answer: object) -> bytes:
        """What a walk is to do next; ProtocolError, for here nobody walks."""
        raise ProtocolError("it told of a line of play, where none is walked")

    def record_requests(self, requests: Iterable[tuple[int, int]]) -> None:
        """Record what was asked of a tree that lay in the worker, by opcode and index.

        ProtocolError where there is no such node.
        """
        record = {
            protocol.VISIT: self.record.ask,
            protocol.ESTIMATE: self.record.estimate,
            protocol.PEEK: self.record.peek,
            protocol.PLAY: self.played.append,
        }
        for opcode, index in requests:
            if opcode not in record or not 0 <= index < len(self._nodes):
                raise ProtocolError("it asked about a state that there is not")
            record[opcode](index)

    def node_of(self, handle: int) -> Node | None:
        """The node behind a handle that was handed out; None if there is none."""
        index = self._index_of.get(handle)
        return None if index is None else self._nodes[index]

    def _index(self, handle: int) -> int:
        index = self._index_of.get(handle)
        if index is None:
            raise ProtocolError(NEVER_GIVEN)
        return index

    def _touch(self, record: Callable[[int], None], index: int) -> None:
        try:
            record(index)
        except Overrun as why:
            raise ProtocolError(str(why)) from None

    def _count_request(self) -> None:
        self._requests_left -= 1
        if self._requests_left < 0:
            raise ProtocolError("it asked far more often than the tree has nodes")

    def exact_value_frame(
        self,
        _handle: int,
        _place: int,
        _window: tuple[float, float],
        _player: int = NOBODY,
    ) -> bytes:
        """The exact value of a node, as a frame, where that is given."""
        raise ProtocolError("it asked for a value, which nobody gives here")

    def _new_handle(self, index: int) -> int:
        handle = self._bits(32)
        while handle in self._index_of:
            handle = self._bits(32)
        self._index_of[handle] = index
        return handle

    def _inner(self, node: Node) -> Around:
        below = [self._nodes[child] for child in node.children]
        contents = [each.content for each in below]
        told = json.dumps(contents) if contents.count(None) < len(below) else ""
        labels = tuple([each.label for each in below])
        end = marshal.dumps((labels, node.moves, told, node.probabilities))
        is_quiet = node.quiet or bool(node.probabilities)
        shape = protocol.INNER if is_quiet else protocol.NOISY
        size = protocol.COUNT.size * (1 + len(below)) + len(end)
        head = protocol.HEAD.pack(size, self._player[node.to_move], shape)
        return head + protocol.COUNT.pack(len(below)), end


class TimedOracle(Oracle):
    """Answers a search that goes through a tree round after round, until time is up.

    The worker asks it each time that the search asks about a state.
    """

    timed: ClassVar[bool] = True

    def __init__(
        self, tree: GameTree, root: int = 0, before: Oracle | None = None
    ) -> None:
        super().__init__(tree, root, before, repeats=True)
        self.record = RoundRecord(tree)


class PlayoutOracle(Oracle):
    """Answers a search that asks for playouts, and records from which nodes it does.

    The states of nodes are `apart` where the question says so.
    """

    plays: ClassVar[bool] = True

    def __init__(self, tree: GameTree, *, apart: bool) -> None:
        super().__init__(tree)
        self.facts = tree.facts._replace(apart=apart)
        self._playouts = Playouts(tree)
        self._most = most_playouts(tree)

    def play(self, handle: int) -> bytes:
        """The payoff of the next playout from a node, as a frame.

        ProtocolError if it was forged, and where a search asks without end.
        """
        index = self._index(handle)
        if len(self.played) >= self._most:
            raise ProtocolError(PLAYS_ON)
        self.played.append(index)
        return protocol.value_frame(NOBODY, self._playouts.next_from(index))


class ExactOracle(Oracle):
    """Answers about the tree from the node `root` down, in place of `replaced` too.

    Asking for the value of a state visits it. `values` are those of the tree that a
    search goes through, which ends at the horizon. That of `root` itself is what the
    call is to find, and is not told. One that `dispatches`, whoever moves, may hand the
    state on: it is told what the function of whoever moves there returns.
    """

    def __init__(
        self,
        tree: GameTree,
        root: int,
        replaced: tuple[Function, ...],
        values: Mapping[str, Value],
        *,
        dispatches: bool = False,
    ) -> None:
        super().__init__(tree, root)
        self._replaced = replaced
        self._values = values
        self._dispatches = dispatches

    def exact_value_frame(
        self, handle: int, place: int, window: tuple[float, float], player: int = NOBODY
    ) -> bytes:
        """What a correct function returns for a state; ProtocolError if it is forged.

        Of the state at which the call began it is no value.
        Asked about a state of another player, it does as it would: it takes its own
        best of what the children are worth. One that is told the player believes it,
        and one that is told a viewpoint takes it.
        """
        index = self._index_of.get(handle)
        if index is None:
            raise ProtocolError("it asked for the value of a state it was never given")
        if place >= len(self._replaced):
            raise ProtocolError("it asked for the value of a function that is its own")
        self._count_request()
        node = self.tree.nodes[index]
        self.record.hand_on(index)
        given = None if any(map(math.isnan, window)) else window
        function = self._replaced[place]
        if node is self.start and not (
            self._dispatches and function.mover == self.start.to_move
        ):
            self.standin_calls.append(
                StandInCall(node.label, given, refused=function.name)
            )
            return protocol.value_frame(self._player[node.to_move], None)
        self.standin_calls.append(StandInCall(node.label, given))
        told = self._movers[player] if player < len(self._movers) else ""
        believed = PLAYER in function.arguments
        value = self._value(index, told if told and believed else function.mover)
        if value is not None:
            viewpoint = node.to_move if function.value_of == MOVER else MAX
            if {VIEWPOINT, COLOR} & {*function.arguments}:
                viewpoint = told
            value = seen_by(viewpoint, value)
        return protocol.value_frame(self._player[node.to_move], value)

    def _value(self, index: int, mover: str) -> Value | None:
        """What a node is worth to a function of that player; None if nobody knows."""
        node = self.tree.effective_tree.nodes[index]
        if mover in ("", node.to_move) or not node.children:
            return self._values.get(node.label)
        labels = [self.tree.nodes[child].label for child in node.children]
        if not self._values.keys() >= {*labels}:
            return None
        below = [self._values[label] for label in labels]
        even = (1 / len(below),) * len(below) if mover == CHANCE else ()
        return worth(self.tree, replace(node, to_move=mover, probabilities=even), below)


NO_ORDER = "set"  # a type of which nobody knows what comes first
WIDTH = 48  # characters of actions in a sentence


@dataclass(frozen=True, slots=True)
class Misorder:
    """What a function that orders actions returned about a state, if not all, once.

    Actions that are `missing`, there `twice`, or `others` than those of the state; what
    came in no order is of the type `returned`.
    """

    state: str
    missing: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    returned: str = ""

    def sentence(self, function: str) -> str:
        """One sentence on what that function did to the actions."""
        call = f"{function}(game, {self.state}, actions)"
        if self.returned == NO_ORDER:
            return f"{call} returned a set, which has no order; return a list"
        if self.returned:
            return f"{call} returned {self.returned}, expected a list of its actions"
        parts = (
            (self.missing, "left out {}"),
            (self.twice, "returned {} more than once"),
            (self.others, "returned {}, which it was not given"),
        )
        told = [say.format(few_names(names, WIDTH)) for names, say in parts if names]
        return f"{call} {' and '.join(told)}"


def first_misorder(
    said: Mapping[str, Any] | None, node_of: Callable[[int], Node | None]
) -> Misorder | None:
    """The first order that was none; None where all were, or of a state of nobody's.

    No point is given for it: who says nothing has an order that is judged by its cuts.
    """
    node = None if said is None else node_of(said["state"])
    if said is None or node is None:
        return None
    lists = {key: tuple(said.get(key, ())) for key in ("missing", "twice", "others")}
    return Misorder(node.label, **lists, returned=said.get("returned", ""))

"""The protocol under a hundred thousand frames: no traceback, no hang, no wrong score.

Each example is one worker's whole talk, mostly as an honest one would have it and
broken in places. What it must come to is decided here, from the bytes alone.
"""

from __future__ import annotations

import json
import marshal
import math
import os
import struct
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.answers import file as answers
from autograder.answers.file import Answers
from autograder.assignment.questions import Case, Limits
from autograder.kinds import all as assignments
from autograder.kinds.search import judging as compare
from autograder.kinds.search import observing, signatures
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.words import kept_sentence
from autograder.observing.observation import (
    CallRequest,
    Observation,
    Observed,
    value_call,
)
from autograder.observing.outcome import outcomes_of
from autograder.report import plain
from autograder.sandbox.jobs import Conversation, Ended, converse
from autograder.sandbox.oracle import ExactOracle, Oracle
from autograder.trees.tree import GameTree, Node
from tests.asking import case_of
from tests.fuzzing import minimax_values, random_of, within
from tests.searched import entry_of
from tests.small import ROOT, THOROUGH

TREES = ROOT / "test_trees"
TALKS = 500 if THOROUGH else 200
BEST = {"max_value": max, "min_value": min}
FRAMES = 100 * TALKS  # that the grader reads in one run, at the least
READY, SETUP_FAILED, VISIT, RESULT, ASK, ESTIMATE = range(
    1, 7
)  # as an outsider has them
TIME = 8  # whether it is up
NOTHING = 5  # the shape of a node without an estimate
REQUEST, HEAD = struct.Struct("<BI"), struct.Struct("<IBB")
ASKED = struct.Struct("<BddB")  # the place of the function, α, β, who moves
MOST_JSON = 1 << 18
ROOM = 60_000  # bytes that fit into a pipe which nobody reads yet
LEAF_ONLY = GameTree((Node("A", "max", utility=7),))
SEEDS = st.integers(0, 2**64 - 1)
PLAYED = (  # no window, so that every accepted search finds the minimax value
    "lectures/aima_fig_5_2",
    "lectures/cs188_pruning",
    "mistakes/zero_leaves",
    "mistakes/deep_cutoff",
    "nim/misere_1_2",
)


@dataclass
class World:
    """What a worker may know of one tree: handles, and the nodes asked for.

    With `best` it may ask for values as well: that takes the best of the children.
    """

    tree: GameTree
    root: int
    bits: Callable[[int], int]
    at: int = 0
    best: Callable[..., float] | None = None
    window: tuple[float, ...] = ()
    known: dict[int, int] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    handles: dict[int, list[int]] = field(default_factory=dict)
    estimated: dict[int, None] = field(default_factory=dict)
    requests: int = 0
    windows: list[tuple[int, tuple[float, float]]] = field(default_factory=list)

    values: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known[self.root] = self.at
        self.values = minimax_values(self.tree) if self.best else {}

    def value(self, handle: int, window: tuple[float, float]) -> int:
        """The node whose value is asked for, which counts as a visit."""
        index = self.known[handle]
        self.asked.append(index)
        self.windows.append((index, window))
        return index

    def worth(self, index: int) -> float | None:
        """What a correct function returns there: its own best of the children.

        Where the call began that is what it is to find, and nobody tells.
        """
        assert self.best is not None
        if index == self.at:
            return None
        node = self.tree.nodes[index]
        if not node.children:
            return self.values[node.label]
        return self.best(self.values[self.tree.nodes[i].label] for i in node.children)

    def ask(self, handle: int) -> int:
        """The node that is asked for, whose children become known."""
        index = self.known[handle]
        if index not in self.handles:
            if index not in self.estimated:
                self.asked.append(index)
            self.handles[index] = [
                self._name(child) for child in self.tree.nodes[index].children
            ]
        return index

    def estimate(self, handle: int) -> int:
        """The node whose estimate is asked for, which visits it and no more."""
        index = self.known[handle]
        if index not in self.handles and index not in self.estimated:
            self.asked.append(index)
        self.estimated[index] = None
        return index

    def _name(self, child: int) -> int:
        handle = self.bits(32)
        while handle in self.known:
            handle = self.bits(32)
        self.known[handle] = child
        return handle


@dataclass
class Reading:
    """What the bytes come to: who is to blame, and what of it all counts."""

    frames: int = 0
    end: int = 0  # bytes that are read
    ready: bool = False
    fault: str = ""  # setup, violation, or none
    payloads: list[bytes] = field(default_factory=list)
    replies: list[tuple[int, int, int]] = field(default_factory=list)
    # call, node, the kind of request


class Gone(Exception):  # noqa: N818 - it is none of ours
    """The bytes are over."""


class Breach(Exception):  # noqa: N818 - likewise
    """No honest worker sends this."""


class Reader:
    """Reads a worker's bytes as the protocol has it, and nothing beyond its end."""

    def __init__(self, said: bytes, worlds: list[World]) -> None:
        self._said, self._worlds = said, worlds
        self.reading = Reading()

    def read(self) -> Reading:
        """The whole talk."""
        reading = self.reading
        try:
            self._until_ready()
            reading.ready = True
            for call in range(len(self._worlds)):
                reading.payloads.append(self._call(call))
        except Breach:
            reading.fault = "violation" if reading.ready else "setup"
        except Gone:
            reading.fault = "" if reading.ready else "setup"
        return reading

    def _until_ready(self) -> None:
        opcode, size = self._request()
        if opcode == SETUP_FAILED:
            self._json(size)
        if opcode != READY:
            raise Breach

    def _call(self, call: int) -> bytes:
        world = self._worlds[call]
        while True:
            opcode, argument = self._request()
            if opcode == RESULT:
                payload = self._json(argument)
                if not is_of_its_form(json.loads(payload)):
                    raise Breach
                return payload
            if opcode == TIME:
                self._count(world)
                self.reading.replies.append((call, 0, TIME))
                continue
            asks = opcode == ASK
            behind = self._take(ASKED.size) if asks else bytes(ASKED.size)
            place, *window, _player = ASKED.unpack(behind)
            if place > 0 or (asks and world.best is None):
                raise Breach
            if opcode not in (VISIT, ASK, ESTIMATE) or argument not in world.known:
                raise Breach
            self._count(world)
            if asks:
                found = world.value(argument, (window[0], window[1]))
            else:
                touch = world.ask if opcode == VISIT else world.estimate
                found = touch(argument)
            self.reading.replies.append((call, found, opcode))

    def _count(self, world: World) -> None:
        world.requests += 1
        if world.requests > 10 * len(world.tree.nodes) + 1000:
            raise Breach

    def _request(self) -> tuple[int, int]:
        opcode, argument = REQUEST.unpack(self._take(REQUEST.size))
        self.reading.frames += 1
        return opcode, argument

    def _json(self, size: int) -> bytes:
        if size > MOST_JSON:
            raise Breach
        payload = self._take(size)
        try:
            json.loads(payload)
        except (ValueError, RecursionError):
            raise Breach from None
        return payload

    def _take(self, size: int) -> bytes:
        start = self.reading.end
        self.reading.end = min(start + size, len(self._said))
        if start + size > len(self._said):
            raise Gone
        return self._said[start : start + size]


def is_of_its_form(result: Any) -> bool:
    """Whether it is a result, as far as they are made here."""
    if not isinstance(result, dict) or len(result) != 1:
        return False
    if "error" in result:
        return is_an_error(result["error"])
    returned = result.get("returned")
    if not isinstance(returned, dict) or len(returned) != 2:
        return False
    if returned.get("kind") == "number":
        return is_a_number(returned.get("number"))
    return returned.get("kind") == "str" and isinstance(returned.get("text"), str)


def is_a_number(number: Any) -> bool:
    """Whether it is finite, and exact as a float."""
    if type(number) is int:
        return abs(number) <= 2**53
    return type(number) is float and math.isfinite(number)


def is_an_error(error: Any) -> bool:
    """Whether it has all that is told of a fault, and each as it should be."""
    fields = {"kind", "stage", "type", "message", "near", "frames"}
    if not isinstance(error, dict) or error.keys() != fields:
        return False
    known = error["kind"] in ERROR_KINDS[:4] and error["stage"] in ("import", "call")
    texts = isinstance(error["type"], str) and isinstance(error["message"], str)
    lists = error["near"] == ["a"] and isinstance(error["frames"], list)
    return known and texts and lists and all(map(is_a_frame, error["frames"]))


def is_a_frame(row: Any) -> bool:
    """Whether it tells file, line, function and source, and perhaps two columns."""
    if len(row) not in (4, 6):
        return False
    numbers = all(type(n) is int and 0 <= n <= 2**53 for n in (row[1], *row[4:]))
    return numbers and all(isinstance(row[i], str) for i in (0, 2, 3))


# What a worker says.

FORGED = (  # that look like the result of a call, and are none
    '{"returned": {"kind": "number", "number": %s}}',
    '{"returned": {"kind": "number", "number": "%s"}}',
    '{"returned": {"kind": "number", "number": [%s]}}',
    '{"returned": {"kind": ["number"], "number": %s}}',
    '{"returned": {"kind": "number", "text": "%s"}}',
    '{"returned": [{"kind": "number", "number": %s}]}',
    '{"returned": {"kind": "str", "text": %s}}',
    '{"error": {"kind": "number", "number": %s}}',
    '{"Returned": {"kind": "number", "number": %s}}',
    '[{"returned": {"kind": "number", "number": %s}}]',
    '{"returned": {"kind": "number", "number": %s}',
    '{"returned": {"kind": "number", "number": 1e9, "number": %s}}',
    '{"returned": 1, "returned": {"kind": "number", "number": %s}}',
    '{"returned": {"kind": "number", "number": %s, "number": 1e9}}',
    '{"error": 1, "returned": {"kind": "number", "number": %s}} ',
    '\ufeff{"returned": {"kind": "number", "number": %s}}',
)
NUMBERS = (
    *("NaN", "Infinity", "-Infinity", "1e999", "true", "null", "-0.0", '"inf"', "{}"),
    *("9007199254740993", "1" + "0" * 400, "1" * 5000, "1" * 300, "0.5", "1e308"),
)
ERROR_KINDS = ("crash", "timeout", "stub", "exit", "flood", "grader", "violation", "")
TEXTS = ("", "\ud800", "\x1b[2J", "\u202e\n" * 200, "{0}", "x" * 5000, "'NoneType'")


def error(random: Random) -> dict[str, Any]:
    """A fault, as a worker tells it, or nearly so."""
    text: Callable[[], Any] = lambda: random.choice((*TEXTS, 3, None))  # noqa: E731
    line = random.choice((1, -5, 2**70, 10**4000, True, "1"))
    columns = [random.choice((0, 3, -1, 2**70, None))] * random.choice((0, 2, 2, 3))
    frames = [[text(), line, text(), text(), *columns]] * random.randrange(3)
    return {
        "kind": random.choice(ERROR_KINDS),
        "stage": random.choice(("import", "call", "unreached")),
        "type": text(),
        "message": text(),
        "near": random.choice((["a"], "ab", {"a": 1}, 3, [[]], ["\ud800"] * 99)),
        "frames": frames if random.random() < 0.8 else text(),
    }


def noise(random: Random, depth: int = 3) -> Any:
    """Any JSON."""
    kind = random.randrange(8 if depth else 6)
    if kind >= 6:
        below = [noise(random, depth - 1) for _ in range(random.randrange(4))]
        keys = ("returned", "error", "kind", "\ud800")
        return below if kind == 6 else dict(zip(keys, below, strict=False))
    return (None, True, random.random(), 10**30, random.choice(TEXTS), "number")[kind]


def honest(random: Random, right: Any) -> bytes:
    """What the worker of an honest submission sends, mostly of a right one."""
    value = right if random.random() < 0.7 else random.choice((3, -1.5, "C", "B", 1e9))
    name = "text" if isinstance(value, str) else "number"
    kind = "str" if isinstance(value, str) else "number"
    text = json.dumps({"returned": {"kind": kind, name: value}})
    encoding = "utf-8" if random.random() < 0.9 else "utf-16"
    return text.encode(encoding)


def payload_of(random: Random, right: Any) -> bytes:
    """The JSON behind a RESULT, or what stands in its place."""
    chance = random.random()
    if chance < 0.5:
        return honest(random, right)
    if chance < 0.75:
        number = json.dumps(right) if random.random() < 0.5 else random.choice(NUMBERS)
        return (random.choice(FORGED) % number).encode()
    if chance < 0.85:
        return json.dumps({"error": error(random)}).encode()
    if chance < 0.95:
        return json.dumps(noise(random)).encode()
    begin = random.choice(("[", '{"returned":', '[{"a":'))
    return random.choice((begin.encode() * 3000, random.randbytes(40), b"", b"\xff"))


def result_of(random: Random, right: Any) -> bytes:
    """A RESULT with its JSON; rarely of another length than it tells."""
    payload = payload_of(random, right)
    size = len(payload)
    if random.random() < 0.05:
        wrong = (0, size - 1, size + 1, MOST_JSON, MOST_JSON + 1, 2**31, 2**32 - 1)
        size = max(random.choice(wrong), 0)
    return REQUEST.pack(RESULT, size) + payload


def breach(random: Random) -> bytes:
    """What no honest worker sends in the midst of a call."""
    return random.choice(
        (
            REQUEST.pack(VISIT, random.getrandbits(32)),
            REQUEST.pack(VISIT, random.choice((0, 1, 2**32 - 1))),
            REQUEST.pack(random.randrange(256), random.getrandbits(32)),
            REQUEST.pack(ESTIMATE, random.getrandbits(32)),
            REQUEST.pack(ESTIMATE, random.choice((0, 1, 2**32 - 1))),
            REQUEST.pack(ESTIMATE, 0)[: random.randrange(5)],
            REQUEST.pack(READY, 0),
            REQUEST.pack(ASK, random.getrandbits(32)) + random.randbytes(ASKED.size),
            REQUEST.pack(ASK, 0) + random.randbytes(random.randrange(ASKED.size)),
            REQUEST.pack(SETUP_FAILED, 4) + b'"no"',
            REQUEST.pack(VISIT, 0)[: random.randrange(5)],
            random.randbytes(random.randrange(1, 30)),
        )
    )


def beginning(random: Random) -> bytes:
    """READY; rarely what else a worker might begin with."""
    if random.random() < 0.95:
        return REQUEST.pack(READY, random.choice((0, 0, 0, 2**32 - 1)))
    failed = json.dumps(noise(random)).encode()
    return random.choice(
        (
            b"",
            REQUEST.pack(SETUP_FAILED, len(failed)) + failed,
            REQUEST.pack(SETUP_FAILED, 2**31) + failed,
            REQUEST.pack(SETUP_FAILED, 40_000) + b"[" * 40_000,
            b"Fatal Python error: x",
            breach(random),
        )
    )


def visits(random: Random, world: World) -> Iterator[bytes]:
    """Requests for nodes that are known: all of them, some, or far too many."""
    chance = random.random()
    if world.at == 0 and random.random() < 0.2:  # alpha-beta, whatever it does at ties
        stops = random.choice((("max",), ("min",), ("max", "min"), ()))
        for index in searched(world.tree, stops, by_v=random.random() < 0.5):
            handle = next(h for h, found in world.known.items() if found == index)
            world.ask(handle)
            yield REQUEST.pack(VISIT, handle)
        return
    if chance < 0.5:  # an honest search: each node once, in some order
        waiting = [world.root]
        while waiting:
            handle = waiting.pop(random.randrange(len(waiting)))
            if random.random() < 0.2:
                world.estimate(handle)
                yield REQUEST.pack(ESTIMATE, handle)
            yield REQUEST.pack(VISIT, handle)
            waiting += world.handles[world.ask(handle)]
    count = 1200 if chance > 0.98 else random.randrange(50, 200)
    for _ in range(count if chance > 0.3 else 0):
        handle = random.choice(tuple(world.known))
        opcode = ESTIMATE if random.random() < 0.3 else VISIT
        (world.estimate if opcode == ESTIMATE else world.ask)(handle)
        yield REQUEST.pack(opcode, handle)


WINDOWS = (-math.inf, math.inf, 0.0, 3.0, -1.0, 1e300, math.nan)


def visits_alone(random: Random, world: World, window: tuple[float, ...]) -> Any:
    """What a function alone asks: mostly each child's value, in windows of its own.

    Most are those of alpha-beta, and stop where it does; some ask anything.
    """
    assert world.best is not None
    if random.random() < 0.1:
        yield from visits(random, world)
        if random.random() < 0.2:  # all by itself
            return
    yield REQUEST.pack(VISIT, world.root)
    root = world.tree.nodes[world.ask(world.root)]
    handles = list(world.handles[world.at])
    if random.random() < 0.2:
        random.shuffle(handles)
    stops_at_ties, careless = random.random() < 0.5, random.random() < 0.15
    low, high = window or (math.nan, math.nan)
    if random.random() < 0.1:  # what it is to find itself
        world.value(world.root, (low, high))
        yield REQUEST.pack(ASK, world.root) + ASKED.pack(0, low, high, 255)
    for handle in handles:
        shown = (low, high)
        if careless and random.random() < 0.5:
            shown = random.choice(WINDOWS), random.choice(WINDOWS)
        value = world.worth(world.value(handle, shown))
        assert value is not None
        yield REQUEST.pack(ASK, handle) + ASKED.pack(0, *shown, random.randrange(256))
        if root.to_move == "max":
            low = max(low, value)
        else:
            high = min(high, value)
        if (low > high or (stops_at_ties and low == high)) and not careless:
            break


def talk_alone(random: Random, world: World, request: CallRequest) -> bytes:
    """The whole of one call of a function alone."""
    exact = world.values[world.tree.nodes[world.at].label]
    parts: list[bytes] = []
    for asking in visits_alone(random, world, request.window or ()):
        parts += [breach(random)] if random.random() < 0.0005 else []
        parts.append(asking)
    if random.random() < 0.9:
        value = (
            exact
            if random.random() < 0.9
            else random.choice((*(request.window or ()), 1))
        )
        text = json.dumps({"returned": {"kind": "number", "number": value}})
        parts.append(REQUEST.pack(RESULT, len(text)) + text.encode())
    else:
        parts.append(result_of(random, exact))
    return b"".join(parts)


def talk_of(
    random: Random,
    worlds: list[World],
    right: tuple[Any, Any],
    alone: tuple[CallRequest, ...] = (),
) -> bytes:
    """All that one worker says."""
    if random.random() < 0.02:
        return random.randbytes(random.randrange(200))
    parts = [beginning(random)]
    for world, value in zip(worlds[: len(right)], right, strict=True):
        for request in visits(random, world):
            parts += [breach(random)] if random.random() < 0.001 else []
            parts.append(request)
        parts.append(result_of(random, value) if random.random() < 0.98 else b"")
    for world, call in zip(worlds[len(right) :], alone, strict=True):
        parts.append(talk_alone(random, world, call))
    parts += [breach(random)] if random.random() < 0.1 else []
    said = b"".join(parts)
    cut = random.randrange(len(said)) if random.random() < 0.03 else len(said)
    return said[:cut]


# What the grader makes of it.


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    """Both ends, which are closed again; the block may close the second by itself."""
    reading, writing = os.pipe()
    try:
        yield reading, writing
    finally:
        os.close(reading)
        with suppress(OSError):
            os.close(writing)


def write_in_pieces(descriptor: int, said: bytes, sizes: list[int]) -> None:
    """Write to a grader that may have heard enough, and hang up."""
    ends = [*accumulate(sizes), len(said)]
    with suppress(BrokenPipeError), os.fdopen(descriptor, "wb", buffering=0) as file:
        for start, end in zip([0, *ends], ends, strict=False):
            file.write(said[start:end])


def hear(
    said: bytes,
    oracles: list[Oracle],
    sizes: list[int] | None = None,
) -> tuple[Conversation, bytes, int]:
    """What `converse` returns, all that it wrote, and how much of `said` it left."""
    with pipe() as (requests, theirs), pipe() as (their_replies, replies):
        writer = Thread(target=write_in_pieces, args=(theirs, said, sizes or []))
        writer.start()
        if len(said) <= ROOM and sizes is None:
            writer.join()  # the grader finds all of it
        with within(60):
            conversation = converse((requests, replies), {}, oracles)
        os.close(replies)
        with os.fdopen(os.dup(their_replies), "rb") as file:
            written = file.read()
        with os.fdopen(os.dup(requests), "rb") as file:
            left = len(file.read())
        writer.join()
    return conversation, written, left


def job_at(written: bytes, offset: int) -> tuple[Any, int]:
    """The job that stands there, and where it ends."""
    (size,) = struct.unpack_from("<I", written, offset)
    end = offset + 4 + size
    return json.loads(written[offset + 4 : end]), end


def assert_answered(written: bytes, reading: Reading, worlds: list[World]) -> None:
    """Each request for a known node has its node as the answer, and no other."""
    job, offset = job_at(written, 0)
    assert job == {}
    for call, index, opcode in reading.replies:
        world = worlds[call]
        node = world.tree.nodes[index]
        size, player, shape = HEAD.unpack_from(written, offset)
        body = written[offset + HEAD.size : offset + HEAD.size + size]
        offset += HEAD.size + size
        if opcode == TIME:  # of which there is no end here
            assert (player, shape, body) == (0, 1, bytes(8))
            continue
        assert ("max", "min")[player] == node.to_move
        if opcode != VISIT:
            told = node.estimate if node.utility is None else node.utility
            worth = world.worth(index) if opcode == ASK else told
            if worth is None:
                assert (shape, body) == (NOTHING, b"")
                continue
            assert shape == (1 if isinstance(worth, int) else 2)
            assert struct.unpack("<d", body) == (worth,)
        elif node.children:
            count, *handles = struct.unpack_from(f"<{1 + len(node.children)}I", body)
            behind = marshal.loads(body[4 * (1 + count) :])  # noqa: S302 - ours
            labels, moves, contents, probabilities = behind
            nodes = [world.tree.nodes[child] for child in node.children]
            assert (shape, handles) == (0, world.handles[index])
            assert labels == tuple(child.label for child in nodes)
            assert (moves, probabilities) == (node.moves, node.probabilities)
            for child, content in zip(
                nodes, json.loads(contents or "[]"), strict=False
            ):
                assert content == json.loads(json.dumps(child.content))
        else:
            assert shape == (1 if isinstance(node.utility, int) else 2)
            assert struct.unpack("<d", body) == (node.utility,)
    assert offset == len(written), "nothing is written beside"


def number_of(payload: bytes) -> float | None:
    """The number that a result tells, if an honest worker could have sent it."""
    returned = json.loads(payload).get("returned")
    if not isinstance(returned, dict) or returned.get("kind") != "number":
        return None
    number = returned.get("number")
    return number if is_a_number(number) else None


def text_of(payload: bytes) -> str | None:
    """The text that a result tells, if it tells one."""
    returned = json.loads(payload).get("returned")
    if not isinstance(returned, dict) or returned.get("kind") != "str":
        return None
    text = returned.get("text")
    return text if isinstance(text, str) else None


def deserved(case: Case, reading: Reading, worlds: list[World]) -> float:
    """The points of an honest submission with these requests and these results."""
    values = minimax_values(case.tree)
    root = case.tree.root
    best = values[root.label]
    children = [case.tree.nodes[child].label for child in root.children]
    led_to = dict(zip(root.moves or children, children, strict=True))
    payloads = reading.payloads
    number = number_of(payloads[0]) if payloads else None
    action = text_of(payloads[1]) if len(payloads) > 1 else None
    right_visits = "visits" not in case.points.facets or (
        worlds[0].asked and is_accepted(case, worlds[0].asked)
    )
    right = number is not None and math.isclose(number, best, abs_tol=1e-9)
    earned = {
        "value": right,
        "action": action in led_to and values[led_to[str(action)]] == best,
        "visits": right and right_visits,
    }
    is_suspect = number is not None and not (right and right_visits)
    for function, mover in (("max_value", "max"), ("min_value", "min")):
        found = bool(right and right_visits)
        calls = [
            _alone(
                world, payloads[call] if call < len(payloads) else b"{}", found=found
            )
            for call, world in enumerate(worlds)
            if call > 1
            and (node := case.tree.nodes[world.at]).children
            and node.to_move == mover
        ]
        is_right = all(good and not (bad and is_suspect) for good, bad in calls)
        is_alone = not any(
            _is_unseparated(world)
            for world in worlds[2:]
            if case.tree.nodes[world.at].to_move == mover
        )
        is_right &= is_alone or found
        earned[function] = is_right if calls else right
    return case.points.earned([facet for facet in case.points.facets if earned[facet]])


def is_vague(reading: Reading, worlds: list[World]) -> bool:
    """Whether a call that asked what it was to find then sent what is no number.

    It goes with the whole, or is a breach of the protocol and earns less.
    """
    return any(
        any(index == world.at for index, _ in world.windows)
        and (call >= len(reading.payloads) or number_of(reading.payloads[call]) is None)
        for call, world in enumerate(worlds)
        if call > 1
    )


def is_accepted(case: Case, asked: list[int]) -> bool:
    """Whether the visits are those of an accepted search, or lie between two.

    The latter only in the order of the tree.
    """
    visited = set(asked)
    labels = {case.tree.nodes[index].label for index in visited}
    if labels in accepted_visits(case):
        return True
    turn = {index: at for at, index in enumerate(dict.fromkeys(asked))}
    for node in case.tree.nodes:
        turns = [turn[child] for child in node.children if child in turn]
        if turns != sorted(turns):
            return False
    return bool(case.question.arguments) and any(
        visited == set(searched(case.tree, (stops,), by_v=by_v))
        for stops in ("max", "min")
        for by_v in (True, False)
    )


def searched(tree: GameTree, stops: tuple[str, ...], *, by_v: bool) -> list[int]:
    """The visits of alpha-beta that cuts at ties where these players move."""
    seen: list[int] = []

    def value(index: int, low: float, high: float) -> float:
        seen.append(index)
        node = tree.nodes[index]
        assert not isinstance(node.utility, tuple)
        if node.utility is not None:
            return node.utility
        is_max = node.to_move == "max"
        v = -math.inf if is_max else math.inf
        for child in node.children:
            below = value(child, low, high)
            v = max(v, below) if is_max else min(v, below)
            low, high = (max(low, v), high) if is_max else (low, min(high, v))
            tie = v == (high if is_max else low) if by_v else low == high
            if low > high or (low == high and tie and node.to_move in stops):
                break
        return v

    value(0, -math.inf, math.inf)
    return seen


def _is_unseparated(world: World) -> bool:
    """Whether a call asked for no value, but about nodes below the node's children."""
    nodes = world.tree.nodes
    below = {i for child in nodes[world.at].children for i in nodes[child].children}
    return not world.windows and not below.isdisjoint(world.asked)


def _alone(world: World, payload: bytes, *, found: bool) -> tuple[bool, bool]:
    """Whether a call of a function alone was right, and handed on a wrong window.

    One that asked what it was to find goes with the whole, where that has `found` it.
    """
    node = world.tree.nodes[world.at]
    if any(index == world.at for index, _ in world.windows):
        return found, False
    number = number_of(payload)
    met = [index for index in dict.fromkeys(world.asked) if index in node.children]
    left = [child for child in node.children if child not in met]
    worth = [world.values[world.tree.nodes[index].label] for index in met + left]
    windows = [
        bounds_after(node.to_move, world.window or FULL, worth[:known])
        for known in range(len(worth) + 1)
    ]
    open_at_tie = [low < high for low, high in windows]
    open_beyond = [low <= high for low, high in windows]
    stops = {  # how many children a search goes through that cuts at ties, or not
        next((k for k in range(1, len(worth)) if not is_open[k]), len(worth))
        for is_open in (open_at_tie, open_beyond)
    }
    stops = stops if world.window else {len(worth)}
    shown = dict(reversed(world.windows))
    is_leaked = bool(world.window) and any(
        index in shown
        and not any(map(math.isnan, shown[index]))
        and shown[index] != windows[known]
        for known, index in enumerate(met)
    )
    is_right = number is not None and is_true(number, world)
    return is_right and len(met) in stops, is_leaked


FULL = (-math.inf, math.inf)


def bounds_after(
    mover: str, window: tuple[float, ...], worth: list[float]
) -> tuple[float, float]:
    """The window once these children are known."""
    low, high = window
    if mover == "max":
        return max([low, *worth]), high
    return low, min([high, *worth])


def is_true(number: float, world: World) -> bool:
    """Whether the number is the value, or says truly that it lies beyond a bound."""
    exact = world.values[world.tree.nodes[world.at].label]
    if not world.window:
        return math.isclose(number, exact, abs_tol=1e-9)
    low, high = world.window
    return (
        math.isclose(number, exact, abs_tol=1e-9)
        or exact <= number <= low
        or exact >= number >= high
    )


def accepted_visits(case: Case) -> list[set[str]]:
    """The nodes that the accepted searches visit, as the checked-in file says."""
    path = TREES / "answers" / f"{case.tree_name}.json"
    recorded = json.loads(path.read_bytes())["questions"][case.question.name]
    return [
        {visit[0] for visit in found["visits"]}
        for names, found in recorded.items()
        if {*names.split(" | ")} & {*case.question.accept}
    ]


@cache
def cases() -> tuple[tuple[Case, Answers], ...]:
    """Some tests of the real assignment, with their answers.

    The visits of the search function are left out: they are judged as the others are.
    """
    assignment = signatures.load(assignments.load(TREES))
    return tuple(
        (
            case_of(
                case.question,
                case.tree_name,
                _with_estimates(case.tree),
                [row for row in case.points.shares if row[0] != "search_visits"],
            ),
            answers.load(assignment, case.tree_name),
        )
        for case in assignment.cases
        if case.tree_name in PLAYED
    )


def _with_estimates(tree: GameTree) -> GameTree:
    """The tree, every other inner node of which has an estimate, a float or not."""
    nodes = [
        replace(node, estimate=(index, index / 4)[index % 4 // 2])
        if node.children and index % 2
        else node
        for index, node in enumerate(tree.nodes)
    ]
    return replace(tree, nodes=tuple(nodes))


def printed(random: Random) -> str:
    """What a submission may print to be taken for the trace that a signal leaves."""
    pieces = (
        *("Stack (most recent call first):\n", "Fatal Python error: x\n", "\n", "\0"),
        *('  File "submission/minimax.py", line ', '  File "/etc/x", line 3 in g\n'),
        *("12 in max_value\n", "9" * 5000 + " in f\n", "\x1b[2J", "\u202e", '"' * 9),
    )
    return "".join(random.choices(pieces, k=random.randrange(12)))


def case_result(  # noqa: PLR0913, PLR0917 - a talk, and what it was about
    case: Case,
    found: Answers,
    said: Conversation,
    oracles: list[Oracle],
    random: Random,
    alone: tuple[CallRequest, ...] = (),
) -> tuple[compare.CaseResult, bool]:
    """How the test is judged, and whether it ran within its limits."""
    calm = random.random() < 0.9
    cpu = 0.01 if calm else random.choice((0.01, 9.0))
    flooded = not calm and random.random() < 0.5
    code = 0 if calm else random.choice((0, 1, -9, -11, -24))
    ended = Ended(said, printed(random), code, cpu, late=False, flooded=flooded)
    outcomes = outcomes_of(ended, Path("submission"), Limits(), len(oracles))
    observations = [
        Observation(
            *("f", "f(game, state)", outcome, labels_of(oracle)),
            tuple(oracle.standin_calls),
        )
        for outcome, oracle in zip(outcomes, oracles, strict=True)
    ]
    whole = tuple(observations[:2])
    inside = tuple(zip(alone, observations[2:], strict=True))
    observed = Observed(whole, inside, printed=ended.output, cpu_seconds=cpu)
    return compare.judge(Sheet(case, found), observed), not flooded and cpu < 2


def labels_of(oracle: Oracle) -> tuple[str, ...]:
    """The nodes that were visited."""
    return tuple(oracle.tree.nodes[index].label for index in oracle.record.visited)


def worlds_of(
    oracles: list[Oracle], seed: int, alone: tuple[CallRequest, ...] = ()
) -> list[World]:
    """A worker's knowledge of each tree, with the handles that are yet to come."""
    more = [(call.at, BEST[call.replaced[0].name], call.window or ()) for call in alone]
    whole = [(0, None, ())] * (len(oracles) - len(alone))
    return [
        World(oracle.tree, oracle.root, random_of(seed + i).getrandbits, *how)
        for i, (oracle, how) in enumerate(zip(oracles, [*whole, *more], strict=True))
    ]


def share(worlds: list[World]) -> None:
    """Let each know of what any was given, as calls in one game do."""
    known = {handle: node for world in worlds for handle, node in world.known.items()}
    for world in worlds:
        world.known = known


def oracles_of(
    trees: list[GameTree],
    seed: int,
    alone: tuple[CallRequest, ...] = (),
    *,
    in_one_game: bool = False,
) -> list[Oracle]:
    """Oracles whose handles can be foretold here, and by no worker."""
    oracles: list[Oracle] = []
    for tree in trees:
        before = oracles[-1] if in_one_game and oracles else None
        oracles.append(Oracle(tree, 0, before))
    oracles += [
        ExactOracle(trees[0], call.at, call.replaced, minimax_values(trees[0]))
        for call in alone
    ]
    for number, oracle in enumerate(oracles):
        oracle._bits = random_of(seed + number).getrandbits
    return oracles


def assert_understood(said: Conversation, reading: Reading) -> None:
    """What came of the talk is what its bytes say."""
    assert said.ready == reading.ready
    assert bool(said.setup_fault) == (reading.fault == "setup")
    assert bool(said.violation) == (reading.fault == "violation")
    expected = [told_by(json.loads(payload)) for payload in reading.payloads]
    assert expected == [told_by(dict(result)) for result in said.results]


def told_by(result: dict[str, Any]) -> Any:
    """What a result says, but for texts of a fault: these are made safe to show."""
    if "error" in result:
        return result["error"]["kind"], result["error"]["stage"]
    return result["returned"].get("number", result["returned"]["kind"])


def assert_presentable(result: compare.CaseResult) -> None:
    """The words on it are bounded, and none of them acts on the reader."""
    entry = entry_of(result, "1")
    for line in (entry.headline, *plain.lines(entry.details)):
        assert len(line) < 2000
        assert not {unicodedata.category(c) for c in line} & {"Cc", "Cf", "Cs"}


def play(
    seed: int,
    trees: list[GameTree],
    sizes: list[int] | None = None,
    alone: tuple[CallRequest, ...] = (),
    *,
    in_one_game: bool = False,
) -> Any:
    """One talk with the grader, which is checked against its bytes."""
    random = random_of(seed)
    values = minimax_values(trees[0])
    root = trees[0].root
    labels = [trees[0].nodes[child].label for child in root.children]
    names = zip(root.moves or labels, labels, strict=True)
    best = [name for name, label in names if values[label] == values[root.label]]
    oracles = oracles_of(trees, seed, alone, in_one_game=in_one_game)
    right = (values[root.label], random.choice(best or ["A"]))
    knowing = worlds_of(oracles, seed, alone)
    if in_one_game:
        share(knowing)
    said = talk_of(random, knowing, right, alone)
    worlds = worlds_of(oracles, seed, alone)
    if in_one_game:
        share(worlds)
    reading = Reader(said, worlds).read()
    conversation, written, left = hear(said, oracles, sizes)
    assert_understood(conversation, reading)
    visited = [oracle.record.visited for oracle in oracles]
    assert [world.asked for world in worlds] == visited
    for world, oracle in zip(worlds, oracles, strict=True):
        assert list(world.estimated) == list(oracle.record.estimated)
    assert list(map(windows_of, worlds)) == [
        [(call.label, call.window) for call in oracle.standin_calls]
        for oracle in oracles
    ]
    assert_answered(written, reading, worlds)
    if sizes is None and len(said) <= ROOM:
        assert left == len(said) - reading.end, "nothing is read beyond the end"
    return random, oracles, worlds, reading, conversation


def windows_of(world: World) -> list[tuple[str, tuple[float, float] | None]]:
    """The windows that a worker told; none where one of the two is no number."""
    return [
        (world.tree.nodes[index].label, None if any(map(math.isnan, pair)) else pair)
        for index, pair in world.windows
    ]


def test_no_talk_earns_more_than_an_honest_one() -> None:
    """A hundred frames a talk are read, and each score is the one deserved."""
    read: list[int] = []
    full_marks: list[bool] = []

    @given(SEEDS)
    @example(7238)  # no visits are asked for
    @example(9034)  # asks for its own value once, and elsewhere is not separated
    @settings(max_examples=TALKS)
    def fuzz(seed: int) -> None:
        case, found = cases()[seed % len(cases())]
        trees = [case.tree] * 2
        alone = requests_alone(Sheet(case, found), alone=True) if seed % 3 else ()
        random, oracles, worlds, reading, said = play(seed, trees, alone=alone)
        read.append(reading.frames)
        if said.setup_fault:
            return
        result, in_limits = case_result(case, found, said, oracles, random, alone)
        expected = deserved(case, reading, worlds) if in_limits else 0
        if is_vague(reading, worlds):
            assert result.points <= expected
        else:
            assert expected == result.points
        full_marks.append(expected == case.points.max_points)
        assert_presentable(result)

    fuzz()
    assert sum(read) >= FRAMES
    assert any(full_marks), "a positive control: some talks are honest and right"


@given(SEEDS)
@settings(max_examples=TALKS // 3)
def test_calls_in_one_game_know_what_those_before_were_given(seed: int) -> None:
    """And nothing else; what each visits stands in its own record."""
    case, _ = cases()[seed % len(cases())]
    random, oracles, _, _, said = play(seed, [case.tree] * 2, in_one_game=True)
    if said.setup_fault:
        return
    ended = Ended(said, printed(random), 0, 0.01, late=False)
    outcomes = outcomes_of(ended, Path("submission"), Limits(), 2)
    first, again = (
        Observation("f", "f(game, state)", outcome, labels_of(oracle))
        for outcome, oracle in zip(outcomes, oracles, strict=True)
    )
    request = value_call(case.question, case.tree)
    made = ((request, first), (request, again))
    found = observing.kept_by_calls(case, Observed((first, first)), made)
    if found is None:
        return
    sentence = kept_sentence(found)
    assert len(sentence) < 2000
    assert not {unicodedata.category(c) for c in sentence} & {"Cc", "Cf", "Cs"}


@given(SEEDS)
@settings(max_examples=30)
def test_a_flood_is_cut_off_where_the_tree_is_small(seed: int) -> None:
    """A tree of one leaf is asked for a thousand times, and not for ever."""
    play(seed, [LEAF_ONLY] * 2)


@given(SEEDS, st.lists(st.integers(1, 400), max_size=60))
@settings(max_examples=100)
def test_it_does_not_matter_in_which_pieces_frames_come(
    seed: int, sizes: list[int]
) -> None:
    """The writer is still at it while the grader reads."""
    play(seed, [cases()[0][0].tree] * 2, sizes)


@given(st.integers(MOST_JSON + 1, 2**32 - 1))
@settings(max_examples=20)
def test_a_result_beyond_the_limit_is_refused_unread(size: int) -> None:
    """Nothing is reserved for four gigabytes that are only announced."""
    frames = REQUEST.pack(READY, 0) + REQUEST.pack(RESULT, size)
    said, _, left = hear(frames + b"{}" * 1000, [Oracle(LEAF_ONLY)])
    assert said.violation == f"it sent a result of {size} bytes"
    assert left == 2000

"""The grader's side of the pipes, against workers that are played by these tests.

Whatever comes through the pipe, the talk ends with a Conversation.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.game import Number
from autograder.sandbox.jobs import Conversation, converse
from autograder.sandbox.oracle import ExactOracle, Oracle, StandInCall
from autograder.trees.tree import GameTree, Node
from autograder.worker import protocol
from autograder.worker.protocol import (
    ASK,
    ASKED,
    COUNT,
    HEAD,
    LEAF,
    MAX_RESULT,
    NOBODY,
    READY,
    REQUEST,
    RESULT,
    SETUP_FAILED,
    STEP,
    VISIT,
    frame_of,
)
from tests.cases import for_each
from tests.small import MIN_VALUE, examples

LEAVES = tuple(Node(f"leaf{i}", "min", (), i) for i in range(1, 20_001))
TREE = GameTree((Node("A", "max", (1, 2)), *LEAVES[:2]))
WIDE = GameTree((Node("A", "max", tuple(range(1, 20_001))), *LEAVES))
READY_FRAME = REQUEST.pack(READY, 0)
ONE = {"returned": {"kind": "number", "number": 1}}
TWO = {"returned": {"kind": "none", "text": "None"}}


@dataclass
class Part:
    """The worker's two ends, and the roots that its job told it of."""

    requests: int
    replies: int
    roots: list[int]

    def say(self, *frames: bytes) -> None:
        """Write to the grader."""
        for frame in frames:
            protocol.write_all(self.requests, frame)

    def ask(self, handle: int) -> bytes:
        """Ask for a node, and read the whole answer."""
        self.say(REQUEST.pack(VISIT, handle))
        head = protocol.read_exactly(self.replies, protocol.HEAD.size)
        size, _, _ = protocol.HEAD.unpack(head)
        return protocol.read_exactly(self.replies, protocol.HEAD.size + size, head)


def talk(
    play: Callable[[Part], object], calls: int = 1, tree: GameTree = TREE
) -> tuple[Conversation, list[list[int]]]:
    """What the grader makes of a worker that plays a part, and the visits recorded."""
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()
    oracles = [Oracle(tree) for _ in range(calls)]

    def act() -> None:
        with suppress(BrokenPipeError, EOFError):  # the grader has heard enough
            job = protocol.read_job(their_replies)
            play(Part(their_requests, their_replies, job["roots"]))
        os.close(their_requests)
        os.close(their_replies)

    worker = Thread(target=act)
    worker.start()
    job = {"roots": [oracle.root for oracle in oracles]}
    said = converse((requests, replies), job, oracles)
    os.close(requests)
    os.close(replies)
    worker.join()
    return said, [oracle.record.visited for oracle in oracles]


VALUES: dict[str, Number] = {"A": 2, "leaf1": 1, "leaf2": 2}


def talk_with_values(
    play: Callable[[Part], object],
) -> tuple[Conversation, ExactOracle]:
    """A call without values, and behind it one in which they may be asked for."""
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()
    whole, alone = Oracle(TREE), ExactOracle(TREE, 0, MIN_VALUE, VALUES)

    def act() -> None:
        with suppress(BrokenPipeError, EOFError):
            job = protocol.read_job(their_replies)
            play(Part(their_requests, their_replies, job["roots"]))
        os.close(their_requests)
        os.close(their_replies)

    worker = Thread(target=act)
    worker.start()
    said = converse(
        (requests, replies), {"roots": [whole.root, alone.root]}, [whole, alone]
    )
    os.close(requests)
    os.close(replies)
    worker.join()
    return said, alone


def after_ready(*frames: bytes) -> Conversation:
    """What the grader makes of these bytes, sent by a worker that is ready."""
    return talk(lambda worker: worker.say(READY_FRAME, *frames))[0]


def test_results_are_collected_one_a_call() -> None:
    """In the order of the job; what they say is not judged here."""
    said, _ = talk(
        lambda w: w.say(READY_FRAME, frame_of(RESULT, ONE), frame_of(RESULT, TWO)), 2
    )
    assert said == Conversation((ONE, TWO), ready=True)


def test_each_call_has_visits_of_its_own() -> None:
    """A handle of the first call is a forgery in the second."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME)
        worker.ask(worker.roots[0])
        worker.say(frame_of(RESULT, ONE))
        worker.ask(worker.roots[1])
        worker.ask(worker.roots[0])

    said, visited = talk(play, 2)
    assert visited == [[0], [0]]
    assert said.results == (ONE,)
    assert said.violation == "it asked about a state that it was never given"


def test_a_question_that_nobody_hears_answered_costs_no_result() -> None:
    """A thread asks while the result goes out, and the process ends."""

    def play(worker: Part) -> None:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, worker.replies)
        os.close(nothing)
        visit = REQUEST.pack(VISIT, worker.roots[0])
        worker.say(READY_FRAME, visit, frame_of(RESULT, ONE))

    said, visited = talk(play)
    assert said == Conversation((ONE,), ready=True)
    assert visited == [[0]]


def test_a_visit_is_answered_with_the_node() -> None:
    """The frame names the children's handles; asking for one of them visits it."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME)
        (second,) = protocol.COUNT.unpack_from(worker.ask(worker.roots[0]), 14)
        leaf = protocol.LEAF.unpack(worker.ask(second))
        number = {"kind": "number", "number": leaf[3]}
        worker.say(frame_of(RESULT, {"returned": number}))

    said, visited = talk(play)
    assert said.results == ({"returned": {"kind": "number", "number": 2.0}},)
    assert visited == [[0, 2]]


def test_a_request_may_come_in_pieces() -> None:
    """Five bytes, one at a time, are a request like any other."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME)
        for frame in (REQUEST.pack(VISIT, worker.roots[0]), frame_of(RESULT, ONE)):
            worker.say(*(bytes([byte]) for byte in frame))
        os.read(worker.replies, 1000)

    said, visited = talk(play)
    assert (said.results, visited) == ((ONE,), [[0]])


@for_each(
    "frame, violation",
    [
        (REQUEST.pack(RESULT, 2**32 - 1), "it sent a result of 4294967295 bytes"),
        (REQUEST.pack(RESULT, MAX_RESULT + 1), "it sent a result of 262145 bytes"),
        (REQUEST.pack(RESULT, 4) + b"{]}!", "it sent a result that is not JSON"),
        (REQUEST.pack(RESULT, 2) + b"\xff\xfe", "it sent a result that is not JSON"),
        (REQUEST.pack(RESULT, 0), "it sent a result that is not JSON"),
        (
            REQUEST.pack(RESULT, 200_000) + b"[" * 200_000,
            "it sent a result that is not JSON",
        ),
        (frame_of(RESULT, [ONE]), "it sent a result of the wrong form"),
        (frame_of(RESULT, None), "it sent a result of the wrong form"),
        (frame_of(RESULT, "x"), "it sent a result of the wrong form"),
        (REQUEST.pack(99, 0), "it sent a request of an unknown kind, 99"),
        (frame_of(STEP, {}), "it told of a line of play, where none is walked"),
        (REQUEST.pack(READY, 0), "it sent a request of an unknown kind, 1"),
        (
            frame_of(SETUP_FAILED, "not mine"),
            "it sent a request of an unknown kind, 2",
        ),
        (REQUEST.pack(VISIT, 0), "it asked about a state that it was never given"),
    ],
)
def test_a_breach_of_the_protocol_is_named(frame: bytes, violation: str) -> None:
    """It is the submission's, since its code was running."""
    assert Conversation((), ready=True, violation=violation) == after_ready(frame)


def test_a_flood_of_requests_is_a_breach() -> None:
    """The grader answers no more than a multiple of the tree's size."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME)
        for _ in range(10_000):
            worker.ask(worker.roots[0])

    said, visited = talk(play)
    assert said.violation == "it asked far more often than the tree has nodes"
    assert visited == [[0]]


@pytest.mark.parametrize(
    "frames",
    [
        (),
        (b"\x03\x00",),
        (REQUEST.pack(RESULT, 100) + b"{",),
    ],
)
def test_a_worker_that_stops_early_is_no_breach(frames: tuple[bytes, ...]) -> None:
    """It is gone; how it ended is told by its exit code, not by the pipe."""
    assert Conversation((), ready=True) == after_ready(*frames)


def test_results_before_the_end_are_kept() -> None:
    """A crash in the second call does not take the first one's result away."""
    said, _ = talk(lambda w: w.say(READY_FRAME, frame_of(RESULT, ONE)), 2)
    assert said == Conversation((ONE,), ready=True)


def test_the_first_result_of_a_call_counts() -> None:
    """Once the last call has its result nothing more is read."""
    said, visited = talk(
        lambda w: w.say(
            READY_FRAME,
            frame_of(RESULT, ONE),
            frame_of(RESULT, TWO),
            REQUEST.pack(VISIT, w.roots[0]),
        )
    )
    assert (said.results, visited) == ((ONE,), [[]])


@for_each(
    "frames, fault",
    [
        ((frame_of(SETUP_FAILED, "OSError: no"),), "OSError: no"),
        ((frame_of(SETUP_FAILED, None),), "None"),
        ((frame_of(SETUP_FAILED, ""),), "it gave no reason"),
        ((REQUEST.pack(SETUP_FAILED, 2**31),), "it sent a result of 2147483648 bytes"),
        ((REQUEST.pack(SETUP_FAILED, 2), b"\xff\xff"), "it sent a result that is not"),
        ((REQUEST.pack(SETUP_FAILED, 9), b"\xff"), "it ended before it was ready"),
        ((), "it ended before it was ready"),
        ((b"\x01\x00",), "it ended before it was ready"),
        ((frame_of(RESULT, ONE),), "it began with a request of an unknown kind, 4"),
        ((REQUEST.pack(VISIT, 0),), "it began with a request of an unknown kind, 3"),
        ((b"Traceback (most recent call last):\n",), "it began with a request of an"),
    ],
)
def test_what_fails_before_ready_is_the_graders(
    frames: tuple[bytes, ...], fault: str
) -> None:
    """No student's code has run yet, so none is blamed, and nothing is a result."""
    said, visited = talk(lambda worker: worker.say(*frames))
    assert said.setup_fault.startswith(fault)
    assert (said.results, said.ready, said.violation) == ((), False, "")
    assert visited == [[]]


def test_a_worker_that_is_gone_before_its_job_is_a_fault_of_setup() -> None:
    """Nobody reads the job: the grader learns it from the pipe, not by a signal."""
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()
    os.close(their_requests)
    os.close(their_replies)
    said = converse((requests, replies), {}, [Oracle(TREE)])
    os.close(requests)
    os.close(replies)
    assert said.setup_fault == "it ended before it was ready"


def test_a_worker_that_does_not_listen_ends_when_its_end_is_closed() -> None:
    """The grader waits with an answer beyond the pipe's capacity, and no longer."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME, REQUEST.pack(VISIT, worker.roots[0]))
        os.read(worker.replies, 10)

    said, visited = talk(play, tree=WIDE)
    assert said == Conversation((), ready=True)
    assert visited == [[0]]


@given(st.binary(max_size=200), st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_garbage_ends_in_a_conversation(noise: bytes, ready: object) -> None:
    """Whatever the bytes are: no traceback, no result, no visit."""
    first = READY_FRAME if ready else b""
    said, visited = talk(lambda worker: worker.say(first, noise))
    assert isinstance(said, Conversation)
    assert not (said.violation and said.setup_fault)
    assert visited == [[]]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(json_values)
@settings(max_examples=examples(60), deadline=None)
def test_a_result_of_another_form_is_a_breach(value: object) -> None:
    """Any JSON, in place of the form that results have."""
    said = after_ready(frame_of(RESULT, value))
    assert said.results == ()
    assert said.violation == "it sent a result of the wrong form"


# Values, which are told only in the calls of one function alone.


def asking(handle: int, alpha: float, beta: float) -> bytes:
    """The request for the value of a state."""
    return REQUEST.pack(ASK, handle) + ASKED.pack(0, alpha, beta, NOBODY)


def test_a_value_is_told_where_one_may_be_asked_for() -> None:
    """With the window that the submission gave, which is noted."""
    values = []

    def play(worker: Part) -> None:
        worker.say(READY_FRAME, frame_of(RESULT, ONE))
        below = worker.ask(worker.roots[1])
        (first,) = COUNT.unpack_from(below, HEAD.size + COUNT.size)
        worker.say(asking(first, 1, 3))
        frame = protocol.read_exactly(worker.replies, LEAF.size)
        values.append(LEAF.unpack(frame)[3])
        worker.say(frame_of(RESULT, TWO))

    said, alone = talk_with_values(play)
    assert said == Conversation((ONE, TWO), ready=True)
    assert values == [1]
    assert (alone.record.visited, alone.standin_calls) == (
        [0, 1],
        [StandInCall("leaf1", (1, 3))],
    )


def test_a_value_that_is_asked_for_elsewhere_is_a_breach() -> None:
    """In a call that counts as a whole nobody is told what a state is worth."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME, asking(worker.roots[0], 1, 3))

    said, alone = talk_with_values(play)
    assert said.violation == "it asked for a value, which nobody gives here"
    assert (said.results, alone.standin_calls) == ((), [])


def test_a_call_cannot_use_what_an_earlier_one_was_given() -> None:
    """Handles are of one call, and so are the values behind them."""

    def play(worker: Part) -> None:
        worker.say(READY_FRAME, frame_of(RESULT, ONE), asking(worker.roots[0], 1, 3))

    said, alone = talk_with_values(play)
    assert said.violation == "it asked for the value of a state it was never given"
    assert (said.results, alone.standin_calls) == ((ONE,), [])


def test_half_a_window_is_the_end_of_the_talk() -> None:
    """The process ended in the midst of it: no answer, and no breach."""

    def play(worker: Part) -> None:
        frame = asking(worker.roots[1], 1, 3)[:-1]
        worker.say(READY_FRAME, frame_of(RESULT, ONE), frame)

    said, alone = talk_with_values(play)
    assert said == Conversation((ONE,), ready=True)
    assert alone.standin_calls == []

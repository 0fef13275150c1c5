"""What a worker is to do, the talk while it does that, and what it left behind."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Limits
from autograder.assignment.signature import Argument, Function, json_arguments
from autograder.game import MAX, Content
from autograder.sandbox import forms
from autograder.sandbox.oracle import Oracle
from autograder.trees.tree import GameTree, Node
from autograder.worker import protocol
from autograder.worker.protocol import (
    ASK,
    ASKED,
    ESTIMATE,
    PEEK,
    PLAY,
    REQUEST,
    RESULT,
    STEP,
    TIME,
    VISIT,
    ProtocolError,
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a job: the function, and its arguments after `game` and `state`.

    While it lasts, a stand-in that asks the oracle takes the place of each of the
    functions `replaced`. One that `continues` is made in the game of the call before,
    in which a state equals those of its position that were met then. Where functions
    are `witnessed`, the result tells besides what they were called with, as the
    submission itself says. Each later call of a function that `repeats` about a state
    is another visit, if the oracle takes it for one. Where it `counts_frames`, the
    result tells how many the submission had under way as it came to each state. It may
    have as many frames as the job says, or `most_frames`. The function that `orders`
    actions is watched, and with `peeks` the children of the state that it orders can be
    estimated without a visit, if the oracle lets them be. One that is asked for a line
    may return it in whatever is read `in_order`.
    """

    function: str
    arguments: tuple[Argument, ...]
    oracle: Oracle
    replaced: tuple[Function, ...] = ()
    continues: bool = False
    witnessed: tuple[Function, ...] = ()
    repeats: tuple[str, ...] = ()
    counts_frames: bool = False
    most_frames: int = 0
    orders: str = ""
    peeks: bool = False
    in_order: bool = False

    def described(self) -> dict[str, Any]:
        """The call as the worker reads it; of the tree it tells the root alone."""
        root = self.oracle.start
        return {
            "function": self.function,
            "replaced": [[each.name, *each.arguments] for each in self.replaced],
            "continues": self.continues,
            "witnessed": [[each.name, *each.arguments] for each in self.witnessed],
            "repeats": self.repeats,
            "counts_frames": self.counts_frames,
            "most_frames": self.most_frames,
            "orders": self.orders,
            "peeks": self.peeks,
            "in_order": self.in_order,
            "timed": self.oracle.timed,
            "plays": self.oracle.plays,
            "arguments": json_arguments(self.arguments),
            "facts": self.oracle.facts,
            "root": self.oracle.root,
            "label": root.label,
            "content": root.content,
        }


@dataclass(frozen=True, slots=True)
class PlainCall:
    """One call of a function that no game is handed to, but arguments of its own."""

    function: str
    arguments: tuple[Content, ...]

    @property
    def oracle(self) -> Oracle:
        """Who answers for a tree that there is not: nothing can be asked about."""
        return Oracle(NO_TREE)

    def described(self) -> dict[str, Any]:
        """The call as the worker reads it."""
        return {"function": self.function, "plain": self.arguments}


@dataclass(frozen=True, slots=True)
class WalkCall:
    """A walk along lines of play of the module's own game, on which the oracle leads.

    With `seven` the module has the game as a 7-tuple.
    """

    oracle: Oracle
    seven: bool = False

    @property
    def function(self) -> str:
        """With which it begins."""
        return "game" if self.seven else "initial_state"

    def described(self) -> dict[str, Any]:
        """The call as the worker reads it."""
        return {"walk": {"seven": self.seven}}


AnyCall = Call | PlainCall | WalkCall


@dataclass(frozen=True, slots=True)
class Job:
    """What one worker does: the calls, in order, of one module of a folder.

    Where it `reads` files it makes no calls, and runs nothing.
    """

    folder: Path
    module: str
    calls: tuple[AnyCall, ...]
    limits: Limits
    recursion_limit: int
    reads: tuple[str, ...] = ()

    def oracles(self) -> list[Oracle]:
        """One for each result that the worker sends."""
        if self.reads:
            return [Oracle(NO_TREE)]
        return [call.oracle for call in self.calls]


@dataclass(frozen=True, slots=True)
class Ended:
    """What one worker left behind.

    `exit_code` is minus the signal where one ended it; `late` says that the
    wall-clock limit did, `flooded` that it printed all it may, `filled` that it left
    more files than it may.
    """

    said: Conversation
    output: str
    exit_code: int
    cpu_seconds: float
    late: bool
    flooded: bool = False
    filled: bool = False

    @property
    def well(self) -> bool:
        """Whether nothing had to end it; who has sent all results is ended anyway."""
        return not (self.late or self.flooded or self.filled)

    def until(self, count: int, limits: Limits, first: int = 0) -> Ended:
        """The run as if it had ended well when so many results had come.

        Without those before the `first`, and what had been printed by then. How much of
        its CPU time it had used is not known.
        """
        results = self.said.results[first:count]
        said = Conversation(results, ready=True)
        by_then = 0, *self.said.printed
        begin, end = (by_then[min(at, len(by_then) - 1)] for at in (first, count))
        output = self.output.encode()[begin:end].decode(errors="replace")
        return Ended(
            said=said,
            output=output,
            exit_code=0,
            cpu_seconds=self.cpu_seconds,
            late=False,
            flooded=end - begin >= limits.output_bytes,
        )


def resource_limits(limits: Limits, threads: int | None) -> dict[str, tuple[int, int]]:
    """Soft and hard limits by the names that the `resource` module gives them.

    `threads` and processes together may be so many, or any number.
    """
    memory = limits.memory_mb * MIB
    cpu = math.ceil(limits.seconds) + 1
    processes = {} if threads is None else {"RLIMIT_NPROC": (threads, threads)}
    of_linux = {"RLIMIT_MSGQUEUE": (0, 0), "RLIMIT_SIGPENDING": (TIMERS, TIMERS)}
    return {
        "RLIMIT_AS": (memory, memory),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_CPU": (cpu, cpu + 1),
        "RLIMIT_FSIZE": (limits.output_bytes, limits.output_bytes),
        "RLIMIT_NOFILE": (DESCRIPTORS, DESCRIPTORS),
        "RLIMIT_STACK": (STACK, STACK),
        **processes,
        **(of_linux if sys.platform == "linux" else {}),
    }


Result = dict[str, Any]
NO_TREE = GameTree((Node("", MAX, utility=0),))
MIB = 1 << 20
STACK = 64 * MIB  # deep trees recurse deeply, and Python 3.10 does so in C
DESCRIPTORS = 32
TIMERS = 64  # and signals that wait; each takes the kernel's memory


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a worker said: its results, and how the talk ended before the last.

    `violation` names a breach of the protocol, `setup_fault` what failed before
    any student's code ran; both are empty when a ready worker merely stopped. So many
    bytes had been `printed` when each of the results came.
    """

    results: tuple[Result, ...]
    ready: bool
    printed: tuple[int, ...] = field(default=(), compare=False)
    violation: str = ""
    setup_fault: str = ""


Then = Callable[[tuple[Result, ...]], Sequence[AnyCall]]


def converse(
    pipes: tuple[int, int],
    job: object,
    oracles: Sequence[Oracle],
    then: Then | None = None,
    size: Callable[[], int] = lambda: 0,
) -> Conversation:
    """Send the job, answer every visit, and collect one result for each oracle.

    `pipes` are those of the worker's requests and of the replies. `then` tells what to
    ask for after these, if the job tells the worker to wait; `size` tells how much has
    been printed.
    """
    requests, replies = pipes
    collected = _Collected(pipes, size)
    ready, fault = False, ""
    try:
        protocol.write_all(replies, protocol.job_frame(job))
        await_ready(requests)
        ready = True
        collected.add(oracles)
        if then is not None:
            more = then(tuple(collected.results))
            if more:  # else the worker is ended where it waits
                calls = {"calls": [call.described() for call in more]}
                protocol.write_all(replies, protocol.job_frame(calls))
            collected.add(call.oracle for call in more)
    except ProtocolError as breach:
        fault = str(breach)
    except (OSError, EOFError):  # the worker is gone; why, its exit code tells
        fault = "" if ready else "it ended before it was ready"
    violation, setup_fault = (fault, "") if ready else ("", fault)
    return Conversation(
        tuple(collected.results),
        ready=ready,
        printed=tuple(collected.printed),
        violation=violation,
        setup_fault=setup_fault,
    )


class _Collected:
    """The results that have come so far; a breach leaves those before it."""

    def __init__(self, pipes: tuple[int, int], size: Callable[[], int]) -> None:
        self._pipes, self._size = pipes, size
        self.results: list[Result] = []
        self.printed: list[int] = []

    def add(self, oracles: Iterable[Oracle]) -> None:
        """Answer the visits of one call after the other, and take what it returns."""
        for oracle in oracles:
            self.results.append(_result(*self._pipes, oracle))
            self.printed.append(self._size())


def _result(requests: int, replies: int, oracle: Oracle) -> Result:
    """The result of one call, whose visits are answered."""
    size = serve_calls(requests, replies, oracle)
    result: Result = forms.OF_CALL(read_json(requests, size))
    oracle.misordered = result.pop("misordered", None)
    return result


def await_ready(requests: int) -> None:
    """Return once the worker is confined; ProtocolError tells why it is not."""
    opcode, size = REQUEST.unpack(protocol.read_exactly(requests, REQUEST.size))
    if opcode == protocol.SETUP_FAILED:
        raise ProtocolError(str(read_json(requests, size)) or "it gave no reason")
    if opcode != protocol.READY:
        raise ProtocolError(f"it began with a request of an unknown kind, {opcode}")


def serve_calls(requests: int, replies: int, oracle: Oracle) -> int:
    """Answer visits until the call returns; the length of its result."""
    read, write, unpack = os.read, os.write, REQUEST.unpack
    while True:
        request = read(requests, REQUEST.size)
        if len(request) < REQUEST.size:
            request = protocol.read_exactly(requests, REQUEST.size, request)
        opcode, argument = unpack(request)
        if opcode == VISIT:
            reply = oracle.reply(argument)
        elif opcode == ASK:
            reply = oracle.ask(argument, *_read_asked(requests))
        elif opcode == RESULT:
            return int(argument)
        elif opcode == STEP:
            reply = oracle.step(read_json(requests, argument))
        else:
            reply = _seldom(oracle, opcode, argument)
        try:
            written = write(replies, reply)
            if written < len(reply):
                protocol.write_all(replies, reply[written:])
        except BrokenPipeError:  # a thread has asked while the result went out
            continue


def _seldom(oracle: Oracle, opcode: int, argument: int) -> bytes:
    """The answer to what few searches ask; ProtocolError where nothing does."""
    if opcode == ESTIMATE:
        return oracle.estimate(argument)
    if opcode == PEEK:
        return oracle.peek(argument)
    if opcode == TIME:
        return oracle.time_is_up()
    if opcode == PLAY:
        return oracle.play(argument)
    raise ProtocolError(f"it sent a request of an unknown kind, {opcode}")


def _read_asked(requests: int) -> tuple[int, tuple[float, float], int]:
    """Which of the functions replaced it was, its window, and the player's place."""
    frame = protocol.read_exactly(requests, ASKED.size)
    place, alpha, beta, player = ASKED.unpack(frame)
    return place, (alpha, beta), player


def read_json(requests: int, size: int) -> Any:
    """What a worker has sent in so many bytes; ProtocolError if it is no JSON."""
    if size > protocol.MAX_RESULT:
        raise ProtocolError(f"it sent a result of {size} bytes")
    text = protocol.read_exactly(requests, size)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProtocolError("it sent a result that is not JSON") from None

"""What a worker is to do, the talk while it does that, and what it left behind.

A worker may also try edited programs, one after the other in one process. For each
trial it sends a number; the calls of that trial go out, are answered as any calls are,
and what came of them is judged here: neither tree nor answer goes to the worker.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Limits
from autograder.assignment.signature import Argument, Function, json_arguments
from autograder.game import MAX, Content, Value
from autograder.sandbox import forms
from autograder.sandbox.oracle import Oracle
from autograder.trees.tree import GameTree, Node
from autograder.worker import protocol
from autograder.worker.protocol import ProtocolError

NO_TREE = GameTree((Node("", MAX, utility=0),))  # nothing can be asked about
MIB = 1 << 20
STACK = 64 * MIB  # deep trees recurse deeply, and Python 3.10 does so in C
DESCRIPTORS = 32
TIMERS = 64  # and signals that wait; each takes the kernel's memory
REFUSAL = protocol.HEAD.pack(0, 0, protocol.REFUSED)
SELDOM = {
    protocol.ESTIMATE: "estimate",
    protocol.PEEK: "peek",
    protocol.TIME: "time_is_up_frame",
    protocol.PLAY: "play",
}
REFUSED_IN_TRIALS = ("node_frame", "exact_value_frame", *SELDOM.values())

Pipes = tuple[int, int]  # of a worker's requests, and of the replies
Result = dict[str, Any]


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
    may return it in whatever is read `in_order`. One that `renews` a module, from then
    on that of all calls, finds it as in a worker of its own.
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
    renews: str = ""

    def as_json(self) -> dict[str, Any]:
        """The call as the worker reads it; of the tree it tells the root alone."""
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        oracle: Oracle = own.pop("oracle")
        for named in ("replaced", "witnessed"):
            own[named] = [[each.name, *each.arguments] for each in own[named]]
        return own | {
            "arguments": json_arguments(self.arguments),
            "timed": oracle.timed,
            "plays": oracle.plays,
            "left": oracle.left,
            "facts": oracle.facts,
            "root": oracle.root,
            "label": oracle.start.label,
            "content": oracle.start.content,
        }


@dataclass(frozen=True, slots=True)
class PlainCall:
    """One call of a function that no game is handed to, but arguments of its own."""

    function: str
    arguments: tuple[Content, ...]
    oracle: Oracle = field(default_factory=lambda: Oracle(NO_TREE), compare=False)

    def as_json(self) -> dict[str, Any]:
        """The call as the worker reads it."""
        return {"function": self.function, "plain": self.arguments}


@dataclass(frozen=True, slots=True)
class WalkCall:
    """A walk along lines of play of the module's own game, on which the oracle leads.

    With `seven` the module has the game as a 7-tuple.
    """

    oracle: Oracle
    seven: bool = False
    function: str = ""  # one after the other, as the oracle says

    def as_json(self) -> dict[str, Any]:
        """The call as the worker reads it."""
        return {"walk": {"seven": self.seven}}


@dataclass(frozen=True, slots=True)
class TracesCall:
    """The question whether calls have `changed` anything outside of their modules."""

    function: str = ""
    oracle: Oracle = field(default_factory=lambda: Oracle(NO_TREE), compare=False)

    def as_json(self) -> dict[str, Any]:
        """The call as the worker reads it."""
        return {"traces": True}


AnyCall = Call | PlainCall | WalkCall | TracesCall


@dataclass(frozen=True, slots=True)
class Job:
    """What one worker does: the calls, in order, of one module of a folder.

    Where more calls may follow these, there may be more as `often`.
    """

    folder: Path
    module: str
    calls: tuple[AnyCall, ...]
    limits: Limits
    recursion_limit: int
    often: int = 1

    def oracles(self) -> list[Oracle]:
        """One for each result that the worker sends."""
        return [call.oracle for call in self.calls]


@dataclass(frozen=True, slots=True)
class Ended:
    """What one worker left behind.

    `exit_code` is minus the signal where one ended it; `late` says that the
    wall-clock limit did, `flooded` that it printed all it may, `filled` that it left
    more files than it may.
    """

    said: Conversation
    output: str = ""
    exit_code: int = 0
    cpu_seconds: float = 0.0
    late: bool = False
    flooded: bool = False
    filled: bool = False

    @property
    def ended_by_itself(self) -> bool:
        """Whether nothing had to end it; who has sent all results is ended anyway."""
        return not (self.late or self.flooded or self.filled)

    def run_ended_after_results(
        self, count: int, limits: Limits, first: int = 0
    ) -> Ended:
        """The run as if it had ended well when so many results had come.

        Without those before the `first`, and what had been printed by then. It counts
        as flooded where nothing more could be printed. How much of its CPU time it had
        used is not known.
        """
        said = Conversation(self.said.results[first:count], ready=True)
        by_then = 0, *self.said.printed
        begin, end = (by_then[min(at, len(by_then) - 1)] for at in (first, count))
        output = self.output.encode()[begin:end].decode(errors="replace")
        return Ended(
            said=said,
            output=output,
            cpu_seconds=self.cpu_seconds,
            flooded=end >= limits.output_bytes,
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
    pipes: Pipes,
    job: Mapping[str, Any],
    oracles: Sequence[Oracle],
    then: Then | None = None,
    size: Callable[[], int] = lambda: 0,
) -> Conversation:
    """Send the job, answer every visit, and collect one result for each oracle.

    `then` tells what to ask for after these, as often as the job tells the worker to
    wait, and there is something; `size` tells how much has been printed.
    """
    results: list[Result] = []
    printed: list[int] = []

    def collect(answering: Iterable[Oracle]) -> None:
        for oracle in answering:
            sent = read_json(pipes[0], answer_visits(*pipes, oracle))
            result = _formed(sent, oracle)
            by_now = size()  # it may print on
            printed.append(min(result.pop("printed", by_now), by_now))
            results.append(result)

    def go_on() -> None:
        collect(oracles)
        for _ in range(job["then"] if then is not None else 0):
            more = then(tuple(results)) if then is not None else ()
            if not more:
                return  # the worker is ended where it waits
            _send(pipes, {"calls": [call.as_json() for call in more]})
            collect(call.oracle for call in more)

    ended = _talk(pipes, job, go_on)
    return Conversation(tuple(results), printed=tuple(printed), **ended)


def _talk(pipes: Pipes, job: object, go_on: Callable[[], None]) -> dict[str, Any]:
    """Send the job and go on once the worker is ready; how that has ended."""
    ready, fault = False, ""
    try:
        _send(pipes, job)
        _await_ready(pipes[0])
        ready = True
        go_on()
    except ProtocolError as breach:
        fault = str(breach)
    except (OSError, EOFError):  # the worker is gone; why, its exit code tells
        fault = "" if ready else "it ended before it was ready"
    violation, setup_fault = (fault, "") if ready else ("", fault)
    return {"ready": ready, "violation": violation, "setup_fault": setup_fault}


def _send(pipes: Pipes, content: object) -> None:
    protocol.write_all(pipes[1], protocol.job_frame(content))


def _formed(sent: Any, oracle: Oracle) -> Result:
    """The result of one call, in its form; what it says of an order is noted."""
    result: Result = forms.OF_CALL(sent)
    oracle.misordered = result.pop("misordered", None)
    return result


def _await_ready(requests: int) -> None:
    """Return once the worker is confined; ProtocolError tells why it is not."""
    request = protocol.read_exactly(requests, protocol.REQUEST.size)
    opcode, size = protocol.REQUEST.unpack(request)
    if opcode == protocol.SETUP_FAILED:
        raise ProtocolError(str(read_json(requests, size)) or "it gave no reason")
    if opcode != protocol.READY:
        raise ProtocolError(f"it began with a request of an unknown kind, {opcode}")


def answer_visits(requests: int, replies: int, oracle: Oracle) -> int:
    """Answer visits until the call returns; the length of its result."""
    read, write, unpack = os.read, os.write, protocol.REQUEST.unpack
    while True:
        request = read(requests, protocol.REQUEST.size)
        if len(request) < protocol.REQUEST.size:
            request = protocol.read_exactly(requests, protocol.REQUEST.size, request)
        opcode, argument = unpack(request)
        if opcode == protocol.VISIT:
            reply = oracle.node_frame(argument)
        elif opcode == protocol.ASK:
            frame = protocol.read_exactly(requests, protocol.ASKED.size)
            place, alpha, beta, player = protocol.ASKED.unpack(frame)
            reply = oracle.exact_value_frame(argument, place, (alpha, beta), player)
        elif opcode == protocol.RESULT:
            return int(argument)
        elif opcode == protocol.STEP:
            reply = oracle.next_order_frame(read_json(requests, argument))
        elif opcode in SELDOM:
            reply = getattr(oracle, SELDOM[opcode])(argument)
        else:
            raise ProtocolError(f"it sent a request of an unknown kind, {opcode}")
        try:
            written = write(replies, reply)
            if written < len(reply):
                protocol.write_all(replies, reply[written:])
        except BrokenPipeError:  # a thread has asked while the result went out
            continue


def read_json(requests: int, size: int) -> Any:
    """What a worker has sent in so many bytes; ProtocolError if it is no JSON."""
    if size > protocol.MAX_RESULT:
        raise ProtocolError(f"it sent a result of {size} bytes")
    text = protocol.read_exactly(requests, size)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProtocolError("it sent a result that is not JSON") from None


Facets = tuple[bool, ...]
Asked = tuple[Job, Callable[[Ended], Facets]]  # calls, and who judges what came
Wishes = Mapping[str, Any]  # what the worker is to look for, as it reads that
Answer = Mapping[str, Any]  # what it has found


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a program: its calls, made anew for each program, and a judgement.

    `ask` makes the calls, and says who judges what came of them. Where it `lies_there`
    the worker has all that the calls need: they are made on that of the search's trees
    which has the place `tree`, or on none. `payoff` is that of the n-th playout from a
    node, where a program plays. `size` says which trials are asked first, `steps` how
    many a program may make in one, and `recursion` how many frames. One that is
    `part_of` another, by its place, is never made: it has some of the facets of that.
    """

    size: int
    steps: int
    recursion: int
    ask: Callable[[], Asked]
    lies_there: bool = True
    tree: int | None = None
    payoff: Callable[[int, int], Value] | None = None
    part_of: tuple[int, Sequence[int]] | None = None


class Refusing:
    """An oracle that refuses what another would end the worker for."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._oracle, name)
        if name not in REFUSED_IN_TRIALS:
            return found

        def answer(*given: Any) -> Any:
            try:
                return found(*given)
            except ProtocolError:
                return REFUSAL

        return answer


def conversation_on_trials(
    pipes: Pipes, job: object, trials: Sequence[Trial], answers: list[Answer]
) -> Conversation:
    """Send the job, hold each trial, and add what the worker finds in the end."""

    def go_on() -> None:
        while not answers:
            request = protocol.read_exactly(pipes[0], protocol.REQUEST.size)
            opcode, number = protocol.REQUEST.unpack(request)
            if opcode == protocol.RESULT:
                answers.append(forms.REPAIRS(read_json(pipes[0], number)))
            elif opcode == protocol.PLAY:
                _play(pipes, trials, number)
            elif opcode == protocol.TRIAL and number < len(trials):
                _hold(pipes, trials[number])
            else:
                raise ProtocolError(f"it sent a request of an unknown kind, {opcode}")

    return Conversation((), **_talk(pipes, job, go_on))


def _play(pipes: Pipes, trials: Sequence[Trial], size: int) -> None:
    """Tell the payoff of a playout on a tree that lies in the worker."""
    place, index, nth = forms.PLAYOUT(read_json(pipes[0], size))
    payoffs = (trial.payoff for trial in trials if trial.tree == place)
    payoff = next(filter(None, payoffs), None)
    if payoff is None:
        raise ProtocolError("it asked for a playout, of which there are none here")
    try:
        worth = payoff(index, nth)
    except IndexError:
        raise ProtocolError("it asked about a state that there is not") from None
    protocol.write_all(pipes[1], protocol.value_frame(protocol.NOBODY, worth))


def calls_nearby(trial: Trial) -> list[Mapping[str, Any]] | None:
    """The calls of a trial as the worker reads them, where all they need is there."""
    if not trial.lies_there:
        return None
    job, _ = trial.ask()
    on_tree = {} if trial.tree is None else {"nearby": trial.tree}
    return [
        {**call.as_json(), **on_tree, "root": call.oracle.begins} for call in job.calls
    ]


def _hold(pipes: Pipes, trial: Trial) -> None:
    """Ask the program that is tried, and say which facets are right."""
    job, judged = trial.ask()
    if not trial.lies_there:
        _send(pipes, {"calls": [call.as_json() for call in job.calls]})
    results = []
    for oracle in [call.oracle for call in job.calls]:
        size = answer_visits(*pipes, Refusing(oracle))  # type: ignore[arg-type]
        sent = read_json(pipes[0], size)
        asked = forms.ASKED(sent.pop("asked", [])) if type(sent) is dict else []
        oracle.record_requests(asked)  # in the worker
        results.append(_formed(sent, oracle))
    ended = Ended(Conversation(tuple(results), ready=True))
    _send(pipes, {"facets": judged(ended)})

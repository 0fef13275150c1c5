"""Trials of programs that were edited: a worker edits, the grader asks and judges.

The worker tries one program after the other in one process. For each trial it sends a
number; the calls of that trial go out, are answered as any calls are, and what came of
them is judged here: neither tree nor answer goes to the worker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.game import Value
from autograder.sandbox import forms
from autograder.sandbox.jobs import (
    Conversation,
    Ended,
    Job,
    Result,
    await_ready,
    read_json,
    serve_calls,
)
from autograder.sandbox.oracle import Oracle
from autograder.worker import protocol
from autograder.worker.protocol import (
    HEAD,
    NOBODY,
    PLAY,
    REFUSED,
    REQUEST,
    RESULT,
    TRIAL,
)
from autograder.worker.protocol import ProtocolError as Breach

Facets = tuple[bool, ...]
Asked = tuple[Job, Callable[[Ended], Facets]]  # calls, and who judges what came
Wishes = Mapping[str, Any]  # what the worker is to look for, as it reads that
Answer = Mapping[str, Any]  # what it has found
REFUSAL = HEAD.pack(0, 0, REFUSED)


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a program: its calls, made anew for each program, and a judgement.

    `ask` makes the calls, and says who judges what came of them. Where it `lies_there`
    the worker has all that the calls need: they are made on that of the search's trees
    which has the place `tree`, or on none. `payoff` is that of the n-th playout from a
    node, where a program plays. `size` says which trials are asked first, `steps` how
    many a program may make in one, and `recursion` how many frames.
    """

    size: int
    steps: int
    recursion: int
    ask: Callable[[], Asked]
    lies_there: bool = True
    tree: int | None = None
    payoff: Callable[[int, int], Value] | None = None


class Refusing:
    """An oracle that refuses what another would end the worker for."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._oracle, name)
        if name not in ASKED:
            return found

        def answer(*given: Any) -> Any:
            try:
                return found(*given)
            except Breach:
                return REFUSAL

        return answer


ASKED = ("reply", "ask", "estimate", "peek", "time_is_up", "play")


def attend_trials(
    pipes: tuple[int, int],
    job: object,
    trials: Sequence[Trial],
    answers: list[Answer],
) -> Conversation:
    """Send the job, hold each trial, and add what the worker finds in the end."""
    requests, replies = pipes
    ready, fault = False, ""
    try:
        protocol.write_all(replies, protocol.job_frame(job))
        await_ready(requests)
        ready = True
        while True:
            opcode, number = REQUEST.unpack(
                protocol.read_exactly(requests, REQUEST.size)
            )
            if opcode == RESULT:
                answers.append(forms.REPAIRS(read_json(requests, number)))
                break
            if opcode == PLAY:
                _play(pipes, trials, number)
            else:
                _hold(pipes, _trial(trials, opcode, number))
    except Breach as breach:
        fault = str(breach)
    except (OSError, EOFError):  # the worker is gone
        fault = "" if ready else "it ended before it was ready"
    violation, setup_fault = (fault, "") if ready else ("", fault)
    return Conversation((), ready, violation=violation, setup_fault=setup_fault)


def _play(pipes: tuple[int, int], trials: Sequence[Trial], size: int) -> None:
    """Tell the payoff of a playout on a tree that lies in the worker."""
    requests, replies = pipes
    place, index, nth = forms.PLAYOUT(read_json(requests, size))
    payoffs = (trial.payoff for trial in trials if trial.tree == place)
    payoff = next(filter(None, payoffs), None)
    if payoff is None:
        raise Breach("it asked for a playout, of which there are none here")
    try:
        worth = payoff(index, nth)
    except IndexError:
        raise Breach("it asked about a state that there is not") from None
    protocol.write_all(replies, protocol.value_frame(NOBODY, worth))


def _trial(trials: Sequence[Trial], opcode: int, number: int) -> Trial:
    if opcode != TRIAL or number >= len(trials):
        raise Breach(f"it sent a request of an unknown kind, {opcode}")
    return trials[number]


def calls_nearby(trial: Trial) -> list[Mapping[str, Any]] | None:
    """The calls of a trial as the worker reads them, where all they need is there."""
    if not trial.lies_there:
        return None
    job, _ = trial.ask()
    on_tree = {} if trial.tree is None else {"nearby": trial.tree}
    return [
        {**call.described(), **on_tree, "root": call.oracle.begins}
        for call in job.calls
    ]


def _result(pipes: tuple[int, int], oracle: Oracle) -> Result:
    """The result of one call; what was asked in the worker is recorded here."""
    size = serve_calls(*pipes, Refusing(oracle))  # type: ignore[arg-type]
    sent = read_json(pipes[0], size)
    asked = forms.ASKED(sent.pop("asked", [])) if type(sent) is dict else []
    oracle.replay(asked)
    result: Result = forms.OF_CALL(sent)
    oracle.misordered = result.pop("misordered", None)
    return result


def _hold(pipes: tuple[int, int], trial: Trial) -> None:
    """Ask the program that is tried, and say which facets are right."""
    _, replies = pipes
    job, judged = trial.ask()
    if not trial.lies_there:
        calls = {"calls": [call.described() for call in job.calls]}
        protocol.write_all(replies, protocol.job_frame(calls))
    oracles = [call.oracle for call in job.calls]
    results = tuple([_result(pipes, oracle) for oracle in oracles])
    ended = Ended(
        said=Conversation(results, ready=True),
        output="",
        exit_code=0,
        cpu_seconds=0.0,
        late=False,
    )
    verdict = {"facets": judged(ended)}
    protocol.write_all(replies, protocol.job_frame(verdict))

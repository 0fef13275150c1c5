"""Trials of programs that were edited: a worker edits, the grader asks and judges.

The worker tries one program after the other in one process. For each trial it sends a
number; the calls of that trial go out, are answered as any calls are, and what came of
them is judged here: neither tree nor answer goes to the worker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from autograder.worker.protocol import HEAD, REFUSED, REQUEST, RESULT, TRIAL
from autograder.worker.protocol import ProtocolError as Breach

Facets = tuple[bool, ...]
Wishes = Mapping[str, Any]  # what the worker is to look for, as it reads that
Answer = Mapping[str, Any]  # what it has found
REFUSAL = HEAD.pack(0, 0, REFUSED)


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a program: its calls, made anew for each program, and a judgement.

    With a `tree` its calls are made on that of the search's trees, in the worker.
    `size` says which are asked first, `steps` how many a program may make in one,
    and `recursion` how many frames.
    """

    size: int
    steps: int
    recursion: int
    tree: int | None
    job: Callable[[], Job]
    facets: Callable[[Job, Ended], Facets]


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
            _hold(pipes, _trial(trials, opcode, number))
    except Breach as breach:
        fault = str(breach)
    except (OSError, EOFError):  # the worker is gone
        fault = "" if ready else "it ended before it was ready"
    violation, setup_fault = (fault, "") if ready else ("", fault)
    return Conversation((), ready, violation=violation, setup_fault=setup_fault)


def _trial(trials: Sequence[Trial], opcode: int, number: int) -> Trial:
    if opcode != TRIAL or number >= len(trials):
        raise Breach(f"it sent a request of an unknown kind, {opcode}")
    return trials[number]


def calls_nearby(trial: Trial) -> list[Mapping[str, Any]] | None:
    """The calls of a trial as the worker reads them, where their tree lies there."""
    if trial.tree is None:
        return None
    return [
        {**call.described(), "nearby": trial.tree, "root": call.oracle.begins}
        for call in trial.job().calls
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
    job = trial.job()
    if trial.tree is None:
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
    verdict = {"facets": trial.facets(job, ended)}
    protocol.write_all(replies, protocol.job_frame(verdict))

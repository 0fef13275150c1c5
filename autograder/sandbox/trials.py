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
    await_ready,
    read_json,
    result_of,
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

    `size` says which are asked first, `steps` how many a program may make in one,
    and `recursion` how many frames.
    """

    size: int
    steps: int
    recursion: int
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
            if opcode != TRIAL or number >= len(trials):
                raise Breach(f"it sent a request of an unknown kind, {opcode}")
            _hold(pipes, trials[number])
    except Breach as breach:
        fault = str(breach)
    except (OSError, EOFError):  # the worker is gone
        fault = "" if ready else "it ended before it was ready"
    violation, setup_fault = (fault, "") if ready else ("", fault)
    return Conversation((), ready, violation=violation, setup_fault=setup_fault)


def _hold(pipes: tuple[int, int], trial: Trial) -> None:
    """Ask the program that is tried, and say which facets are right."""
    _, replies = pipes
    job = trial.job()
    calls = {"calls": [call.described() for call in job.calls]}
    protocol.write_all(replies, protocol.job_frame(calls))
    oracles = [Refusing(call.oracle) for call in job.calls]
    results = tuple([result_of(*pipes, oracle) for oracle in oracles])  # type: ignore[arg-type]
    ended = Ended(
        said=Conversation(results, ready=True),
        output="",
        exit_code=0,
        cpu_seconds=0.0,
        late=False,
    )
    verdict = {"facets": trial.facets(job, ended)}
    protocol.write_all(replies, protocol.job_frame(verdict))

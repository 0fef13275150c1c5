"""Who of a cluster still answers: the scheduler, and each of its workers.

Nothing here waits: questions go out, and answers are read at the next look. Time counts
only while somebody looks, so a laptop that slept has not lost its cluster.
"""

from __future__ import annotations

import asyncio
import math
import platform
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from autograder.classroom.cluster.machine import minor
from autograder.errors import AssignmentError, GraderError
from autograder.text import few

EVERY = 1.0  # seconds between two questions to the scheduler
RESTARTING = 5.0  # seconds that a nanny has to end its worker
SHOWN = 300  # characters of workers' names
AGAIN = "what was graded is kept; run the same again"
LOST = (
    "--cluster {}: the scheduler there was lost, or has dropped the work; see that it "
    "runs: " + AGAIN
)
SILENT = (
    "--cluster {}: the scheduler there has not answered for {:.0f} s; start it anew: "
    + AGAIN
)
NO_WORKER = (
    "the scheduler at {} has had no worker that answers for {:.0f} s; start some: "
    + AGAIN
)
GIVEN_UP = "worker {} has not answered for {:.0f} s: {}"
TO_OTHERS = "other workers grade what it had"
TO_NOBODY = "no other worker is there; start one within {:.0f} s"
OTHER_PYTHON = (
    "{}, but this command has Python {}; set up the same Python there "
    "(PYTHON=/path/to/python{} ./setup.sh --cluster), start these workers anew, and "
    "run the same again"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a run waits, in seconds.

    `silent` is for a scheduler or a worker that does not answer, `lonely` for a
    scheduler without workers.
    """

    silent: float = 30.0
    lonely: float = 60.0


@dataclass(slots=True)
class _Worker:
    """What is known of a worker; its `heartbeat` has the scheduler's time.

    `seen` is when that last changed, and `ended` when Dask was asked to end it, by the
    clock of the watch.
    """

    heartbeat: float
    seen: float
    versions: Future[Any]
    python: str = ""
    ended: float = -math.inf


class Watch:
    """Looks whether a scheduler and its workers answer; `tell` prints a sentence."""

    def __init__(
        self, client: Any, address: str, limits: Limits, tell: Callable[[str], None]
    ) -> None:
        self._client, self._address = client, address
        self._limits, self._tell = limits, tell
        self._looked = math.inf  # when that was
        self._clock = 0.0  # seconds for which somebody has looked
        self._answered = 0.0  # when the scheduler did so
        self._met = 0.0  # when there was a worker that answers
        self._question: Future[Any] | None = None
        self._workers: dict[str, _Worker] = {}
        self._ended: list[Future[Any]] = []  # by Dask; kept, or they may be dropped
        self.slots = 1  # how much the workers do at once
        self.size = 0  # how many workers there are
        self.since: dict[str, float] = {}  # when work was seen to be begun, by its key

    def look(self) -> None:
        """Read what was answered, and ask anew. Raises where no work will be done."""
        if self._client.status != "running":
            raise AssignmentError(LOST.format(self._address))
        now = time.monotonic()
        self._clock += max(0.0, min(now - self._looked, EVERY))
        self._looked = now
        if self._question is not None and self._question.done():
            news = _answer_to(self._question)
            self._question = None
            if news is not None:
                self._answered = self._clock
                self._read(*news)
        silent = self._clock - self._answered
        if silent > self._limits.silent:
            words = SILENT.format(self._address, self._limits.silent)
            raise AssignmentError(words)
        if self._question is None and (silent >= EVERY or not self.is_vetted()):
            self._question = self._asked(self._news())

    def is_vetted(self) -> bool:
        """Whether there are workers, each of which has told its version of Python."""
        return all(each.python for each in self._workers.values()) and self.size > 0

    async def _news(self) -> tuple[dict[str, Any], dict[str, list[str]]]:
        scheduler = self._client.scheduler
        told = await scheduler.identity()
        return told["workers"], await scheduler.processing(workers=None)

    def _asked(self, question: Coroutine[Any, Any, Any]) -> Future[Any]:
        """What will come of it, in the thread of Dask."""
        loop = self._client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(question, loop)

    def _read(self, workers: dict[str, Any], has: dict[str, list[str]]) -> None:
        """Note what the scheduler tells of its workers."""
        threads = {name: each["nthreads"] for name, each in workers.items()}
        begun = (key for name, keys in has.items() for key in keys[: threads.get(name)])
        self.since = {key: self.since.get(key, self._looked) for key in begun}
        self.slots, self.size = sum(threads.values()), len(workers)
        self._workers = {
            name: self._worker(name, each["last_seen"])
            for name, each in workers.items()
        }
        self._require_same_python()
        self._give_up_silent()
        if self._clock - self._met >= self._limits.lonely:
            raise GraderError(NO_WORKER.format(self._address, self._limits.lonely))

    def _worker(self, name: str, heartbeat: float) -> _Worker:
        """One that the scheduler has, with what it has answered by now."""
        worker = self._workers.get(name)
        if worker is None:
            return _Worker(heartbeat, self._clock, self._versions(name))
        if not worker.python and worker.versions.done():
            answer = _answer_to(worker.versions)
            if answer:
                worker.python = minor(dict(answer[name]["host"])["python"])
            else:
                worker.versions = self._versions(name)
        if worker.python and worker.heartbeat != heartbeat:
            worker.heartbeat, worker.seen = heartbeat, self._clock
        return worker

    def _versions(self, name: str) -> Future[Any]:
        """One question for each worker: one that is silent delays no other."""
        ask = self._client.scheduler.broadcast
        message = {"op": "versions"}
        return self._asked(ask(msg=message, workers=[name], on_error="ignore"))

    def _require_same_python(self) -> None:
        """GraderError that names each of another Python, once all have answered."""
        mine = minor(platform.python_version())
        others = tuple(
            f"worker {name} has Python {each.python}"
            for name, each in self._workers.items()
            if each.python != mine
        )
        if others and self.is_vetted():
            raise GraderError(OTHER_PYTHON.format(few(others, SHOWN), mine, mine))

    def _give_up_silent(self) -> None:
        """Have Dask end who is silent for too long, and others grade what it had."""
        begin = self._clock - self._limits.silent
        silent = {n: each for n, each in self._workers.items() if each.seen < begin}
        others = self._workers.keys() - silent.keys()
        if any(self._workers[name].python for name in others):
            self._met = self._clock
        what = TO_OTHERS if others else TO_NOBODY.format(self._limits.lonely)
        for name, worker in silent.items():
            if worker.ended < begin:
                self._tell(GIVEN_UP.format(name, self._limits.silent, what))
                worker.ended = self._clock
                self._ended.append(self._asked(self._end(name)))

    def _end(self, name: str) -> Coroutine[Any, Any, Any]:
        """A worker with a nanny is killed and started anew; another is forgotten."""
        ending: Coroutine[Any, Any, Any] = self._client.scheduler.restart_workers(
            workers=[name],
            timeout=RESTARTING,
            wait_for_workers=False,
            on_error="return",
            stimulus_id=f"autograder-{time.time()}",
        )
        return ending


def _answer_to(question: Future[Any]) -> Any:
    """What was answered; None where that has failed."""
    with suppress(Exception):  # the silence that follows tells of it
        return question.result(timeout=0)
    return None

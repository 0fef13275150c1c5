"""Grade by the workers of a Dask cluster, as `Graders` do on this machine alone.

A task that kills its worker takes others with it, and Dask blames all that were there:
these submissions are graded again here, each alone. A watch asks the scheduler and each
worker, and reads answers at its next look. Time counts only while somebody looks, so a
laptop that slept has not lost its cluster.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import platform
import queue
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import distributed
from distributed.comm.core import connect

from autograder.classroom import machine
from autograder.classroom.course import Graded, ungraded
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import GRACE, AtWork, Graders, Task
from autograder.classroom.running.state import GraderState, state_of
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.text import clean, few_names

LOOKING = 1.0  # seconds between two questions to the scheduler
OF_WORKERS = 300  # characters of their names
RESTARTING = 5.0  # seconds that a nanny has to end its worker
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
    """How long a run waits, in seconds."""

    silent: float = 30.0  # for a scheduler or a worker that does not answer
    lonely: float = 60.0  # for a scheduler without workers


@dataclass(slots=True)
class _Worker:
    """What is known of a worker."""

    heartbeat: float  # by the scheduler's clock
    seen: float  # when that last changed, by the clock of the watch
    versions: Future[Any]
    python: str = ""
    ended: float = -math.inf  # when Dask was asked to end it


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

    def read_and_ask_anew(self) -> None:
        """Read what was answered, and ask anew. Raises where no work will be done."""
        if self._client.status != "running":
            raise AssignmentError(LOST.format(self._address))
        now = time.monotonic()
        self._clock += max(0.0, min(now - self._looked, LOOKING))
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
        if self._question is None and (silent >= LOOKING or not self.is_vetted()):
            self._question = self._asked(self._news())

    def is_vetted(self) -> bool:
        """Whether there are workers, each of which has told its version of Python."""
        return all(each.python for each in self._workers.values()) and self.size > 0

    async def _news(self) -> tuple[dict[str, Any], dict[str, list[str]]]:
        scheduler = self._client.scheduler
        told = await scheduler.identity()
        return told["workers"], await scheduler.processing(workers=None)

    def _asked(self, question: Coroutine[Any, Any, Any]) -> Future[Any]:
        loop = self._client.loop.asyncio_loop
        return asyncio.run_coroutine_threadsafe(question, loop)

    def _read(self, workers: dict[str, Any], has: dict[str, list[str]]) -> None:
        threads = {name: each["nthreads"] for name, each in workers.items()}
        begun = (key for name, keys in has.items() for key in keys[: threads.get(name)])
        self.since = {key: self.since.get(key, self._looked) for key in begun}
        self.slots, self.size = sum(threads.values()), len(workers)
        self._workers = {
            name: self._worker(name, each["last_seen"])
            for name, each in workers.items()
        }
        mine = machine.minor_version(platform.python_version())
        others = tuple(
            f"worker {name} has Python {each.python}"
            for name, each in self._workers.items()
            if each.python != mine
        )
        if others and self.is_vetted():
            raise GraderError(
                OTHER_PYTHON.format(few_names(others, OF_WORKERS), mine, mine)
            )
        self._give_up_silent()
        if self._clock - self._met >= self._limits.lonely:
            raise GraderError(NO_WORKER.format(self._address, self._limits.lonely))

    def _worker(self, name: str, heartbeat: float) -> _Worker:
        worker = self._workers.get(name)
        if worker is None:
            return _Worker(heartbeat, self._clock, self._versions(name))
        if not worker.python and worker.versions.done():
            answer = _answer_to(worker.versions)
            if answer:
                worker.python = machine.minor_version(
                    dict(answer[name]["host"])["python"]
                )
            else:
                worker.versions = self._versions(name)
        if worker.python and worker.heartbeat != heartbeat:
            worker.heartbeat, worker.seen = heartbeat, self._clock
        return worker

    def _versions(self, name: str) -> Future[Any]:
        """One question for each worker: one that is silent delays no other."""
        ask, message = self._client.scheduler.broadcast, {"op": "versions"}
        return self._asked(ask(msg=message, workers=[name], on_error="ignore"))

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
                # One with a nanny is killed and started anew; another is forgotten.
                ending = self._client.scheduler.restart_workers(
                    workers=[name],
                    timeout=RESTARTING,
                    wait_for_workers=False,
                    on_error="return",
                    stimulus_id=f"autograder-{time.time()}",
                )
                self._ended.append(self._asked(ending))


def _answer_to(question: Future[Any]) -> Any:
    with suppress(Exception):  # the silence that follows tells of it
        return question.result(timeout=0)
    return None


IN_FLIGHT = 4  # tasks a worker, so that none waits for the next, and few die with it
STEPS = 3  # of connecting and of leaving, which share the seconds for silence
LEAVING = 0.5  # seconds for each step of that, where nobody has time
TICK = 0.1  # seconds
CALL = "__import__('autograder.classroom.machine', fromlist='*').{}(*arguments)"
SAID = 200  # characters of what Dask has said
LOGGERS = ("distributed", "tornado", "asyncio")
LIMITS = Limits()
UNREACHABLE = (
    "--cluster {}: no scheduler of Dask answers there ({}); expected the address that "
    "`dask scheduler` tells when it starts, as tcp://10.0.0.1:8786"
)
NO_ANSWER = "it has not answered for {:.0f} s"
UNFINISHED = (
    "the cluster at {} has not answered at the end of the run; nothing is lost, and "
    "its graders end by themselves"
)
FOREIGN = (
    "a worker of {} could not do a task of this grader ({}); set up the same files and "
    "the same Python on each machine, start its worker anew, and run the same again"
)
APART = (
    "the workers of {} are unlike each other ({}); grades of one run need machines "
    "with the same layers of the sandbox: leave out the others, and run the same again"
)
OTHER_LAYERS = "this machine has other layers of the sandbox"
KILLED = "each worker that had it ended, and it could not be graded here: {}"


class Cluster:
    """Graders on other machines; a context manager.

    `budget` is that of one grading in seconds, `tell` prints a sentence.
    """

    def __init__(
        self,
        setting: Setting,
        address: str,
        budget: float,
        tell: Callable[[str], None],
        limits: Limits,
    ) -> None:
        self._setting, self._address, self._budget = setting, address, budget
        self._tell, self._limits = tell, limits
        self._state: GraderState | None = None
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._begun: dict[Any, Task] = {}
        self._stopped = math.inf  # when all was to stop

    def __enter__(self) -> Cluster:  # noqa: PYI034 - Self came with Python 3.11
        # Dask writes nothing: what there is to tell is told in sentences.
        warnings.filterwarnings("ignore", module=r"distributed(\.|$)")
        for name in [*logging.root.manager.loggerDict, *LOGGERS]:
            if name.partition(".")[0] in LOGGERS:
                logger = logging.getLogger(name)
                logger.handlers = [logging.NullHandler()]
                logger.propagate = name not in LOGGERS
        folder = self._setting.assignment
        mine = state_of(folder, {})
        self._terms = machine.Terms(
            assignment=mine.assignment,
            grader=mine.grader,
            python=machine.minor_version(mine.python),
            submissions=str(self._setting.submissions),
            trusted=self._setting.trusted,
            budget=self._budget,
        )
        assignment = machine.packed_folder(folder)
        self._client: Any = _connected(self._address, self._limits.silent)
        self._watch = Watch(self._client, self._address, self._limits, self._tell)
        key = f"autograder-assignment-{mine.assignment}"
        self._assignment = self._client.submit(bytes, assignment, key=key)
        return self

    def __exit__(self, _: object, error: object, __: object) -> None:
        at_once = error is not None or self._stopped < math.inf
        steps = (  # the first lets nobody begin what is still on its way
            lambda: self._client.cancel(list(self._begun)),
            partial(self._leave, at_once),
            lambda: self._client.close(timeout=self._limits.silent),
        )
        patience = LEAVING if at_once else self._limits.silent / STEPS
        is_over = [_has_ended(step, patience) for step in steps]
        if not (all(is_over) or at_once):
            self._tell(UNFINISHED.format(self._address))

    def _leave(self, at_once: bool) -> None:  # noqa: FBT001 - one way or the other
        if self._client.status == "running":
            call = _call("end_graders_of_run", tuple(self._terms), at_once)
            self._client.run(*call, on_error="ignore")

    def state(self, check: Callable[[], None] = lambda: None) -> GraderState:
        """The state in which they grade: that of the first worker which answers.

        Raises AssignmentError, GraderError, and what `check` raises, called meanwhile.
        """
        if self._state is None:
            while not self._watch.is_vetted():
                self._watch.read_and_ask_anew()
                check()
                time.sleep(TICK)
            future = self._submitted(b"", f"hello-{time.time_ns()}")
            while (found := self._next()) is not future:
                assert found is None
                check()
            answer = self._answer(future)
            if answer is None:
                raise GraderError(FOREIGN.format(self._address, "it ended"))
            self._state = answer[0]
        return self._state

    def grade(
        self, tasks: Iterable[Task], stopped: Callable[[], bool]
    ) -> Iterator[tuple[Task, Graded]]:
        """Each task with its outcome, as they are done; if `stopped`, within GRACE."""
        self.state()
        waiting = deque(tasks)
        begun = self._begun
        left_over: list[Task] = []
        while waiting or begun:
            if stopped():
                self._stopped = min(self._stopped, time.monotonic())
                waiting.clear()
            while waiting and len(begun) < max(
                1, IN_FLIGHT * self._watch.size, self._watch.slots
            ):
                task = waiting.popleft()
                order = machine.pickled_bytes(task.job(task.pick()))
                terms = repr((self._terms, task.page, task.record, task.steps))
                terms = hashlib.sha256(terms.encode()).hexdigest()
                begun[self._submitted(order, f"{task.content}-{terms}")] = task
            future = self._next()
            if future is None:
                if time.monotonic() > self._stopped + GRACE:
                    return
                continue
            task = begun.pop(future)
            graded = self._graded(future)
            if graded is None:
                left_over.append(task)
            else:
                yield task, graded
        yield from self._here(left_over, stopped)

    def at_work(self) -> list[AtWork]:
        """What is being graded, and for how long, as far as the scheduler tells."""
        tasks = {future.key: task for future, task in [*self._begun.items()]}
        now = time.monotonic()
        return [
            AtWork(tasks[key], now - since, aside=False)
            for key, since in self._watch.since.items()
            if key in tasks
        ]

    def _submitted(self, order: bytes, name: str) -> Any:
        call = _call("job_result", tuple(self._terms), self._assignment, order)
        try:
            future = self._client.submit(*call, key=f"autograder-{name}")
            future.add_done_callback(self._done.put)
        except Exception as fault:  # noqa: BLE001 - as a client that was closed
            raise self._failed(fault) from None
        return future

    def _next(self) -> Any:
        """A future that is done, or None; AutograderError where none will come."""
        self._watch.read_and_ask_anew()
        try:
            return self._done.get(timeout=TICK)
        except queue.Empty:
            return None

    def _graded(self, future: Any) -> Graded | None:
        answer = self._answer(future)
        if answer is None:
            return None
        state, graded = answer
        assert self._state is not None
        if state.layers != self._state.layers:
            words = f"{state.layers} and {self._state.layers}"
            raise GraderError(APART.format(self._address, words))
        assert graded is not None
        return graded

    def _answer(self, future: Any) -> tuple[GraderState, Graded | None] | None:
        """What a worker has answered; None where all that had the task were killed."""
        answer: bytes | str | None = None
        try:
            while answer is None:
                with suppress(distributed.TimeoutError):
                    answer = future.result(timeout=LOOKING)
                if answer is None:
                    self._watch.read_and_ask_anew()
        except distributed.KilledWorker:
            return None
        except AutograderError:
            raise
        except (distributed.CancelledError, Exception) as fault:  # noqa: BLE001 - Dask's
            raise self._failed(fault) from None
        if isinstance(answer, str):
            status, _, sentence = answer.partition(" ")
            ours = int(status) == GraderError.exit_status
            raise (GraderError if ours else AssignmentError)(sentence)
        found: tuple[GraderState, Graded | None] = machine.unpickled(answer)
        return found

    def _failed(self, fault: BaseException) -> AutograderError:
        """What it means that Dask raises this; no task of ours raises an OSError."""
        lost = isinstance(fault, (distributed.CancelledError, OSError))
        if lost or self._client.status != "running":
            return AssignmentError(LOST.format(self._address))
        words = clean(f"{type(fault).__name__}: {fault}", SAID)
        return GraderError(FOREIGN.format(self._address, words))

    def _here(
        self, tasks: list[Task], stopped: Callable[[], bool]
    ) -> Iterator[tuple[Task, Graded]]:
        if not tasks or stopped():
            return
        assert self._state is not None
        with Graders(self._setting, 1, self._budget) as graders:
            try:
                if graders.state().layers != self._state.layers:
                    raise GraderError(OTHER_LAYERS)
            except AutograderError as fault:
                for task in tasks:
                    yield task, ungraded(KILLED.format(fault))
                return
            for task, graded in graders.grade(tasks, stopped):
                if graded.blame == GraderError.__name__:
                    told = KILLED.format(graded.fault)
                    yield task, replace(graded, fault=told)
                else:
                    yield task, graded


def _call(function: str, *arguments: object) -> tuple[object, ...]:
    """A function of `machine` as text: a worker that cannot import it goes on."""
    return eval, CALL.format(function), {"arguments": arguments}


def _connected(address: str, patience: float) -> distributed.Client:
    """A client; AssignmentError where no scheduler can be reached within so long."""
    timeout = patience / STEPS  # of Dask, which has more to say

    async def tried() -> None:  # a client that fails says more than one sentence
        arguments = distributed.Security().get_connection_args("client")
        comm = await connect(address, timeout=timeout, **arguments)
        await comm.close()

    def connecting() -> None:
        try:
            asyncio.run(asyncio.wait_for(tried(), patience))
            client = distributed.Client(address, timeout=timeout, set_as_default=False)
            outcome.put(client)
        except Exception as fault:  # noqa: BLE001 - whatever answers there
            outcome.put(fault)

    outcome: queue.SimpleQueue[distributed.Client | Exception] = queue.SimpleQueue()
    has_ended = _has_ended(connecting, patience)
    client = outcome.get() if has_ended else TimeoutError()
    if isinstance(client, Exception):
        words = clean(str(client), SAID)
        if isinstance(client, (TimeoutError, asyncio.TimeoutError)):
            words = NO_ANSWER.format(patience)
        elif isinstance(client, MemoryError):  # it took another protocol for a length
            words = "it is something else"
        raise AssignmentError(UNREACHABLE.format(clean(address, SAID), words))
    return client


def _has_ended(step: Callable[[], object], patience: float) -> bool:
    """Whether it has ended within so many seconds; Dask bounds not all that it does."""

    def done() -> None:
        with suppress(Exception):  # whatever it is, the work is over
            step()

    thread = threading.Thread(target=done, daemon=True)
    thread.start()
    thread.join(patience)
    return not thread.is_alive()

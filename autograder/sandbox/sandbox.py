"""The parent's side of a test: start a worker, talk with it, end it for certain."""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from autograder.errors import GraderError
from autograder.sandbox import runqueue
from autograder.sandbox.jobs import (
    Answer,
    Conversation,
    Ended,
    Job,
    Then,
    Trial,
    Wishes,
    conversation_on_trials,
    converse,
    resource_limits,
)
from autograder.sandbox.runqueue import OneCore, Slot
from autograder.sandbox.watch import PAUSE, Watched, WorkerWatch, is_full
from autograder.sandbox.workers import (
    CALLS,
    ForkServer,
    PlainProcesses,
    Worker,
    closed_folder_above,
    require_readable,
    require_walls,
)
from autograder.walls.layers import Layers, Session
from autograder.walls.leftovers import (
    FAR,
    empty_folder,
    hide_times_of_reading,
    remove,
    remove_traces,
)
from autograder.walls.prctl import ClosedMemory

PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
NEEDS_PYTHON = "needs a Python that others can read"
STARVED = (
    "other programs left the tests too little of a core: try again when this machine "
    "is less busy"
)
SEARCHES = "autograder.repair.serving"  # the module that looks for repairs
Talk = Callable[[Worker], Conversation]
FOREVER = 1e6  # seconds, for an alarm that is not to ring


class DeadlineError(GraderError):
    """The time on the wall was over while a worker ran, whoever had taken it."""


class Sandbox:
    """Runs jobs, each in a worker of its own; a context manager.

    `folder` is a private one for the session, which the workers can reach. The
    layers named in `without` are left out, to test or to measure. `core` is the one to
    stay on, None for that on which this process is when it first runs a job. The
    folder is made `within` another one, None for that of temporary files. No worker
    runs beyond the `deadline`, by the clock on the wall, `time.monotonic`.
    """

    def __init__(
        self,
        without: Iterable[str] = (),
        core: int | None = None,
        within: Path | None = None,
    ) -> None:
        self._without = frozenset(without)
        self._python = Path(os.__file__)
        self._closed = (
            runqueue.is_root() and closed_folder_above(self._python) is not None
        )
        unused = self._closed or "user" in self._without
        self._slot = None if unused else runqueue.free_slot()
        self.folder = Path(tempfile.mkdtemp(prefix="autograder-", dir=within))
        self.folder.chmod(0o711)
        self._working_folder = self.folder / "work"
        self._working_folder.mkdir()
        self._cores = OneCore(core)
        self._memory = ClosedMemory()
        self._watch = WorkerWatch(self._working_folder)
        self.held_up = 0  # how many workers were late though they did not sleep
        self.deadline = math.inf
        self.before_each: Callable[[], None] = lambda: None  # of the workers
        # The worker itself cannot tell waiting from sleeping: where we can, we decide.
        self._decides = runqueue.are_waits_counted()
        self._waited = 0.0  # for a core that others had, by all
        self._latest = -math.inf  # what the clock has told
        self._stands = False  # the clock
        by_now = runqueue.seconds_waited(*runqueue.this_thread())
        self._seen = time.monotonic(), by_now, 0.0  # when; grader and server by then
        self._unseen = 0.0  # CPU seconds of that worker since then
        self._workers: ForkServer | PlainProcesses | None = None
        self._performs = CALLS
        try:
            self._start_workers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Sandbox:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def layers(self) -> Layers:
        """What is in force around a submission; GraderError if no worker can be had."""
        if self._workers is None:
            self._start_workers()
        assert self._workers is not None
        layers = self._workers.layers()
        if self._closed:
            require_walls(layers, self._python)
        return layers

    def layers_sentence(self) -> str:
        """One line on the layers, and why one is missing; and which Python this is."""
        layers = self.layers.layers_sentence(*([NEEDS_PYTHON] if self._closed else []))
        return f"{layers}; {PYTHON}"

    def close(self) -> None:
        """End every worker, remove the session's folder, give the cores back."""
        self._watch.close()
        if self._workers is not None:
            self._workers.close()
        if self._slot is not None:
            remove_traces(self._slot.user)
            self._slot.lock.close()
        remove(self.folder)
        self._cores.release()
        self._memory.release()

    def clock_seconds(self) -> float:
        """Seconds that go on while this sandbox's processes work, or sleep.

        They stand still while one of them waits for a core that others use: neither
        another thread of the worker nor who looks at what that left in its folder. They
        never go back: waits may overlap, and what was told stays told.
        """
        if not self._stands:
            self._latest = max(self._latest, time.monotonic() - self._waited)
        return self._latest

    @contextmanager
    def with_clock_stopped(self) -> Iterator[None]:
        """Let the clock stand still; no worker runs meanwhile."""
        began, self._stands = time.monotonic(), True
        try:
            yield
        finally:
            self._waited += time.monotonic() - began
            self._stands = False

    def off_turn(self) -> AbstractContextManager[None]:
        """Let the worker that has sent its results stand still while others play."""
        return self._watch.resting()

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """Run one job to its end; GraderError if no worker could be had.

        `then` is given the results so far, and tells which calls to make next.
        """

        def talk(worker: Worker) -> Conversation:
            described = self._describe(job) | {"then": job.often if then else 0}
            pipes = worker.requests, worker.replies
            printed = worker.output.fileno()
            return converse(
                *(pipes, described, job.oracles(), then),
                size=lambda: os.fstat(printed).st_size,
            )

        return self._attended(job, talk)

    def _attended(self, job: Job, talk: Talk) -> Ended:
        """What has come of a talk with a new worker."""
        self.before_each()
        try:
            layers = self.layers
            assert self._workers is not None
            self._cores.pin()  # on that which each worker joins
            self._clear_working_folder(self._slot if layers.user else None)
            if self._slot is not None and not (layers.landlock and layers.seccomp):
                remove_traces(self._slot.user)
            hide_times_of_reading(job.folder)
            ended = self._attend(self._workers.start(), job, talk)
        except BaseException:  # a signal, too: what was said last is then unknown
            self.end_server()
            raise
        if ended.said.setup_fault:
            raise GraderError(f"no worker could be set up: {ended.said.setup_fault}")
        return ended

    def search(self, job: Job, wishes: Wishes, trials: Sequence[Trial]) -> Answer:
        """Let a worker look for repairs of a program, and judge each trial.

        Raises GraderError if no worker could be had, or none came to an end.
        """
        if not hasattr(os, "fork"):
            raise GraderError("no repair is looked for on a system without fork")
        self._let_perform(SEARCHES)
        described = self._describe(job) | {"repair": wishes}
        answers: list[Answer] = []

        def talk(worker: Worker) -> Conversation:
            pipes = worker.requests, worker.replies
            return conversation_on_trials(pipes, described, trials, answers)

        try:
            self._attended(job, talk)
        finally:
            self._let_perform(CALLS)
        if not answers:
            raise GraderError("the search for a repair came to no end")
        return answers[0]

    def _let_perform(self, module: str) -> None:
        """Let the next workers do what this module does; the server is another one."""
        if module != self._performs:
            self.end_server()
        self._performs = module

    def end_server(self) -> None:
        """End the server, if there is one; the next worker gets another."""
        if self._workers is not None:
            self._workers.end_server()
            self._workers = None

    def separate_submissions(self) -> bool:
        """Let nothing of a submission meet the next one; whether it had left a mark.

        A mark on what all workers share goes with the server.
        """
        if self._workers is None:
            return False
        try:
            marked = self._workers.are_marked()
        except GraderError:  # there is no server any more that could have one
            marked = True
        if marked:
            self.end_server()
        return marked

    def _attend(self, worker: Worker, job: Job, talk: Talk) -> Ended:
        """Talk with a worker until it is done, late or too much, and end it then."""
        with closing(worker):
            seconds = job.limits.wall_seconds
            watched = self._watch.start(worker, seconds, self.deadline)
            try:
                said = talk(worker)
            finally:
                self._watch.stop()
            self._give_back(watched)
            exit_code, cpu_seconds = worker.end()
            if watched.used:
                self._unseen = max(0.0, cpu_seconds - watched.used)
            worker.output.seek(0)
            printed = worker.output.read(job.limits.output_bytes)
        self.held_up += watched.held_up
        if watched.cut and not watched.late:
            raise DeadlineError(STARVED)
        return Ended(
            said=said,
            output=printed.decode(errors="replace"),
            exit_code=exit_code,
            cpu_seconds=cpu_seconds,
            late=watched.late,
            flooded=len(printed) >= job.limits.output_bytes,
            filled=watched.full or is_full(self._working_folder),
        )

    def _give_back(self, watched: Watched) -> None:
        """Let nobody pay for what all of us have waited for a core since the last time.

        Most workers are gone before any wait is worth a look. What the server waits
        while a worker is talked with holds up nobody. What the last one took while it
        was ended is not given back either.
        """
        now = time.monotonic()
        if now - watched.began <= PAUSE:
            return
        assert self._workers is not None
        grader, server = (
            runqueue.seconds_waited(*watched.grader),
            self._workers.seconds_waited(),
        )
        seen, grader_before, server_before = self._seen
        between = (
            watched.waited_before - grader_before,
            min(server - server_before, watched.began - seen),
        )
        ours = sum(max(0.0, wait - self._unseen) for wait in between)
        self._waited += watched.seconds_lost() + ours
        self._seen = now, grader, server

    def _describe(self, job: Job) -> dict[str, Any]:
        """The job as the worker reads it; of the tree it tells the root alone."""
        return {
            "folder": str(job.folder),
            "module": job.module,
            "calls": [call.as_json() for call in job.calls],
            "core": self._cores.core,
            "recursion_limit": job.recursion_limit,
            "limits": resource_limits(job.limits, self.layers.thread_limit()),
            "cpu_seconds": job.limits.seconds,
            "wall_seconds": FOREVER if self._decides else job.limits.wall_seconds,
        }

    def _start_workers(self) -> None:
        if self._slot is not None:
            require_readable(self.folder, "the folder for temporary files")
        if not hasattr(os, "fork"):
            self._workers = PlainProcesses(self._working_folder)
            return
        user = self._slot.user if self._slot is not None else None
        session = Session(str(self.folder), str(self._working_folder), user)
        self._workers = ForkServer(session, self._slot, self._without, self._performs)

    def _clear_working_folder(self, slot: Slot | None) -> None:
        """The same folder for each job, as if it were new; it belongs to the user."""
        folder = self._working_folder
        try:
            if folder.is_symlink() or not folder.is_dir():
                folder.unlink(missing_ok=True)
                folder.mkdir()
            empty_folder(folder)
            folder.chmod(0o700)
            if slot is not None:
                os.chown(folder, slot.user, slot.user)
            os.utime(folder, ns=(FAR, 0))
        except OSError as fault:
            raise GraderError(f"the last test's files are left: {fault}") from None

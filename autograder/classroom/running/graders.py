"""Several graders at once, each a process, and a thread that hands it its jobs.

What a grader says is all that is believed of it: one that dies, or is silent for too
long, is ended, and its submission is given to a new one, once.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any

from autograder.classroom.course import Graded
from autograder.classroom.running.grader import Hello, Job, Setting
from autograder.classroom.running.state import State
from autograder.errors import AssignmentError, GraderError
from autograder.project import PROJECT
from autograder.sandbox import shares
from autograder.text import clean
from autograder.uploads.staging import Picked

PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.classroom.running.grader import main; main()"
)
BROKEN = (EOFError, OSError, pickle.UnpicklingError)
SLACK = 60.0  # seconds beyond all that gradings may take of each other
LAST_WORDS = 300  # characters of what a grader has said before it died
TRIES = 2
GOODBYE = 5.0  # seconds that one may take to end
TICK = 0.1  # seconds
CHANGED = (
    "the assignment or the grader was changed while submissions were graded; run the "
    "same again"
)


@dataclass(frozen=True, slots=True)
class Task:
    """One content to be graded; `pick` reads it anew."""

    content: str
    pick: Callable[[], Picked]
    page: bool


class Graders:
    """So many processes that grade; a context manager.

    `patience` is how long one may be silent, in seconds.
    """

    def __init__(self, setting: Setting, count: int, patience: float) -> None:
        cores: Iterable[int | None] = sorted(shares.allowed()) or [None]
        places = [*cores] * count
        self._processes = [
            Process(replace(setting, core=core), patience * (count + 1) + SLACK)
            for core in places[:count]
        ]
        self._state: State | None = None
        self._waiting: deque[Task] = deque()
        self._turn = threading.Lock()  # of who takes a task, and reads its files
        self._done: queue.Queue[tuple[Task, Graded] | Exception | None] = queue.Queue()

    def __enter__(self) -> Graders:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.close(at_once=error is not None)

    def state(self) -> State:
        """The state in which they grade; the first of them is started for that.

        Raises what keeps it from grading: AssignmentError, GraderError.
        """
        if self._state is None:
            self._state = self._processes[0].started()
        return self._state

    def grade(
        self, tasks: Iterable[Task], stopped: Callable[[], bool]
    ) -> Iterator[tuple[Task, Graded]]:
        """Each task with what came of it, in the order in which they are done.

        Once it is `stopped` nothing more is begun, and what is begun is ended.
        """
        self._waiting.extend(tasks)
        state = self.state()
        busy = self._processes[: len(self._waiting)]
        for process in busy:
            serve = threading.Thread(target=self._serve, args=(process, state))
            serve.daemon = True
            serve.start()
        left = len(busy)
        while left:
            if stopped():
                self._waiting.clear()
            try:
                done = self._done.get(timeout=TICK)
            except queue.Empty:
                continue
            if done is None:
                left -= 1
            elif isinstance(done, Exception):
                raise done
            else:
                yield done

    def _serve(self, process: Process, state: State) -> None:
        """Hand a process one task after the other, in a thread of its own."""
        try:
            while (taken := self._next()) is not None:
                task, picked = taken
                graded = process.graded(Job(picked, task.page), state)
                self._done.put((task, graded))
        except Exception as fault:  # noqa: BLE001 - the main thread raises it
            self._done.put(fault)
        self._done.put(None)

    def _next(self) -> tuple[Task, Picked] | None:
        with self._turn:
            if not self._waiting:
                return None
            task = self._waiting.popleft()
            return task, task.pick()


@dataclass(slots=True)
class Process:
    """One grader, started when it is needed, and anew where it has failed."""

    setting: Setting
    patience: float
    _running: subprocess.Popen[bytes] | None = None
    _said: Any = None  # the file of what it prints
    _state: State | None = None
    _closed: bool = False

    def started(self) -> State:
        """The state in which it grades; one that dies at once is started once more.

        Raises AssignmentError or GraderError.
        """
        if self._closed:
            raise GraderError("the grading was stopped")
        if self._running is not None and self._state is not None:
            return self._state
        try:
            hello = self._greeted()
        except BROKEN:
            self._end()
            hello = self._greeted_again()
        if hello.state is None:
            self.end()
            ours = hello.status == GraderError.exit_status
            raise (GraderError if ours else AssignmentError)(hello.fault)
        self._state = hello.state
        return hello.state

    def _greeted_again(self) -> Hello:
        try:
            return self._greeted()
        except BROKEN:
            raise GraderError(f"a grader could not be started{self._end()}") from None

    def _greeted(self) -> Hello:
        """What a new process says first."""
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._running = subprocess.Popen(
            [sys.executable, "-I", "-c", PROGRAM, str(PROJECT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            start_new_session=True,  # so that Ctrl-C lets it end what it has begun
        )
        hello = self._asked(self.setting)
        assert isinstance(hello, Hello)
        return hello

    def graded(self, job: Job, state: State) -> Graded:
        """What comes of a job; after a fault of the grader a new one tries again.

        Raises AssignmentError where the assignment is no longer in this state.
        """
        graded = Graded(None, 0.0)
        for _ in range(TRIES):
            if self.started() != state:
                raise AssignmentError(CHANGED)
            graded = self._once(job)
            if graded.blame != GraderError.__name__:
                return graded
            self.end()
        return graded

    def _once(self, job: Job) -> Graded:
        try:
            graded = self._asked(job)
        except BROKEN:
            fault = f"the grader's process ended{self._end()}"
            return Graded(None, 0.0, fault=fault, blame=GraderError.__name__)
        assert isinstance(graded, Graded)
        return graded

    def _asked(self, order: Setting | Job) -> Hello | Graded:
        """Its answer; one that does not come in time ends the process."""
        running = self._running
        assert running is not None
        assert running.stdin is not None
        assert running.stdout is not None
        watch = threading.Timer(self.patience, running.kill)
        watch.daemon = True
        watch.start()
        try:
            pickle.dump(order, running.stdin)
            running.stdin.flush()
            answer: Hello | Graded = pickle.load(running.stdout)  # noqa: S301 - ours
        finally:
            watch.cancel()
        return answer

    def _end(self) -> str:
        """End it; how it ended, and its last words, as the end of a sentence."""
        running, said = self._running, self._said
        if running is None:
            return ""
        running.kill()
        status = running.wait()
        said.seek(0)
        words = said.read().decode(errors="replace").strip()[-LAST_WORDS:]
        self.end()
        return f" (status {status}){': ' if words else ''}{clean(words, LAST_WORDS)}"

    def end(self) -> None:
        """Let it end: at once if it waits for a job, else it is killed."""
        running, self._running = self._running, None
        if running is None:
            return
        assert running.stdin is not None
        assert running.stdout is not None
        with suppress(OSError, ValueError):
            pickle.dump(None, running.stdin)
            running.stdin.close()
        try:
            running.wait(timeout=GOODBYE)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        running.stdout.close()
        self._said.close()

    def close(self, *, at_once: bool) -> None:
        """End it for good; it does not end what it has begun if it is `at_once`."""
        self._closed = True
        if at_once and self._running is not None:
            self._running.kill()
        self.end()

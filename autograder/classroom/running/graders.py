"""Several graders at once, each a process, and a thread that hands it its jobs.

One that dies, or is silent for too long, is ended, and its submission is given to a new
one, once.
"""

from __future__ import annotations

import gc
import math
import os
import pickle
import queue
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import IO, Any, NoReturn, Union

from autograder.classroom.course import Graded, ungraded
from autograder.classroom.running import grader
from autograder.classroom.running.state import GraderState
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.project import PACKAGE
from autograder.sandbox import runqueue
from autograder.text import clean
from autograder.uploads.staging import PickedFiles
from autograder.walls.prctl import ClosedMemory

BROKEN = (EOFError, OSError, pickle.UnpicklingError)
BEGINS = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.classroom.running.{} import main; main()"
)
NURSERY, PROGRAM = BEGINS.format("graders"), BEGINS.format("grader")
START, END = "start", "end"  # orders: a program to be forked for, a fork to be ended
LOST = -9  # the status of a fork that nobody can tell
CHUNK = 1 << 16
PAUSE = 0.01  # seconds until it is asked again whether one has ended


def command(program: str) -> list[str]:
    """What runs a program of ours, which finds the package by its first argument."""
    return [sys.executable, "-I", "-c", program, str(PACKAGE.parent)]


class Alone:
    """Starts each grader as a process that loads everything for itself."""

    def start(self, program: str, said: IO[bytes]) -> subprocess.Popen[bytes]:
        """A new one, which prints into a file."""
        return subprocess.Popen(
            command(program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,  # so that Ctrl-C lets it end what it has begun
        )

    def close(self) -> None:
        """Each is ended by itself."""


class Nursery:
    """Starts graders as forks of one process, which has loaded what they all need."""

    def __init__(self, setting: grader.Setting) -> None:
        self._setting = setting
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._answers: Any = None
        self._closed = False

    def start(self, program: str, said: IO[bytes]) -> Forked:
        """A new one, which prints into a file; OSError, EOFError if there is none."""
        mine, theirs = socket.socketpair()
        files = [theirs.fileno(), said.fileno()]
        try:
            with theirs, self._turn:
                if self._process is None:
                    self._begin(said)
                pid = self._pid_of((START, program), files) or 0
        except BaseException:
            mine.close()
            raise
        return Forked(self, pid, mine)

    def end(self, pid: int) -> int:
        """End one; its exit status."""
        while True:
            with self._turn:
                try:
                    status = self._pid_of((END, pid))
                except BROKEN:  # each fork goes when nobody talks with it any more
                    return LOST
            if status is not None:
                return status
            time.sleep(PAUSE)

    def close(self) -> None:
        """End the process for good, not its forks; who waits for it is told."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._drop()

    def _begin(self, said: IO[bytes]) -> None:
        if self._closed:
            raise EOFError
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                command(NURSERY),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # as above
            )
        if self._closed:  # meanwhile
            self._process.kill()
        self._answers = self._control.makefile("rb")
        self._pid_of(self._setting)  # which is loaded then

    def _pid_of(self, order: object, files: Sequence[int] = ()) -> int | None:
        if self._control is None:
            raise EOFError
        try:
            socket.send_fds(self._control, [pickle.dumps(order)], files)
            answer = pickle.load(self._answers)  # noqa: S301 - ours
        except BROKEN:
            self._drop()
            raise
        assert answer is None or isinstance(answer, int)
        return answer

    def _drop(self) -> None:
        process, self._process = self._process, None
        if self._answers is not None:
            self._answers.close()
        if self._control is not None:
            self._control.close()
        self._answers = self._control = None
        if process is not None:
            process.kill()
            process.wait()


class Forked:
    """A grader that a nursery has forked: what is needed here of a `Popen`."""

    def __init__(self, nursery: Nursery, pid: int, talk: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin, self.stdout = talk.makefile("wb"), talk.makefile("rb")
        self._nursery, self._talk = nursery, talk
        self._ending = threading.Lock()

    def kill(self) -> None:
        """End it, unless it has been."""
        with self._ending:
            if self.returncode is None:
                self.returncode = self._nursery.end(self.pid)
                with suppress(OSError):
                    self._talk.shutdown(socket.SHUT_RDWR)
                self._talk.close()

    def wait(self, timeout: float = 0.0) -> int:
        """The exit status, once it ends; TimeoutExpired if that takes longer."""
        deadline = time.monotonic() + timeout
        while self.returncode is None and not self._is_gone(deadline):
            if time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("a grader", timeout)
        self.kill()
        assert self.returncode is not None
        return self.returncode

    def _is_gone(self, deadline: float) -> bool:
        left = max(0.0, deadline - time.monotonic())
        found, _, _ = select.select([self._talk], [], [], left)
        try:
            return bool(found) and not self._talk.recv(CHUNK)
        except ConnectionError:
            return True


Running = Union["subprocess.Popen[bytes]", Forked]


def starter(setting: grader.Setting) -> Nursery | Alone:
    """What starts graders here."""
    return Nursery(setting) if hasattr(os, "fork") else Alone()


SLACK = 60.0  # seconds beyond all that gradings may take of each other
MOST_PATIENCE = 10  # times that, with one that others leave no core
LAST_WORDS = 300  # characters of what a grader has said before it died
TRIES = 2
GOODBYE = 5.0  # seconds that one may take to end
GRACE = 1.5  # seconds that what is begun has to be finished, once all is to stop
KILLING = 0.5  # seconds until one that was killed is gone, mostly
TICK = 0.1  # seconds
FIRST, LEAST = 1.0, 2.0  # seconds that a grading is expected to take, and always may
LONG, LAST = 4, 50  # times what so many others took: after that it is set aside
MOST_ASIDE = 10  # at once: each keeps a process, and memory
CHANGED = (
    "the assignment or the grader was changed while submissions were graded; run the "
    "same again"
)


@dataclass(frozen=True, slots=True)
class Task:
    """One content to be graded."""

    content: str
    pick: Callable[[], PickedFiles]  # reads it anew
    page: bool
    name: str = ""  # of a submission which holds it
    record: bytes = b""  # as a `GradingJob` has it
    steps: float = 0.0
    instead: grader.Instead | None = None  # likewise

    def job(self, picked: PickedFiles) -> grader.GradingJob:
        """What a grader is to do."""
        return grader.GradingJob(
            picked, self.page, self.record, self.steps, self.instead
        )


@dataclass(frozen=True, slots=True)
class AtWork:
    """A task under way; its seconds without waiting; whether it was set aside."""

    task: Task
    seconds: float
    aside: bool


@dataclass(slots=True, eq=False)
class Workplace:
    """A grader with what it grades."""

    process: Process
    task: Task | None = None
    aside: bool = False  # its place was given to another
    rests: bool = False  # until nobody waits for a place

    def seconds_taken(self) -> float:
        """The seconds that its task has taken by now, without waiting."""
        return 0.0 if self.task is None else self.process.seconds

    def rest_or_go_on(self, *, rests: bool) -> None:
        """Let it rest after the test that it is in, or go on."""
        self.rests = rests
        self.aside |= rests
        self.process.rest_or_go_on(grader.Turn.REST if rests else grader.Turn.GO)


class Graders:
    """So many processes that grade; a context manager.

    A grading that takes long is set aside: it rests between two tests, others have its
    place, and it goes on when no other waits for one. `patience` is how long one may be
    silent, and the first is expected to take `more` than usual, in seconds.
    """

    def __init__(
        self, setting: grader.Setting, count: int, patience: float, more: float = 0.0
    ) -> None:
        self._setting, self._count = setting, count
        self._cores: list[int | None] = [*sorted(runqueue.allowed_cores())] or [None]
        self._patience = patience * (count + 1) + SLACK
        self._starter = starter(setting)
        self._seats: list[Workplace] = []
        self._first = self._another()
        self._state: GraderState | None = None
        self._waiting: deque[Task] = deque()
        self._took = deque([FIRST + more], LAST)  # seconds, without those of long ones
        self._arranged = 0.0
        self._stopped = math.inf  # when all was to stop
        self._turn = threading.Lock()  # of who takes a task, and reads its files
        self._done: queue.Queue[tuple[Task, Graded] | Exception | Workplace] = (
            queue.Queue()
        )

    def __enter__(self) -> Graders:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, _: object, error: object, __: object) -> None:
        at_once = error is not None or self._stopped < math.inf
        closing = [
            _in_thread(partial(seat.process.close, at_once=at_once))
            for seat in dict.fromkeys((self._first, *self._seats))
        ]
        end = time.monotonic() + KILLING if at_once else math.inf
        for each in closing:
            each.join(max(0.0, end - time.monotonic()) if at_once else None)
        self._starter.close()

    def state(self, check: Callable[[], None] = lambda: None) -> GraderState:
        """The state in which they grade; the first of them is started for that.

        Raises AssignmentError, GraderError, and what `check` raises, called meanwhile.
        """
        if self._state is None:
            self._state = self._started(check)
        return self._state

    def _started(self, check: Callable[[], None]) -> GraderState:
        found: queue.SimpleQueue[GraderState | Exception] = queue.SimpleQueue()

        def start() -> None:
            try:
                found.put(self._first.process.started())
            except Exception as fault:  # noqa: BLE001 - raised below
                found.put(fault)

        _in_thread(start)
        while True:
            check()
            with suppress(queue.Empty):
                state = found.get(timeout=TICK)
                if isinstance(state, Exception):
                    raise state
                return state

    def grade(
        self, tasks: Iterable[Task], stopped: Callable[[], bool]
    ) -> Iterator[tuple[Task, Graded]]:
        """Each task with its outcome, as they are done; if `stopped`, within GRACE."""
        self._waiting.extend(tasks)
        state = self.state()
        self._begin(self._first, state)
        while self._seats or self._waiting:
            if stopped():
                self._stopped = min(self._stopped, time.monotonic())
                self._waiting.clear()  # nothing more is begun
            if time.monotonic() - self._arranged >= TICK:
                self._set_aside()
                self._arranged = time.monotonic()
            free = max(0, self._count - len(self._seats) + len(self._resting()))
            for _ in range(min(free, len(self._waiting))):
                self._begin(self._another(), state)
                free -= 1
            for seat in [] if self._waiting else self._resting()[:free]:
                seat.rest_or_go_on(rests=False)
            try:
                done = self._done.get(timeout=TICK)
            except queue.Empty:
                if time.monotonic() > self._stopped + GRACE:
                    return
                continue
            if isinstance(done, Workplace):
                self._seats.remove(done)
            elif isinstance(done, Exception):
                raise done
            else:
                yield done

    def at_work(self) -> list[AtWork]:
        """What is being graded, that which takes longest first."""
        seats = [(seat.task, seat.seconds_taken(), seat.aside) for seat in self._seats]
        found = [
            AtWork(task, took, aside) for task, took, aside in seats if task and took
        ]
        return sorted(found, key=lambda each: -each.seconds)

    def _set_aside(self) -> None:
        """What takes long rests, while somebody waits and not too many rest already."""
        for seat in self._seats:
            may_rest = self._waiting and len(self._resting()) < MOST_ASIDE
            if may_rest and not seat.rests and seat.seconds_taken() > self._long():
                seat.rest_or_go_on(rests=True)

    def _long(self) -> float:
        return max(LONG * sum(self._took) / len(self._took), LEAST)

    def _resting(self) -> list[Workplace]:
        return [seat for seat in self._seats if seat.rests]

    def _another(self) -> Workplace:
        """One more, on the core that the fewest others are on."""
        on = [seat.process.setting.core for seat in self._seats if not seat.rests]
        core = min(self._cores, key=on.count)
        setting = replace(self._setting, core=core)
        return Workplace(Process(setting, self._starter, self._patience))

    def _begin(self, seat: Workplace, state: GraderState) -> None:
        self._seats.append(seat)
        _in_thread(partial(self._serve, seat, state))

    def _serve(self, seat: Workplace, state: GraderState) -> None:
        """Hand a process one task after the other, in a thread of its own."""
        try:
            seat.process.started()  # which is not its first task's time
            while (taken := self._next(seat)) is not None:
                task, picked = taken
                graded = seat.process.graded(task.job(picked), state)
                if (graded.seconds or 0.0) <= self._long():
                    self._took.append(graded.seconds or 0.0)
                self._done.put((task, replace(graded, aside=seat.aside)))
            seat.process.end()
        except Exception as fault:  # noqa: BLE001 - the main thread raises it
            self._done.put(fault)
        self._done.put(seat)

    def _next(self, seat: Workplace) -> tuple[Task, PickedFiles] | None:
        """The next one for a seat; none for one whose place another has."""
        with self._turn:
            seat.task = None
            if seat.aside or not self._waiting:
                return None
            seat.process.seconds = 0.0
            seat.task = task = self._waiting.popleft()
            return task, task.pick()


def _in_thread(work: Callable[[], None]) -> threading.Thread:
    """A thread that does this, and keeps nobody from ending."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


@dataclass(slots=True)
class Process:
    """One grader, started when it is needed, and anew where it has failed."""

    setting: grader.Setting
    starter: Nursery | Alone
    patience: float
    seconds: float = 0.0  # at its job when it last told
    _running: Running | None = None
    _said: Any = None  # the file of what it prints
    _state: GraderState | None = None
    _closed: bool = False
    _ending: threading.Lock = field(default_factory=threading.Lock)  # of who ends it
    _telling: threading.Lock = field(default_factory=threading.Lock)  # of who writes

    def started(self) -> GraderState:
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
            try:
                hello = self._greeted()
            except BROKEN:
                ended = self._end()
                raise GraderError(f"a grader could not be started{ended}") from None
        if hello.state is None:
            self.end()
            ours = hello.status == GraderError.exit_status
            raise (GraderError if ours else AssignmentError)(hello.fault)
        self._state = hello.state
        return hello.state

    def _greeted(self) -> grader.Hello:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._running = self.starter.start(PROGRAM, self._said)
        if self._closed:  # meanwhile
            self._running.kill()
        hello = self._answer_to(self.setting)
        assert isinstance(hello, grader.Hello)
        return hello

    def graded(self, job: grader.GradingJob, state: GraderState) -> Graded:
        """What comes of a job; after a fault of the grader a new one tries again.

        Raises AssignmentError where the assignment is no longer in this state.
        """
        graded = Graded(None, 0.0)
        for _ in range(TRIES):
            try:
                if self.started() != state:
                    raise AssignmentError(CHANGED)
            except GraderError as fault:  # others may be luckier
                graded = ungraded(str(fault))
                continue
            try:
                answer = self._answer_to(job)
            except BROKEN:
                answer = ungraded(f"the grader's process ended{self._end()}")
            assert isinstance(answer, Graded)
            graded = answer
            if graded.blame != GraderError.__name__:
                return graded
            self.end()
        return graded

    def _answer_to(
        self, order: grader.Setting | grader.GradingJob
    ) -> grader.Hello | Graded:
        """The answer of a grader; one that is silent for too long is ended."""
        running = self._running
        assert running is not None
        assert running.stdin is not None
        assert running.stdout is not None
        with self._patiently(running):
            self._write(running, order)
        answer: grader.Hello | Graded | grader.Still = grader.Still(0.0)
        while isinstance(answer, grader.Still):
            self.seconds = answer.seconds
            with self._patiently(running):
                answer = pickle.load(running.stdout)  # noqa: S301 - ours
        return answer

    def _write(
        self, running: Running, order: grader.Setting | grader.GradingJob | grader.Turn
    ) -> None:
        assert running.stdin is not None
        with self._telling:
            pickle.dump(order, running.stdin)
            running.stdin.flush()

    def rest_or_go_on(self, turn: grader.Turn) -> None:
        """Let it rest or go on, if there is one."""
        running = self._running
        if running is not None:
            with suppress(OSError, ValueError):  # it has ended, or is being ended
                self._write(running, turn)

    @contextmanager
    def _patiently(self, running: Running) -> Iterator[None]:
        """End the process if what happens meanwhile takes too long."""
        done = threading.Event()

        def end_at_last() -> None:
            for _ in range(MOST_PATIENCE):
                if done.wait(self.patience):
                    return
                if not runqueue.is_busy(running.pid):  # else it waits for a core
                    break
            running.kill()

        _in_thread(end_at_last)
        try:
            yield
        finally:
            done.set()

    def _end(self) -> str:
        """End it; how it ended, and its last words, as the end of a sentence."""
        running, said = self._running, self._said
        status = ""
        if running is not None:
            running.kill()
            status = f" (status {running.wait()})"
        said.seek(0)
        words = said.read().decode(errors="replace").strip()[-LAST_WORDS:]
        self.end()
        said.close()
        return f"{status}{': ' if words else ''}{clean(words, LAST_WORDS)}"

    def end(self) -> None:
        """Let it end: at once if it waits for a job, else it is killed."""
        with self._ending:
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

    def stop_current_job(self) -> None:
        """End what it does; who waits for that is told that it was stopped."""
        self._closed = True
        running = self._running
        if running is not None and running.returncode is None:
            running.kill()

    def close(self, *, at_once: bool) -> None:
        """End it for good; it does not end what it has begun if it is `at_once`."""
        self._closed = True
        if at_once:
            self.stop_current_job()
        self.end()


MOST, DESCRIPTORS = 1 << 16, 2  # bytes of an order; that come with it


def main() -> None:
    """Obey until whoever has begun this is gone; its memory is closed to others."""
    memory = ClosedMemory()
    with socket.socket(fileno=os.dup(0)) as control:
        while True:
            message, files, _, _ = socket.recv_fds(control, MOST, DESCRIPTORS)
            if not message:
                return memory.release()
            order = pickle.loads(message)  # noqa: S301 - from who has begun this
            control.sendall(pickle.dumps(_obeyed(control, order, files)))


def _obeyed(control: socket.socket, order: Any, files: list[int]) -> int | None:
    """Obey an order: the setting, a program with its files, or whom to end."""
    if isinstance(order, grader.Setting):
        with suppress(AutograderError, OSError):
            grader.ready_assignment(order.assignment)
        gc.collect()
        gc.freeze()  # what is loaded is not copied for the collector's sake
        return 0
    kind, argument = order
    return _start(control, argument, files) if kind == START else _end(argument)


def _start(control: socket.socket, program: str, files: list[int]) -> int:
    pid = os.fork()
    if pid == 0:
        control.close()
        _become(program, *files)
    for file in files:
        os.close(file)
    return pid


def _become(program: str, talk: int, said: int) -> NoReturn:
    """Do what a program says that would begin by itself, and end as it would."""
    status = 1
    os.setsid()  # Linux divides cores by sessions first: each grading has its share
    try:
        for source, target in ((talk, 0), (talk, 1), (said, 2)):
            os.dup2(source, target)
        os.close(talk)
        os.close(said)
        exec(program, {"__name__": "__main__"})  # noqa: S102 - the grader's own
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001 - told in the file, as Python does
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _end(pid: int) -> int | None:
    """End a fork; its status or minus its signal, None while it has not quite ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None

"""Ends a worker from outside: when its time is over, or its working folder is full."""

from __future__ import annotations

import math
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import GraderError
from autograder.sandbox import runqueue
from autograder.sandbox.runqueue import Times
from autograder.sandbox.workers import Worker

GRACE = 0.2  # seconds between the signal that asks for a traceback and the kill
PAUSE = 0.02  # seconds between two looks
SOON = 0.005  # likewise, at one that was asked for its last words
BOTH = 0.01  # seconds for which worker and grader may wait at the same time
MOST_BYTES = 64 << 20  # in the working folder, which may lie in memory
MOST_ENTRIES = 2000  # files and folders in it
MOST = f"{MOST_BYTES >> 20} MiB or {MOST_ENTRIES:,} files"
BLOCK = 512  # bytes, in which the system counts


@dataclass(slots=True)
class Watched:
    """A worker that has `seconds` by the clock; `late` and `full` say why it was ended.

    What it has waited for a core that others had does not count, nor what the thread
    did that talks with it. It was `cut` off where the `deadline` came before, which
    counts all. `held_up` says that it did not sleep when it was late: a disk or a
    signal kept it. Looks at its folder have `scanned` for so many CPU seconds, and at
    the last of them it had `used` so many itself, in all of its threads.
    """

    worker: Worker
    seconds: float
    deadline: float
    grader: tuple[int, int] = field(default_factory=runqueue.this_thread)  # who talks
    waited_before: float = field(init=False)
    used_before: float = field(init=False)  # CPU seconds, to come up
    began: float = field(init=False)
    late: bool = False
    full: bool = False
    cut: bool = False
    held_up: bool = False
    killed: bool = False
    scanned: float = 0.0
    used: float = 0.0
    rests: bool = False
    _times: dict[int, Times] = field(default_factory=dict)  # by thread, when last seen
    _printed: tuple[int, int] = 0, 0  # bytes, when it was asked and when last seen

    def __post_init__(self) -> None:
        self.waited_before = runqueue.seconds_waited(*self.grader)
        self.used_before = runqueue.cpu_seconds_of(self.worker.pid)
        self.began = time.monotonic()

    def seconds_lost(self) -> float:
        """The seconds for which it, or who talks with it, waited while others ran.

        That is what both waited for a core, less what the worker took of it by its
        other threads and by what lies in its folder; and no more than was left of the
        time.
        """
        passed = time.monotonic() - self.began
        grader = runqueue.seconds_waited(*self.grader) - self.waited_before
        worker = runqueue.process_times(self.worker.pid)
        self.used = runqueue.cpu_seconds_of(self.worker.pid)
        taken = max(0.0, self.used - worker.ran) + self.scanned
        waits = sum(max(0.0, wait - taken) for wait in (grader, worker.waited))
        taken = self.used - self.used_before + self.scanned
        return max(0.0, min(waits, passed - taken + BOTH))

    def seconds_left(self) -> float:
        """The seconds that it still has; less than 0 once they are over."""
        passed = time.monotonic() - self.began
        if passed < self.seconds or not runqueue.are_waits_counted():
            return self.seconds - passed
        if self._waits(self.worker.pid, self.worker.pid) or self._waits(*self.grader):
            return PAUSE
        return self.seconds + self.seconds_lost() - passed

    def _waits(self, pid: int, thread: int) -> bool:
        """Whether one waits for a core right now, which is counted when it has it.

        That is so if it wants to run, has not been given one since the last look, and
        hardly has run.
        """
        before, now = self._times.get(thread), runqueue.process_times(pid, thread)
        self._times[thread] = now
        if runqueue.state_letter(pid, thread) != runqueue.RUNNABLE:
            return False
        if before is None:
            return True
        return now.slices == before.slices and now.ran - before.ran < PAUSE / 4

    def end_if_late(self, *, full: bool) -> None:
        """Ask it for its last words if it is late, and kill it if it is too late."""
        self.full = full
        self.cut = time.monotonic() > self.deadline
        if self.full or self.cut:
            self._kill()
        elif self.rests:
            return
        elif self.late:
            if self._has_answered() or self._is_over():
                self._kill()
        elif self._is_over():
            self._ask()

    def _is_over(self) -> bool:
        """Whether its time is; an alarm of its own, where it has one, rings first."""
        return self.seconds_left() < (0.0 if runqueue.are_waits_counted() else -GRACE)

    def _ask(self) -> None:
        self.late = True
        self.held_up = (
            runqueue.state_letter(self.worker.pid) or "-"
        ) in runqueue.HELD_UP
        if sys.platform != "win32":
            self._printed = (self._size(),) * 2
            self.worker.send_signal(signal.SIGXCPU)
        self.seconds += GRACE

    def _has_answered(self) -> bool:
        """Whether it has written since it was asked, and writes no more.

        One that wants to run may be in the midst of it, without a core.
        """
        asked, before = self._printed
        self._printed = asked, self._size()
        if runqueue.state_letter(self.worker.pid) == runqueue.RUNNABLE:
            return False
        return asked < before == self._printed[1]

    def _size(self) -> int:
        return os.fstat(self.worker.output.fileno()).st_size

    def _kill(self) -> None:
        self.killed = True
        self.worker.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))


class WorkerWatch:
    """A thread that looks after a sandbox's workers, one after the other.

    The folder is one that only the worker fills: on no system is there a limit on
    that which holds for one process, and as an ordinary user can be set.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turn = threading.Condition()  # of who starts, stops, or kills
        self._watched: Watched | None = None
        self._closed = False
        self._rests = False
        self._thread: threading.Thread | None = None

    def start(
        self, worker: Worker, seconds: float, deadline: float = math.inf
    ) -> Watched:
        """Begin with a worker; GraderError if there can be no thread."""
        watched = Watched(worker, seconds, deadline)
        if self._thread is None or not self._thread.is_alive():
            self._rests = False
            self._thread = threading.Thread(target=self._run, daemon=True)
            try:
                self._thread.start()
            except RuntimeError as fault:
                self._thread = None
                problem = f"no limit on the time could be set: {fault}"
                raise GraderError(problem) from None
        with self._turn:
            self._watched = watched
            if self._rests:
                self._turn.notify()
        return watched

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Let all threads of the worker stand still, and its time with them."""
        began, watched = time.monotonic(), self._watched
        assert watched is not None
        with self._turn:
            watched.rests = True
            if sys.platform != "win32":
                watched.worker.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            with self._turn:
                if sys.platform != "win32":
                    watched.worker.send_signal(signal.SIGCONT)
                watched.began += time.monotonic() - began
                watched.rests = False

    def stop(self) -> None:
        """End with it; afterwards nothing more is killed."""
        with self._turn:  # else its kill might hit a later process
            self._watched = None

    def close(self) -> None:
        """End the thread."""
        with self._turn:
            self._closed, self._watched = True, None
            self._turn.notify()

    def _run(self) -> None:
        """Look now and then: most workers are done before it has looked once."""
        while (watched := self._next()) is not None:
            time.sleep(SOON if watched.late else PAUSE)
            if self._watched is watched and not watched.killed:
                began = time.thread_time()
                full = is_full(self._folder)
                watched.scanned += time.thread_time() - began
                with self._turn:
                    if self._watched is watched:
                        watched.end_if_late(full=full)

    def _next(self) -> Watched | None:
        """The worker to look after, waited for without a look; None if it is closed."""
        with self._turn:
            while self._watched is None or self._watched.killed:
                if self._closed:
                    return None
                self._rests = True
                self._turn.wait()
                self._rests = False
            return self._watched


def is_full(folder: Path) -> bool:
    """Whether more lies in the folder than may; a part that is closed counts as full.

    So does one too deep for a path. What is deleted and still open does not count:
    of that there is no more than the descriptors of a worker, each of bounded size.
    """
    waiting, entries, size = [str(folder)], 0, 0
    while waiting:
        for path, status in _entries(waiting.pop()):
            if status is None:
                return True
            entries += 1
            size += getattr(status, "st_blocks", 0) * BLOCK or status.st_size
            if entries > MOST_ENTRIES or size > MOST_BYTES:
                return True
            if stat.S_ISDIR(status.st_mode):
                waiting.append(path)
    return False


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result | None]]:
    """What a folder holds, but for what has just gone; None where it cannot tell."""
    try:
        with os.scandir(folder) as found:
            for entry in found:
                yield entry.path, entry.stat(follow_symlinks=False)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError:
        yield folder, None

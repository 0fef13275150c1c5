"""How long a thread could have run and got no core, as Linux counts it.

What waits so is not to blame for the time: the machine had something else to do.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from autograder.errors import GraderError

TIMES = "/proc/{}/task/{}/schedstat"  # nanoseconds it ran, it waited to; time slices
STATE = "/proc/{}/task/{}/stat"  # its number, its name in brackets, its state, …
SIZE = 512  # bytes, of either
CHILDREN = "/proc/{}/task/{}/children"  # their numbers
RUNNABLE = "R"  # it runs, or waits for a core
BUSY = ("R", "D")  # that, or it waits for a disk
HELD_UP = "DTt"  # by a disk, by a signal, by a debugger: no program sleeps so by itself
NANO = 1e-9
ALL_THREADS = 2  # what a clock of a process counts: see clock_getcpuclockid(3)


class Times(NamedTuple):
    """For how many seconds a thread had a core, for how many it waited for one.

    It has had one so many times. A wait that goes on is not in it.
    """

    ran: float = 0.0
    waited: float = 0.0
    slices: int = 0


def process_times(pid: int, thread: int | None = None) -> Times:
    """The times of a process's main thread, or of another.

    All are 0 where the system does not tell, or has no such thread.
    """
    with suppress(ValueError):
        ran, waited, slices = map(int, _read(TIMES, pid, thread or pid).split())
        return Times(ran * NANO, waited * NANO, slices)
    return Times()


def seconds_waited(pid: int, thread: int | None = None) -> float:
    """The seconds for which it has waited for a core."""
    return process_times(pid, thread).waited


def cpu_seconds_of(pid: int) -> float:
    """The CPU seconds of all threads of a process, of those that have ended, too.

    0 where the system does not tell, or has no such process.
    """
    with suppress(AttributeError, OSError, OverflowError):
        return time.clock_gettime(~pid << 3 | ALL_THREADS)
    return 0.0


def state_letter(pid: int, thread: int | None = None) -> str:
    """What a thread does right now, in the system's letter; "" where it tells none."""
    told = _read(STATE, pid, thread or pid).rpartition(b")")[2].split()
    return told[0].decode() if told else ""


def is_busy(pid: int) -> bool:
    """Whether a process, or one that it has started, runs or waits for core or disk."""
    below = map(int, _read(CHILDREN, pid, pid).split())
    return state_letter(pid) in BUSY or any(map(is_busy, below))


def this_thread() -> tuple[int, int]:
    """This thread, as `times` takes it."""
    return os.getpid(), threading.get_native_id()


def are_waits_counted() -> bool:
    """Whether the system counts at all; some say 0 of everybody."""
    return process_times(*this_thread()).ran > 0


def _read(path: str, pid: int, thread: int) -> bytes:
    """What stands there; nothing where the system has it not, or not for us."""
    with suppress(OSError):
        file = os.open(path.format(pid, thread), os.O_RDONLY)
        try:
            return os.read(file, SIZE)
        finally:
            os.close(file)
    return b""


FIRST, COUNT = 60578, 606  # that systemd and Debian give to nobody


@dataclass(frozen=True, slots=True)
class Slot:
    """A user and group id, taken as long as `lock` is open in some process."""

    user: int
    lock: socket.socket


def is_root() -> bool:
    """Whether this process may do all."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def free_slot() -> Slot | None:
    """A slot that no other grader holds; None where this process is not root."""
    if not is_root():
        return None
    import pwd  # noqa: PLC0415 - exists where geteuid does

    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for user in range(FIRST, FIRST + COUNT):
        if user in taken:
            continue
        # The system gives a name to one process at a time, and takes it back from it.
        # A lock file would need a folder that is there, writable, closed to others.
        lock = socket.socket(socket.AF_UNIX)
        try:
            lock.bind(f"\0game-search-autograder/{user}")
        except OSError:
            lock.close()
        else:
            return Slot(user, lock)
    raise GraderError(f"each of the {COUNT} users for submissions is in use")


class OneCore:
    """Pins this process to a core; `core` is None until then.

    Where one is wanted it stays there at once, with all that it starts; else it will
    on that on which it is then. On a system that cannot tell, or pin, nothing happens.
    """

    def __init__(self, wanted: int | None = None) -> None:
        self._allowed = allowed_cores()
        self.core: int | None = None
        if wanted is not None and wanted in self._allowed:
            self._stay(wanted)

    def pin(self) -> None:
        """Stay where this process is now: so several graders spread out."""
        if not self._allowed or self.core is not None:
            return
        core = min(self._allowed)
        with suppress(OSError, ValueError, IndexError):
            fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
            here = int(fields[36])
            core = here if here in self._allowed else core
        self._stay(core)

    def _stay(self, core: int) -> None:
        self.core = core
        os.sched_setaffinity(0, {core})

    def release(self) -> None:
        """Run on all cores again."""
        if self._allowed:
            os.sched_setaffinity(0, self._allowed)


def allowed_cores() -> set[int]:
    """The cores that this process may use; empty where the system cannot tell."""
    if not hasattr(os, "sched_getaffinity"):
        return set()
    return os.sched_getaffinity(0)

"""How long a thread could have run and got no core, as Linux counts it.

What waits so is not to blame for the time: the machine had something else to do.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import NamedTuple

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


def times(pid: int, thread: int | None = None) -> Times:
    """The times of a process's main thread, or of another.

    All are 0 where the system does not tell, or has no such thread.
    """
    with suppress(ValueError):
        ran, waited, slices = map(int, _read(TIMES, pid, thread or pid).split())
        return Times(ran * NANO, waited * NANO, slices)
    return Times()


def waited(pid: int, thread: int | None = None) -> float:
    """The seconds for which it has waited for a core."""
    return times(pid, thread).waited


def used(pid: int) -> float:
    """The CPU seconds of all threads of a process, of those that have ended, too.

    0 where the system does not tell, or has no such process.
    """
    with suppress(AttributeError, OSError, OverflowError):
        return time.clock_gettime(~pid << 3 | ALL_THREADS)
    return 0.0


def state(pid: int, thread: int | None = None) -> str:
    """What a thread does right now, in the system's letter; "" where it tells none."""
    told = _read(STATE, pid, thread or pid).rpartition(b")")[2].split()
    return told[0].decode() if told else ""


def is_busy(pid: int) -> bool:
    """Whether a process, or one that it has started, runs or waits for core or disk."""
    below = map(int, _read(CHILDREN, pid, pid).split())
    return state(pid) in BUSY or any(map(is_busy, below))


def here() -> tuple[int, int]:
    """This thread, as `times` takes it."""
    return os.getpid(), threading.get_native_id()


def is_told() -> bool:
    """Whether the system counts at all; some say 0 of everybody."""
    return times(*here()).ran > 0


def _read(path: str, pid: int, thread: int) -> bytes:
    """What stands there; nothing where the system has it not, or not for us."""
    with suppress(OSError):
        file = os.open(path.format(pid, thread), os.O_RDONLY)
        try:
            return os.read(file, SIZE)
        finally:
            os.close(file)
    return b""

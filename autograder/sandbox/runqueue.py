"""How long a thread could have run and got no core, as Linux counts it.

What waits so is not to blame for the time: the machine had something else to do.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

WAITS = "/proc/{}/task/{}/schedstat"  # nanoseconds it ran, it waited to; time slices
STATE = "/proc/{}/task/{}/stat"  # its number, its name in brackets, its state, …
SIZE = 512  # bytes, of either
RUNNABLE = "R"  # it runs, or waits for a core
HELD_UP = "DTt"  # by a disk, by a signal, by a debugger: no program sleeps so by itself
NANO = 1e-9
_RUN, _WAITED = 0, 1


def waited(pid: int, thread: int | None = None) -> float:
    """The seconds that a process's main thread, or another, has waited for a core.

    A wait that goes on is not in it. 0 where the system does not tell, or has no such
    thread.
    """
    return _told(pid, thread or pid)[_WAITED] * NANO


def ran(pid: int, thread: int | None = None) -> float:
    """Likewise the seconds for which it had one."""
    return _told(pid, thread or pid)[_RUN] * NANO


def state(pid: int, thread: int | None = None) -> str:
    """What a thread does right now, in the system's letter; "" where it tells none."""
    told = _read(STATE, pid, thread or pid).rpartition(b")")[2].split()
    return told[0].decode() if told else ""


def here() -> tuple[int, int]:
    """This thread, as `waited` takes it."""
    return os.getpid(), threading.get_native_id()


def is_told() -> bool:
    """Whether the system counts at all; some say 0 of everybody."""
    return _told(*here())[_RUN] > 0


def _told(pid: int, thread: int) -> tuple[int, ...]:
    with suppress(ValueError):
        numbers = tuple(map(int, _read(WAITS, pid, thread).split()))
        if len(numbers) > _WAITED:
            return numbers
    return 0, 0


def _read(path: str, pid: int, thread: int) -> bytes:
    """What stands there; nothing where the system has it not, or not for us."""
    with suppress(OSError):
        file = os.open(path.format(pid, thread), os.O_RDONLY)
        try:
            return os.read(file, SIZE)
        finally:
            os.close(file)
    return b""

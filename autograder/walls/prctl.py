"""What a process can ask Linux to do to itself: `prctl`, by way of the C library.

Every function raises OSError where the system does not have it.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

SET_DEATH_SIGNAL, GET_DUMPABLE, SET_DUMPABLE = 1, 3, 4
DROP_BOUNDING, MOST_CAPABILITIES = 24, 64
CAPABILITIES_3 = 0x20080522  # the form of the sets: three, of 64 bits each
SET_SECCOMP, FILTER = 22, 2
MOST_TOLD = 4096  # bytes that the system tells of children in one go
SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVS = 36, 38


def refuse_privileges() -> None:
    """No program that this process starts gains a right, set-user-id or not."""
    _prctl(SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Give up what root may do beyond the owner of its files, for good.

    The bounding set counts for programs that are started later. Where a container
    does not let go of it, the filter refuses those.
    """
    with suppress(OSError):
        for capability in range(MOST_CAPABILITIES):
            _prctl(DROP_BOUNDING, capability)
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_3, 0)
    _require(_libc().capset(header, (ctypes.c_uint32 * 6)()))


def close_memory(*, closed: bool = True) -> None:
    """Nobody but root may trace this process or read what it holds, cores included."""
    _prctl(SET_DUMPABLE, 0 if closed else 1)


def die_with_parent(parent: int) -> None:
    """Be killed when `parent` ends; a change of user undoes this."""
    _prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before that was set
        os.kill(os.getpid(), signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent has ended."""
    _prctl(SET_CHILD_SUBREAPER, 1)


class Program(ctypes.Structure):
    """A filter of system calls as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def filter_calls(program: Program) -> None:
    """Filter the system calls of this process and of all that it starts, for good."""
    _prctl(SET_SECCOMP, FILTER, ctypes.byref(program))


def children() -> Callable[[], frozenset[int]]:
    """Tells the process ids of this process's children, ended ones included.

    It is opened once, since what is read may be closed to this process later. Raises
    FileNotFoundError where the system does not tell.
    """
    path = f"/proc/self/task/{os.getpid()}/children"
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return lambda: frozenset(map(int, os.pread(file, MOST_TOLD, 0).split()))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int, argument: Any = 0) -> int:
    if sys.platform != "linux":
        raise OSError("prctl needs Linux")
    return _require(_libc().prctl(option, value, argument, 0, 0))


def _require(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


class ClosedMemory:
    """Closes this process's memory until `release`; nothing where that cannot be."""

    def __init__(self) -> None:
        self._changed = False
        with suppress(OSError):
            if _prctl(GET_DUMPABLE, 0):
                close_memory()
                self._changed = True

    def release(self) -> None:
        """Open it again, if it was open before."""
        if self._changed:
            close_memory(closed=False)


USUAL = {"c": "libc.so.6", "seccomp": "libseccomp.so.2"}


@contextmanager
def libraries_known_by(names: Mapping[str, str]) -> Iterator[None]:
    """Let who looks for one of these libraries find it by such a name.

    Else processes are asked, `ldconfig` and others, where it is.
    """
    find = ctypes.util.find_library
    ctypes.util.find_library = lambda name: names.get(name) or find(name)
    try:
        yield
    finally:
        ctypes.util.find_library = find

"""What all workers of a fork server share, and whether one has left a mark there.

A lock or a flag stays as long as the open description has it. What is read to tell is
opened before the walls close it.
"""

from __future__ import annotations

import os
from contextlib import suppress

DESCRIPTORS = "/proc/self/fdinfo"  # of each: position, flags, locks
WAITING = b"scm_fds:"  # the last of a socket: descriptors that wait to be read
MOST_TOLD = 1 << 16  # bytes that are read of one
MOST_DESCRIPTORS = 64  # that a server may have


class Shared:
    """The descriptors of a server: opened by the server, before its walls stand.

    Where the system has no /proc, nothing is ever seen.
    """

    def __init__(self) -> None:
        self._descriptions = [*map(_opened, _paths())]
        self._first: tuple[object, ...] = ()  # until it is noted

    def note(self) -> None:
        """Take what is there now for the beginning, before any worker has run."""
        self._first = self._now()

    def is_marked(self) -> bool:
        """Whether anything is not as it was."""
        return self._now() != self._first

    def _now(self) -> tuple[object, ...]:
        """Which descriptors there are, and what the system tells of each."""
        numbers = tuple(filter(_is_open, range(MOST_DESCRIPTORS)))
        return numbers, *map(_text, self._descriptions)


def _paths() -> list[str]:
    with suppress(OSError):
        return [f"{DESCRIPTORS}/{number}" for number in os.listdir(DESCRIPTORS)]  # noqa: PTH208 - lean
    return []


def _opened(path: str) -> int | None:
    with suppress(OSError):  # it was that by which the folder was read
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return None


def _text(file: int | None) -> bytes:
    """What stands in it now; nothing where its descriptor is closed."""
    if file is not None:
        with suppress(OSError):
            return os.pread(file, MOST_TOLD, 0).partition(WAITING)[0]
    return b""


def _is_open(number: int) -> bool:
    with suppress(OSError):
        os.fstat(number)
        return True
    return False

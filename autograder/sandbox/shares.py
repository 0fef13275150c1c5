"""What each grader that runs at the same time has of its own: a user, and a core."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import GraderError

FIRST, COUNT = 60578, 606  # that systemd and Debian give to nobody


@dataclass(frozen=True, slots=True)
class Slot:
    """A user and group id, taken as long as `lock` is open in some process."""

    user: int
    lock: socket.socket


def take() -> Slot | None:
    """A slot that no other grader holds; None where this process is not root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd  # noqa: PLC0415 - exists where geteuid does

    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for user in range(FIRST, FIRST + COUNT):
        if user not in taken and (lock := _lock(user)) is not None:
            return Slot(user, lock)
    raise GraderError(f"each of the {COUNT} users for submissions is in use")


def _lock(user: int) -> socket.socket | None:
    """A name that the system gives to one process at a time, and takes back from it.

    A lock file would need a folder that is there, writable, and closed to others.
    """
    lock = socket.socket(socket.AF_UNIX)
    try:
        lock.bind(f"\0game-search-autograder/{user}")
    except OSError:
        lock.close()
        return None
    return lock


class OneCore:
    """Pins this process to a core; `core` is None until then.

    Where one is wanted it stays there at once, with all that it starts; else it will
    on that on which it is then. On a system that cannot tell, or pin, nothing happens.
    """

    def __init__(self, wanted: int | None = None) -> None:
        self._allowed = allowed()
        self.core: int | None = None
        if wanted in self._allowed:
            self._stay(wanted)

    def pin(self) -> None:
        """Stay on one core from now on."""
        if self._allowed and self.core is None:
            self._stay(_current(self._allowed))

    def _stay(self, core: int | None) -> None:
        assert core is not None
        self.core = core
        os.sched_setaffinity(0, {core})

    def release(self) -> None:
        """Run on all cores again."""
        if self._allowed:
            os.sched_setaffinity(0, self._allowed)


def allowed() -> set[int]:
    """The cores that this process may use; empty where the system cannot tell."""
    if not hasattr(os, "sched_getaffinity"):
        return set()
    return os.sched_getaffinity(0)


def _current(allowed: set[int]) -> int:
    """The core that runs this process now, so that several graders spread out."""
    try:
        core = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[36])
    except (OSError, ValueError, IndexError):
        return min(allowed)
    return core if core in allowed else min(allowed)

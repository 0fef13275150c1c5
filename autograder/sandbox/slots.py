"""A user of its own for each grader that runs as root at the same time."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass

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

"""The kernel's keyrings, where no filter closes them: what a user may leave there.

A key outlives the process that has made it, and is found by all that have its ring: a
user's own ring, or that of a session, which children have from their parents.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    from autograder.walls.user import drop_user

COUNTS = Path("/proc/key-users")  # a line for each user who has any
KEYCTL = {"x86_64": 250, "aarch64": 219}  # no function of the C library
JOIN_SESSION, INVALIDATE = 1, 21
OF_USER = (-4, -5)  # the ring of a user, and that of a user's sessions


def leave_session() -> None:
    """Have a ring of one's own, and none that others have; where the system has any."""
    _keyctl(JOIN_SESSION, 0)


def has_keys(user: int) -> bool:
    """Whether a user has any."""
    with suppress(OSError):
        lines = COUNTS.read_text(encoding="ascii").splitlines()
        return any(line.split(":")[0].strip() == str(user) for line in lines)
    return False


def forget_keys(user: int) -> None:
    """Have no process find again what a user has left; only the user can do that."""
    if not has_keys(user):
        return
    pid = os.fork()
    if pid == 0:
        try:
            drop_user(user)
            for ring in OF_USER:
                _keyctl(INVALIDATE, ring)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _keyctl(command: int, argument: int) -> None:
    number = KEYCTL.get(os.uname().machine) if sys.platform == "linux" else None
    if number is not None:
        library = ctypes.CDLL(None, use_errno=True)
        library.syscall(number, command, ctypes.c_long(argument), 0, 0, 0)

"""After a worker: end whatever it has started, and make sure that nothing is left."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Set as AbstractSet
from contextlib import suppress

from autograder.walls import prctl as kernel
from autograder.walls.confine import drop_user

PATIENCE = 10.0  # seconds that ended processes have to be reaped by their parents
PAUSE = 0.005


class LeftOver(Exception):  # noqa: N818 - what was found
    """Something of the submission could not be ended."""


def sweep(user: int | None, known: AbstractSet[int]) -> None:
    """End every process of the user, and every child but the known ones; reap them.

    Orphans count as children: the caller adopts them. Raises LeftOver if some stay.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        strays = _children() - known
        running = user is not None and has_processes(user)
        if not strays and not running:
            return
        if running and user is not None:
            _kill_all_of(user)
        for pid in strays:
            _end(pid)
        if not strays:
            time.sleep(PAUSE)
    raise LeftOver("processes of a submission could not be ended")


def has_processes(user: int) -> bool:
    """Whether the user has any, those included that have ended unreaped."""
    try:
        os.getpriority(os.PRIO_USER, user)
    except ProcessLookupError:
        return False
    return True


def _children() -> frozenset[int]:
    try:
        return kernel.children()
    except FileNotFoundError:  # not Linux, or without /proc: all there is is the group
        return frozenset()


def _kill_all_of(user: int) -> None:
    """Kill all that the user runs, in one call of the system.

    Only a process with the user's rights, and no more, can say "all" and hit nobody
    else. The call misses none: a fork that is under way fails.
    """
    pid = os.fork()
    if pid == 0:
        try:
            drop_user(user)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, os.WUNTRACED)
    if os.WIFSTOPPED(status):  # by one of those that it was about to kill
        _end(pid)


def _end(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)

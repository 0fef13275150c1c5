"""Which processes go first: what takes long gives way to what is soon done."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LOWEST = 19  # of Unix; what has it runs where nobody else wants to
CHILDREN = "/proc/{}/task/{}/children"
GROUP = "/proc/{}/autogroup"  # Linux divides by sessions first, where it has these


def lower(pid: int) -> None:
    """Let a process, and what it has started by now, run after all others.

    As far as the system can: it makes no difference to what comes out.
    """
    _set(pid, LOWEST)


def restore(pid: int) -> None:
    """Let them run as others do, so that they are soon gone when they are killed.

    On most systems root alone may do that; else to end takes them a while.
    """
    _set(pid, os.getpriority(os.PRIO_PROCESS, 0) if sys.platform != "win32" else 0)


def _set(pid: int, niceness: int) -> None:
    if sys.platform == "win32":
        return
    for each in below(pid):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, each, niceness)
        with suppress(OSError):
            Path(GROUP.format(each)).write_text(str(niceness))


def below(pid: int) -> Iterator[int]:
    """A process and all that it has started, where the system tells."""
    yield pid
    with suppress(OSError, ValueError):
        for child in Path(CHILDREN.format(pid, pid)).read_text().split():
            yield from below(int(child))

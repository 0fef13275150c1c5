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
    if sys.platform == "win32":
        return
    for each in below(pid):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, each, LOWEST)
        with suppress(OSError):
            Path(GROUP.format(each)).write_text(str(LOWEST))


def below(pid: int) -> Iterator[int]:
    """A process and all that it has started, where the system tells."""
    yield pid
    with suppress(OSError, ValueError):
        for child in Path(CHILDREN.format(pid, pid)).read_text().split():
            yield from below(int(child))

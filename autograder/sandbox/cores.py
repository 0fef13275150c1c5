"""One core for the grader and its worker, so that a visit is a mere switch."""

from __future__ import annotations

import os
from pathlib import Path


class OneCore:
    """Pins this process to the core that it is on; `core` is None until then.

    On a system that cannot tell, or pin, nothing happens.
    """

    def __init__(self) -> None:
        self._allowed = _allowed()
        self.core: int | None = None

    def pin(self) -> set[int]:
        """Stay on one core from now on; the others, for what need not share it."""
        if self._allowed and self.core is None:
            self.core = _current(self._allowed)
            os.sched_setaffinity(0, {self.core})
        return self._allowed - {self.core}

    def release(self) -> None:
        """Run on all cores again."""
        if self._allowed:
            os.sched_setaffinity(0, self._allowed)


def _allowed() -> set[int]:
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

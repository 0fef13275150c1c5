"""Gradings side by side: one that has to be alone for a while waits until it is.

Time that is spent in waiting is nobody's: a grading's budget does not run meanwhile.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl


class Turns:
    """A grading that no other runs beside: its turn is always."""

    @contextmanager
    def beside_others(self) -> Iterator[float]:
        """Run what others may run beside; gives the seconds spent in waiting."""
        yield 0.0

    @contextmanager
    def alone(self) -> Iterator[float]:
        """Run what nobody may run beside; likewise."""
        yield 0.0

    @property
    def is_shared(self) -> bool:
        """Whether others may run beside at all."""
        return False


UNSHARED = Turns()


class SharedTurns(Turns):
    """Turns among the processes that name the same folder.

    A lock is the system's, and goes with the process that holds it. Who wants to be
    alone holds the gate meanwhile, so that nobody who comes later gets in before.
    """

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT
        self._gate, self._room = (
            os.open(folder / name, flags, 0o600) for name in ("gate", "room")
        )

    def close(self) -> None:
        """Give the descriptors back, and with them what is held."""
        os.close(self._gate)
        os.close(self._room)

    @property
    def is_shared(self) -> bool:
        """Others may."""
        return True

    @contextmanager
    def beside_others(self) -> Iterator[float]:
        """Run what others may run beside; gives the seconds spent in waiting."""
        began = time.monotonic()
        with _held(self._gate, alone=True):
            _lock(self._room, alone=False)
        try:
            yield time.monotonic() - began
        finally:
            _unlock(self._room)

    @contextmanager
    def alone(self) -> Iterator[float]:
        """Run what nobody may run beside; likewise."""
        began = time.monotonic()
        with _held(self._gate, alone=True), _held(self._room, alone=True):
            yield time.monotonic() - began


@contextmanager
def _held(file: int, *, alone: bool) -> Iterator[None]:
    _lock(file, alone=alone)
    try:
        yield
    finally:
        _unlock(file)


def _lock(file: int, *, alone: bool) -> None:
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)


def _unlock(file: int) -> None:
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_UN)

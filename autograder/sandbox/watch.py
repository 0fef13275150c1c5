"""Ends a worker from outside: when its time is over, or its working folder is full."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.errors import GraderError
from autograder.sandbox.workers import Worker

GRACE = 0.2  # seconds between the signal that asks for a traceback and the kill
PAUSE = 0.02  # seconds between two looks at the folder
MOST_BYTES = 64 << 20  # in the working folder, which may lie in memory
MOST_ENTRIES = 2000  # files and folders in it
MOST = f"{MOST_BYTES >> 20} MiB or {MOST_ENTRIES:,} files"
BLOCK = 512  # bytes, in which the system counts


class Watch:
    """A thread that kills a worker; `late` and `full` say why, if it had to.

    The folder is one that only the worker fills: on no system is there a limit on
    that which holds for one process, and as an ordinary user can be set.
    """

    def __init__(self, worker: Worker, folder: Path, seconds: float) -> None:
        self.late = self.full = False
        self._worker, self._folder, self._seconds = worker, folder, seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin; GraderError if there can be no thread."""
        try:
            self._thread.start()
        except RuntimeError as fault:
            raise GraderError(f"no limit on the time could be set: {fault}") from None

    def stop(self) -> None:
        """End; afterwards nothing more is killed."""
        self._done.set()
        self._thread.join()  # else its kill might hit a later process

    def _run(self) -> None:
        if self._may_go_on(self._seconds + GRACE):
            self.late = True
            if sys.platform != "win32":
                self._worker.send_signal(signal.SIGXCPU)
            if self._may_go_on(GRACE):
                self._kill()

    def _may_go_on(self, seconds: float) -> bool:
        """Whether, after so much time, the worker is neither done nor killed."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self._done.wait(min(left, PAUSE)):
                return False
            if is_full(self._folder):
                self.full = True
                self._kill()
                return False
        return True

    def _kill(self) -> None:
        self._worker.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))


def is_full(folder: Path) -> bool:
    """Whether more lies in the folder than may; a part that is closed counts as full.

    So does one too deep for a path. What is deleted and still open does not count:
    of that there is no more than the descriptors of a worker, each of bounded size.
    """
    waiting, entries, size = [str(folder)], 0, 0
    while waiting:
        for path, status in _entries(waiting.pop()):
            if status is None:
                return True
            entries += 1
            size += getattr(status, "st_blocks", 0) * BLOCK or status.st_size
            if entries > MOST_ENTRIES or size > MOST_BYTES:
                return True
            if stat.S_ISDIR(status.st_mode):
                waiting.append(path)
    return False


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result | None]]:
    """What a folder holds, but for what has just gone; None where it cannot tell."""
    try:
        with os.scandir(folder) as found:
            for entry in found:
                yield entry.path, entry.stat(follow_symlinks=False)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError:
        yield folder, None

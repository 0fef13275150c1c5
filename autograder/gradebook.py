"""The report of one grading and its file, which is there before all else."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

from autograder import gradescope
from autograder.errors import AutograderError
from autograder.report import Entry, Report

BEHIND = 0.1  # seconds


class Gradebook:
    """Begins with a file that says that nothing was graded.

    From then on the file is at most a tenth of a second behind, whatever the tests
    are doing: writing it after each of many short tests would take as long as they.
    """

    def __init__(self, results: Path | None) -> None:
        """Raises OSError where the file cannot be written."""
        self.results = results and results.absolute()
        self.report = Report("")
        self.started = time.monotonic()
        self._saved = -BEHIND
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        if self.results is not None:
            self.report.notes.append("The grader was stopped before it had begun.")
            self.save()
            self.report.notes.clear()

    def record(self, node: str, entry: Entry) -> None:
        """Put an entry into the report, and soon into the file."""
        self.report.entries[node] = entry
        if time.monotonic() - self._saved >= BEHIND:
            self.save_if_possible()
        elif self._timer is None and self.results is not None:
            self._timer = threading.Timer(BEHIND, self.save_if_possible)
            self._timer.daemon = True
            self._timer.start()

    def save_if_possible(self) -> None:
        """Save on the way; if the disk is full, the save at the end will tell."""
        with suppress(OSError):
            self.save()

    def save(self) -> None:
        """Bring the file up to date now, where one is wanted."""
        if self.results is None:
            return
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            seconds = time.monotonic() - self.started
            gradescope.write(self.results, self.report, seconds)
            self._saved = time.monotonic()

    def stop(self, blame: type[AutograderError], message: str) -> None:
        """Say what stopped the grading; the tests that are done keep their scores."""
        self.report.blame = blame
        self.report.notes.append(
            f"The grader could not finish, which is no fault of yours. {message}"
        )
        self.save()

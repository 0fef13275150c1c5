"""The report of one grading and its file, which is there before all else."""

from __future__ import annotations

import time
from pathlib import Path

from autograder import gradescope
from autograder.errors import AutograderError
from autograder.report import Entry, Report


class Gradebook:
    """Begins with a file that says that nothing was graded."""

    def __init__(self, results: Path | None) -> None:
        """Raises OSError where the file cannot be written."""
        self.results = results and results.absolute()
        self.report = Report("")
        self.started = time.monotonic()
        if self.results is not None:
            self.report.notes.append("The grader was stopped before it had begun.")
            self.save()
            self.report.notes.clear()

    def record(self, node: str, entry: Entry) -> None:
        """Put an entry into the report, and the report into the file."""
        self.report.entries[node] = entry
        self.save()

    def save(self) -> None:
        """Bring the file up to date, where one is wanted."""
        if self.results is not None:
            seconds = time.monotonic() - self.started
            gradescope.write(self.results, self.report, seconds)

    def stop(self, blame: type[AutograderError], message: str) -> None:
        """Say what stopped the grading; the tests that are done keep their scores."""
        self.report.blame = blame
        self.report.notes.append(
            f"The grader could not finish, which is no fault of yours. {message}"
        )
        self.save()

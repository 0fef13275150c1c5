"""A line on the terminal that tells how far a grading is, if it takes over a second."""

from __future__ import annotations

import time
from typing import TextIO

from autograder.report.entries import Report

PATIENCE = 1.0  # seconds before anything is shown
WIDTH, BAR = 79, 24


class Progress:
    """Shows progress on a terminal; on all else it stays silent."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._started = time.monotonic()
        self._shown = False

    def __call__(self, report: Report, what: str) -> None:
        """Tell how many of all tests are done, and what comes now."""
        if self._stream is None or time.monotonic() - self._started < PATIENCE:
            return
        entries = report.all()
        done, total = sum(entry.judged for entry in entries), len(entries)
        filled = BAR * done // max(total, 1)
        bar = "#" * filled + "." * (BAR - filled)
        self._write(f"\r[{bar}] {done}/{total}  {what}"[:WIDTH].ljust(WIDTH))
        self._shown = True

    def close(self) -> None:
        """Leave the line empty, as it was."""
        if self._shown:
            self._write("\r" + " " * WIDTH + "\r")
            self._shown = False

    def _write(self, text: str) -> None:
        assert self._stream is not None
        self._stream.write(text)
        self._stream.flush()

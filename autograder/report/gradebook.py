"""The report of one grading and its file, which is there before all else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from autograder import files
from autograder.errors import AutograderError
from autograder.report import platforms
from autograder.report.entries import Entry, Report
from autograder.text import without_folders
from autograder.words import blocks as words
from autograder.words.blocks import Note

BEHIND = 0.1  # seconds
FORMS = ("gradescope", "junit", "prairielearn", "classroom50")


class Gradebook:
    """A report and its file, which at first says that nothing was graded.

    The file is a tenth of a second behind: to write it after each test would take long.
    """

    def __init__(
        self,
        results: Path | None,
        watch: Callable[[Report, str], None] | None = None,
        form: str = FORMS[0],
    ) -> None:
        """Raises OSError where the file, of one of FORMS, cannot be written.

        `watch` is called with the report, and what comes now, whenever that changes.
        """
        self._text = getattr(platforms, f"{form}_text")
        self._watch = watch
        self.results = results and results.absolute()
        self.report = Report("")
        self.is_complete = False  # whether what is done now changes no points
        self.reword: Callable[[Any], Any] = lambda said: said  # of all that is put in
        self._clock: Callable[[], float] = time.monotonic
        self._started = self._clock()
        self._saved = -BEHIND
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        if self.results is not None:
            files.remove_left_behind(self.results)
            self.report.notes.append(Note(words.NOT_BEGUN))
            self.save()
            self.report.notes.clear()

    def record(self, node: str, entry: Entry, seconds: float | None = None) -> None:
        """Put an entry into the report, with its `seconds`, and soon into the file."""
        self.report.entries[node] = self.reword(entry)
        if seconds is not None:
            self.report.seconds[node] = seconds
        self.announce(entry.group)
        if time.monotonic() - self._saved >= BEHIND:
            self.save_if_possible()
        elif self._timer is None and self.results is not None:
            self._timer = threading.Timer(BEHIND, self._save_now)
            self._timer.daemon = True
            try:
                self._timer.start()
            except RuntimeError:  # the system has no thread left
                self.save_if_possible()

    def reword_all(self) -> None:
        """Reword what was put into the report without `record`, too."""
        report = self.report
        report.entries, report.alone = map(self.reword, (report.entries, report.alone))
        report.notes, report.beside = map(self.reword, (report.notes, report.beside))
        self.save_if_possible()

    def time_by(self, clock: Callable[[], float]) -> None:
        """Count the seconds of the grading by another clock from now on."""
        passed = self._clock() - self._started
        self._clock, self._started = clock, clock() - passed

    def announce(self, what: str) -> None:
        """Tell who watches what is being done."""
        if self._watch is not None:
            self._watch(self.report, what)

    def save_if_possible(self) -> None:
        """Save on the way; if the disk is full, the save at the end will tell."""
        with suppress(OSError):
            self.save()

    def save(self) -> None:
        """Bring the file up to date now, if one is wanted; OSError names it."""
        if self.results is not None:
            with self._lock:
                self._write(self.results)

    def _save_now(self) -> None:
        """What the timer does, unless somebody was faster."""
        with self._lock, suppress(OSError):
            if self._timer is not None and self.results is not None:
                self._write(self.results)

    def _write(self, results: Path) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        text: str = self._text(self.report, self._clock() - self._started)
        files.write_text(results, text)
        self._saved = time.monotonic()

    def stop(self, blame: type[AutograderError], message: str) -> None:
        """Say what stopped the grading; the tests that are done keep their scores."""
        if self.is_complete:
            return
        self.report.blame = blame
        told = words.NOT_FINISHED + without_folders(message)
        self.report.notes.append(Note(told))
        self.save_if_possible()

"""The report of one grading and its file."""

from __future__ import annotations

import json
import time
from pathlib import Path

from autograder.report.gradebook import Gradebook


def test_time_without_waiting_is_what_the_file_says(tmp_path: Path) -> None:
    """A clock that stands still while others have the core decides from then on."""
    gradebook = Gradebook(tmp_path / "results.json")
    standing = time.monotonic()
    gradebook.time_by(lambda: standing)
    time.sleep(0.3)
    gradebook.save()
    written = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert written["execution_time"] < 0.3

"""results.json, letter for letter, of a few submissions on two trees.

`python -m tests.renew` writes the files anew.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.schema import read_results
from tests.small import ROOT, as_here

TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
SUBMISSIONS = {
    "reference": ROOT / "reference",
    "student_template": ROOT / "student_template",
    "alpha_beta_no_pruning": TESTS / "submissions" / "alpha_beta_no_pruning",
    "crash_two_frames_deep": TESTS / "submissions" / "crash_two_frames_deep",
}


def graded(submission: Path, folder: Path) -> dict[str, Any]:
    """The valid results.json of a submission, without what differs between runs."""
    uploaded, results = folder / "upload", folder / "results.json"
    ignored = shutil.ignore_patterns("expected.yaml", "__pycache__")
    shutil.copytree(submission, uploaded, ignore=ignored)
    assignment = TESTS / "assignments" / "quick"
    arguments = ["grade", uploaded, "--assignment", assignment, "--results", results]
    command = [sys.executable, "-m", "autograder", *map(str, arguments)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    found = read_results(results)
    found["execution_time"] = 0
    found["extra_data"]["autograder"] = "0.0"
    found["extra_data"]["sandbox"] = "what the machine grants"
    return found


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_results_are_the_golden_ones(name: str, tmp_path: Path) -> None:
    """The file holds exactly what it held when somebody last read it."""
    found = graded(SUBMISSIONS[name], tmp_path)
    golden = GOLDEN / f"{name}.json"
    assert json.loads(as_here(golden.read_text(encoding="utf-8"))) == found


def renew() -> None:
    """Write the results anew."""
    for name, submission in SUBMISSIONS.items():
        with TemporaryDirectory() as folder:
            found = graded(submission, Path(folder))
        text = json.dumps(found, indent=1, ensure_ascii=False)
        (GOLDEN / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")

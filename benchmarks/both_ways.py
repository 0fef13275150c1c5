"""Grade a class with tests that share a worker, and with a worker each: all must agree.

`.venv/bin/python benchmarks/both_ways.py --count 1000` grades the submissions of
benchmarks/thousand.py twice, one after the other and in this process. Where a report
has another word, but for the times, the submission is named, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.assignment.questions import Assignment  # noqa: E402
from autograder.grading.grading import Grading, report_remarks  # noqa: E402  # noqa: E402
from autograder.grading.session import Wanted, grade_fully  # noqa: E402  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.kinds.kind import Replays  # noqa: E402
from autograder.report import platforms  # noqa: E402
from autograder.report.gradebook import Gradebook  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from benchmarks.homework import Homework  # noqa: E402
from benchmarks.thousand import Desk  # noqa: E402

WAYS = {"shared": False, "apart": True}


def written(homework: Homework, folder: Path) -> Path:
    """The files of a submission, in a folder that is empty before."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in homework.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def report(
    assignment: Assignment, submission: Path, sandbox: Sandbox, *, apart: bool
) -> object:
    """All that a report has but how long it took."""
    grading = Grading.of(assignment, submission, sandbox)
    grading.apart = apart
    gradebook = Gradebook(None)
    report_remarks(grading, gradebook.report)
    grade_fully(grading, gradebook, Wanted(replays=Replays.FIRST))
    shutil.rmtree(grading.staged.folder)
    sandbox.separate_submissions()
    lines = [str(entry.line) for entry in gradebook.report.all()]
    text = json.loads(platforms.gradescope_text(gradebook.report, 0.0))
    return text, lines, gradebook.report.complaints


def main() -> int:
    """Grade twice and compare."""
    parser = argparse.ArgumentParser(description="Compare shared workers with others.")
    parser.add_argument("--count", type=int, default=60, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--assignment", type=Path, default=ROOT / "test_trees")
    options = parser.parse_args()
    assignment = replace(load(options.assignment), counterexample=0.0)
    wrong, seconds = 0, dict.fromkeys(WAYS, 0.0)
    with TemporaryDirectory() as name, Sandbox() as sandbox:
        for homework in Desk(assignment, options.seed).written(options.count):
            folder, reports = written(homework, Path(name, "submission")), []
            for way, apart in WAYS.items():
                began = time.monotonic()
                reports.append(report(assignment, folder, sandbox, apart=apart))
                seconds[way] += time.monotonic() - began
            if reports[0] != reports[1]:
                wrong += 1
                print(f"differs: {homework.what}", flush=True)
    times = ", ".join(f"{way} {seconds[way]:.1f} s" for way in WAYS)
    print(f"{options.count} submissions, {wrong} differ; {times}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

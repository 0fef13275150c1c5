"""What programs gain that know whether they have been called before in their process.

`.venv/bin/python benchmarks/keepers.py` grades each of `tests/statekeepers.py` with a
worker for each test, and under ten secrets with tests that share workers. It prints a
line for each: its points of 100 alone, and what it has more on average, and at most.
The bar is for those that know it everywhere. Who is wrong on a few trees on purpose,
where alone, is drawn too seldom; with --tuned such are graded as well.

    --channel NAME    one of them alone
    --secrets 10      so many
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import replace
from math import fsum
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.assignment.questions import Assignment  # noqa: E402
from autograder.grading.grading import Grading, ready  # noqa: E402
from autograder.grading.session import Wanted, grade_fully  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.report.gradebook import Gradebook  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from autograder.uploads.reading import uploads  # noqa: E402
from tests.statekeepers import CHANNELS, TUNED, WAYS, program  # noqa: E402

BAR = 0.5  # of 100 points


class Points:
    """The points of programs, in one sandbox."""

    def __init__(self, assignment: Assignment, sandbox: Sandbox, folder: Path) -> None:
        self._ready, self._sandbox, self._folder = ready(assignment), sandbox, folder

    def of(self, text: str, *, secret: str = "", apart: bool = False) -> float:
        """Of 100; `apart` with a worker for each test."""
        (self._folder / "minimax.py").write_text(text, encoding="utf-8")
        self._ready.answers["search"].secret = secret
        picked = self._ready.pick(uploads(self._folder))
        grading, gradebook = (
            Grading(self._ready, picked, self._sandbox),
            Gradebook(None),
        )
        grading.apart = apart
        grade_fully(grading, gradebook, Wanted())
        shutil.rmtree(grading.staged.folder)
        self._sandbox.separate_submissions()
        entries = gradebook.report.all()
        earned = fsum(entry.score or 0 for entry in entries)
        return 100 * earned / fsum(entry.max_score or 0 for entry in entries)


def assignment() -> Assignment:
    """The question minimax of the default one, without smallest trees."""
    default = load(ROOT / "test_trees")
    tests = tuple(test for test in default.tests if test.question.name == "minimax")
    return replace(default, tests=tests, counterexample=0.0)


def main() -> int:
    """Print the table; the exit status is 1 where one gains more than it may."""
    parser = argparse.ArgumentParser(description="What keepers of a state gain.")
    parser.add_argument("--channel", choices=[*CHANNELS])
    parser.add_argument("--tuned", action="store_true")
    parser.add_argument("--secrets", type=int, default=10, metavar="N")
    options = parser.parse_args()
    most = 0.0
    print("| it knows by | it is | alone | gains on average | at most |")
    print("|---|---|---|---|---|")
    with TemporaryDirectory() as name, Sandbox() as sandbox:
        points = Points(assignment(), sandbox, Path(name))
        for channel in [options.channel] if options.channel else CHANNELS:
            for way in (*WAYS, *(TUNED if options.tuned else ())):
                text = program(channel, way)
                alone = points.of(text, apart=True)
                secrets = map(str, range(options.secrets))
                gains = [points.of(text, secret=each) - alone for each in secrets]
                most = max(most, mean(gains)) if way in WAYS else most
                figures = f"{alone:.1f} | {mean(gains):.2f} | {max(gains):.2f}"
                print(f"| {channel} | {way} | {figures} |", flush=True)
    return 1 if most > BAR else 0


if __name__ == "__main__":
    sys.exit(main())

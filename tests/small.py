"""Small assignments for tests, and grading them through the real command line."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any

from autograder.assignment.signature import textbook
from tests import prepared
from tests.schema import assert_valid_results

ROOT = Path(__file__).resolve().parent.parent
THOROUGH = bool(os.environ.get("CI"))  # there is time for more of the same
FEWER = 4  # times, where there is not
PYTHON = (sys.executable, "-m", "autograder")
MAX_VALUE, MIN_VALUE = ((each,) for each in textbook().functions)  # as replaced
TREE = """\
title: The two-ply game tree
source: AIMA 4e, Figure 5.2
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""
ASSIGNMENT = """\
title: Small
questions:
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: ["*.yaml"]
"""
CHECK_HEAD = """\
import unittest
import pytest
from gradescope_utils.autograder_utils.decorators import (
    hide_errors, leaderboard, number, partial_credit, tags, visibility, weight
)
"""


@dataclass(frozen=True)
class Graded:
    """What one run of the command line left."""

    status: int
    stdout: str
    stderr: str
    results: dict[str, Any]

    def __getitem__(self, name: str) -> dict[str, Any]:
        """The one test whose name has this text in it."""
        (found,) = [t for t in self.results["tests"] if name in t["name"]]
        test: dict[str, Any] = found
        return test

    def names(self) -> list[str]:
        """The names of the instructor's own tests, in order."""
        found = [test["name"].partition(": ") for test in self.results["tests"]]
        return [name for group, _, name in found if group == "checks"]


TELLS_COLUMNS = sys.version_info >= (3, 11)
# No test pays for a search for the line that is wrong, but who says so itself.
os.environ["AUTOGRADER_EXPLAIN"] = "0"
CARETS = re.compile(r'(?:\n|\\n)[ |]+\^+(?=\n|\\n|"|$)')


def examples(most: int) -> int:
    """How many examples show a law: under CI `most`, otherwise the first of them."""
    return most if THOROUGH else most // FEWER


def as_here(text: str) -> str:
    """A text, or JSON, as this Python has it: 3.10 tells not what of a line failed."""
    return text if TELLS_COLUMNS else CARETS.sub("", text)


def environment(**variables: str) -> dict[str, str]:
    """The caller's environment without what would change pytest or printing."""
    without = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTHONIOENCODING", "COLUMNS")
    kept = {name: text for name, text in os.environ.items() if name not in without}
    kept |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return kept | variables


def run(
    *arguments: str | Path,
    cwd: Path = ROOT,
    variables: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command of the autograder, as a process of its own."""
    whole = environment(**(variables or {}))
    late = not any(n.startswith(prepared.READ_AT_THE_START) for n in variables or ())
    if late and hasattr(os, "fork"):
        return prepared.run("autograder", [*map(str, arguments)], cwd, whole)
    return subprocess.run(
        [*PYTHON, *map(str, arguments)],
        cwd=cwd,
        env=whole,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        timeout=60,
    )


def make_assignment(
    folder: Path, files: Mapping[str, str], assignment: str = ASSIGNMENT
) -> Path:
    """An assignment on one tree, with its answers and these files beside it."""
    trees = folder / "trees"
    (trees / "answers").mkdir(parents=True)
    for name, text in (*_with_answers(assignment), *files.items()):
        path = trees / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return trees


@cache
def _with_answers(assignment: str) -> tuple[tuple[str, str], ...]:
    """The files of an assignment on one tree, by name."""
    made = {"assignment.yaml": assignment, "fig_5_2.yaml": TREE}
    with TemporaryDirectory() as folder:
        for name, text in made.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        done = run("answers", folder)
        assert done.returncode == 0, done.stderr
        for path in Path(folder, "answers").iterdir():
            made[f"answers/{path.name}"] = path.read_text(encoding="utf-8")
    return tuple(made.items())


@cache
def right() -> Path:
    """A submission that is right, without the hundreds of files beside the reference.

    Each grading looks at every file of what it is given.
    """
    folder = TemporaryDirectory(prefix="right-")
    atexit.register(folder.cleanup)
    for name in ("minimax.py", "alpha_beta.py"):
        shutil.copy(ROOT / "reference" / name, folder.name)
    return Path(folder.name)


def check_file(source: str) -> str:
    """The text of a check file, with what it imports."""
    return CHECK_HEAD + dedent(source)


def grade(
    trees: Path,
    submission: Path | None = None,
    *arguments: str,
    **variables: str,
) -> Graded:
    """Grade a submission, by default a right one; its results.json must be valid."""
    results = trees.parent / "results.json"
    done = run(
        submission or right(),
        "--assignment",
        trees,
        "--results",
        results,
        *arguments,
        variables=variables,
    )
    content = json.loads(results.read_bytes())
    assert_valid_results(content)
    assert "Traceback" not in done.stderr, done.stderr
    return Graded(done.returncode, done.stdout, done.stderr, content)


def graded_checks(folder: Path, source: str, **files: str) -> Graded:
    """Grade the reference with these checks beside one tree."""
    named = {f"{name}.py": check_file(text) for name, text in files.items()}
    checks = {"test_checks.py": check_file(source), **named}
    return grade(make_assignment(folder, checks))


def without_layers(report: str) -> str:
    """A report but for the line at its end, if any, on what the machine grants."""
    rest, mark, line = report.rstrip().rpartition("Sandbox: ")
    assert line.startswith(("own process", "enough walls", "too few walls")) or not mark
    return (rest if mark else line).rstrip()


def total(report: str) -> str:
    """The last line of the table: points and most points."""
    (line,) = [each for each in report.splitlines() if each.startswith("Total ")]
    return line.split()[-1]

"""Who makes itself wait for a core gains no time by it, and takes none from others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Graders, Task
from autograder.kinds.all import load
from autograder.sandbox import runqueue
from autograder.sandbox.sandbox import STARVED
from autograder.uploads.reading import uploads
from autograder.uploads.staging import pick
from tests import hogs
from tests.endtoend.test_watch import pytestmark as watched
from tests.endtoend.test_watch import require_the_clock_goes_on
from tests.small import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not runqueue.are_waits_counted(),
    reason="the system does not count how long a thread waits for a core",
)
QUICK, RIGHT = ROOT / "tests" / "assignments" / "quick", ROOT / "reference"
BUDGET = 2.0  # seconds, all of which one call here may use up
WALL = 5.0  # that they may take on the wall
SLACK = 15.0  # that a machine may take to start and to end, beside all of ours
LOOPING = "while True: pass"
OTHERS = 4  # programs on each core


def assignment(folder: Path, source: Path) -> Path:
    """A copy of one, with another budget."""
    shutil.copytree(source, folder)
    file = folder / "assignment.yaml"
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [each for each in lines if not each.startswith("budget:")]
    file.write_text("\n".join([f"budget: {BUDGET:g}", *kept]), "utf-8")
    return folder


def graded(submission: Path, trees: Path, results: Path) -> tuple[int, dict[str, Any]]:
    """The status of a grading, and its results."""
    words = [submission, "--assignment", trees, "--results", results]
    command = [sys.executable, "-m", "autograder", *map(str, words)]
    quiet = subprocess.DEVNULL
    ended = subprocess.run(command, cwd=ROOT, stdout=quiet, stderr=quiet, check=False)
    return ended.returncode, json.loads(results.read_bytes())


@pytest.mark.parametrize("hog", hogs.HOGS)
def test_a_hog_ends_with_its_budget(tmp_path: Path, hog: str) -> None:
    """It has no points, and no test a verdict that is not about time or files.

    Where other programs have the core meanwhile, they are named, and it has no score.
    """
    trees = assignment(tmp_path / "trees", ROOT / "test_trees")
    submission = hogs.write(tmp_path / "hog", hog, load(trees).modules())
    began = time.monotonic()
    status, results = graded(submission, trees, tmp_path / "results.json")
    assert time.monotonic() - began < WALL + SLACK
    tests = [each for each in results["tests"] if "max_score" in each]
    verdicts = {each["extra_data"]["verdict"] for each in tests}
    if status == 0:
        assert verdicts <= {"timed_out", "not_run", "printed_too_much", "crashed"}
        assert {each["score"] for each in tests} == {0}
    else:
        broken = [each for each in tests if "score" not in each]
        assert status == 3
        assert all(STARVED in each["output"] for each in broken)


@contextmanager
def busy() -> Iterator[None]:
    """Let others have most of every core meanwhile, each in a session of its own."""
    command = [sys.executable, "-I", "-S", "-c", LOOPING]
    with ExitStack() as stack:
        for core in sorted(os.sched_getaffinity(0)) * OTHERS:
            process = subprocess.Popen(command, start_new_session=True)
            stack.callback(process.wait)
            stack.callback(process.kill)
            os.sched_setaffinity(process.pid, {core})
        yield


def test_beside_other_programs_a_right_one_loses_nothing(tmp_path: Path) -> None:
    """They take the cores, and its budget does not run while it waits."""
    with busy():
        status, results = graded(RIGHT, QUICK, tmp_path / "results.json")
    scores = [(each["score"], each["max_score"]) for each in results["tests"]]
    assert status == 0
    assert all(score == most for score, most in scores)


def test_beside_hogs_of_a_class_a_right_one_loses_nothing(tmp_path: Path) -> None:
    """And each of them is graded to its end: no grader is ended for them."""
    trees = assignment(tmp_path / "trees", QUICK)
    modules = load(trees).modules()
    work = {"right": RIGHT} | {
        hog: hogs.write(tmp_path / hog.replace(" ", "-"), hog, modules)
        for hog in ("threads that compute", "many files", "files and threads", "sleep")
    }
    tasks = [
        Task(name, partial(pick, uploads(path), modules), page=False)
        for name, path in work.items()
    ]
    setting = Setting(trees, tmp_path, trusted=True, turns=tmp_path)
    with Graders(setting, 2, BUDGET) as graders:
        done = {task.content: g for task, g in graders.grade(tasks, lambda: False)}
    assert {name: found.fault for name, found in done.items()} == dict.fromkeys(
        work, ""
    )
    right = done.pop("right")
    assert right.points == right.most == load(QUICK).max_points()
    assert {found.points for found in done.values()} == {0}


@pytest.mark.parametrize(
    "hog",
    [
        *("threads that are soon gone", "threads, and naps"),
        *("many files", "deep folders", "files and threads"),
    ],
)
@watched
def test_the_clock_goes_on_while_a_worker_makes_itself_wait(hog: str) -> None:
    """As long as it has the core by any thread, and as it is looked after."""
    require_the_clock_goes_on(hog)

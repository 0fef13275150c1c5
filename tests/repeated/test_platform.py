"""Gradescope's layout: what goes wrong there, and who is told.

tests/endtoend/test_platform.py has what is tried first.
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.assignment.questions import VISIBLE
from autograder.kinds import all as assignments
from autograder.observing.outcome import BEFORE
from autograder.words.blocks import (
    NOT_REACHED,
    STOPPED,
    earned_here,
    unjudged_sentence,
)
from autograder.words.faults import WANTS_TIME
from tests.platforms import Platform, copied, laid_out
from tests.schema import read_results
from tests.small import (
    ASSIGNMENT,
    PYTHON,
    ROOT,
    environment,
    make_assignment,
    run,
)

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
BASH = shutil.which("bash")
SLOW = """\
import time
def max_value(game, state):
    if len(game.actions(state)) == 2: time.sleep(30)
    return 3
def minimax_search(game, state): return "B"
"""
TWO_TREES = ASSIGNMENT.replace('["*.yaml"]', "[fig_5_2.yaml, two.yaml]")

pytestmark = pytest.mark.skipif(BASH is None, reason="needs bash")


@pytest.fixture(scope="module")
def untouched() -> Iterator[Platform]:
    """A small assignment, and the reference as the submission."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield laid_out(folder / "autograder", make_assignment(folder, {}))


@pytest.fixture
def platform(untouched: Platform, tmp_path: Path) -> Platform:
    """The same, to be graded and to be broken."""
    return copied(untouched, tmp_path)


@pytest.fixture(scope="module")
def shipped() -> Iterator[Platform]:
    """The default assignment."""
    with TemporaryDirectory() as folder:
        yield laid_out(Path(folder) / "autograder", ROOT / "test_trees")


@pytest.fixture(scope="module")
def graded_reference(shipped: Platform) -> tuple[int, dict[str, Any], str]:
    """What one grading by the default assignment left."""
    return shipped.grade()


def test_reference(graded_reference: tuple[int, dict[str, Any], str]) -> None:
    """The reference has all 100 points, of 55 tests, without a word on stderr."""
    status, results, stderr = graded_reference
    assert (status, stderr) == (0, "")
    assert sum(test["score"] for test in results["tests"]) == pytest.approx(100)
    most = sum(test["max_score"] for test in results["tests"])
    assert most == pytest.approx(100)
    assert len(results["tests"]) == 55


def test_nothing_submitted(platform: Platform, tmp_path: Path) -> None:
    """An empty folder is a submission with no points."""
    (tmp_path / "empty").mkdir()
    platform.submit(tmp_path / "empty")
    status, results, _ = platform.grade()
    assert status == 0
    (test,) = results["tests"]
    assert test["score"] == 0
    assert test["extra_data"]["verdict"] == "module_missing"


def test_hidden_total(graded_reference: tuple[int, dict[str, Any], str]) -> None:
    """Since some tests are hidden, the sum of the visible ones is told."""
    _, results, _ = graded_reference
    tests = assignments.load(ROOT / "test_trees").tests
    shown = sum(t.points.max_points for t in tests if t.visibility == VISIBLE)
    assert results["output"] == earned_here(f"{shown:g}", f"{shown:g}")


@pytest.mark.skipif(not IS_ROOT, reason="only root closes anything to others")
def test_files_are_closed_where_the_folder_must_stay_open(platform: Platform) -> None:
    """What submissions need, here the folder for temporary files, may lie in it."""
    temporary = platform.root / "tmp"
    temporary.mkdir()
    platform.root.chmod(0o755)
    platform.grade(TMPDIR=str(temporary))
    assert mode(platform.root) == 0o755
    for name in ("source", "results", "submission_metadata.json"):
        assert not mode(platform.root / name) & 0o077, name


@pytest.mark.skipif(IS_ROOT, reason="root closes the folder")
def test_nothing_is_closed_by_an_ordinary_user(platform: Platform) -> None:
    """There the submission runs as the same user, to whom modes close nothing."""
    before = mode(platform.root)
    platform.grade()
    assert mode(platform.root) == before


def mode(path: Path) -> int:
    """The permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_answers_are_missing(platform: Platform) -> None:
    """No score, status 3, and the remedy."""
    shutil.rmtree(platform.trees / "answers")
    status, results, stderr = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "there are no answers; run `./run_autograder" in stderr
    assert "The assignment has a mistake" in results["output"]


@pytest.mark.parametrize(
    "conftest, said",
    [
        ("def pytest_collection_finish(): 1 / 0", "the test runner itself broke"),
        ("def pytest_runtest_makereport(): 1 / 0", "the test runner itself broke"),
        (
            "def pytest_runtest_setup(): 1 / 0",
            unjudged_sentence(1, "").partition(".")[0],
        ),
        ("1 / 0", "its conftest.py cannot be used"),
        ("import pytest\npytest.exit('bye')", STOPPED),
        ("def pytest_nonsense(): pass", STOPPED),
        ("import sys\nsys.exit(0)", STOPPED),
    ],
)
def test_conftest_breaks(platform: Platform, conftest: str, said: str) -> None:
    """An instructor's hook that raises costs nobody a point, and is told."""
    (platform.trees / "conftest.py").write_text(conftest)
    status, results, _ = platform.grade()
    assert status == 3
    assert said in results["output"]
    assert not [test for test in results["tests"] if "score" in test]


def test_grader_is_broken(platform: Platform) -> None:
    """A crash of the grader itself leaves a results.json without a score."""
    module = platform.root / "source" / "autograder" / "observing" / "bench.py"
    text = module.read_text()
    assert "clock() + seconds" in text
    module.write_text(text.replace("clock() + seconds", "1 / 0"))
    status, results, _ = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "It met a fault of its own." in results["output"]


def test_grader_cannot_start(platform: Platform) -> None:
    """Where not even Python gets so far, run_autograder writes the file."""
    package = platform.root / "source" / "autograder"
    (package / "commands" / "main.py").write_text("1 / 0")
    status, results, stderr = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "has not been graded" in results["output"]
    assert "left no results" in stderr


@pytest.mark.parametrize("in_the_way", ["folder", "link to a folder", "link to a file"])
def test_results_are_something_else(
    platform: Platform, tmp_path: Path, in_the_way: str
) -> None:
    """A folder or a link where results.json belongs gives way to it."""
    if in_the_way == "folder":
        (platform.results / "deep").mkdir(parents=True)
    else:
        target = tmp_path / "target"
        target.mkdir() if in_the_way.endswith("folder") else target.write_text("{}")
        platform.results.symlink_to(target)
    status, results, stderr = platform.grade()
    assert (status, stderr) == (0, "")
    assert [test["score"] for test in results["tests"]] == [3]
    assert not platform.results.is_symlink()


def test_no_room_at_all(platform: Platform) -> None:
    """Where nothing can be written, nothing is graded, in one line, with status 3."""
    platform.results.parent.rmdir()
    platform.results.parent.touch()
    done = subprocess.run(
        ["./run_autograder"],
        cwd=platform.root,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 3
    assert f"{platform.results} cannot be written, so nothing is graded" in done.stderr


def test_unwritable(platform: Platform) -> None:
    """Results that cannot be written are a fault of the grader, in one line."""
    platform.results.parent.rmdir()
    platform.results.parent.touch()
    done = run("--platform", platform.root)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{platform.results}: cannot be written (")


def with_slow_tree(
    tmp_path: Path, assignment: str = TWO_TREES, code: str = SLOW
) -> Platform:
    """Two trees, on the second of which the submission never ends."""
    trees = make_assignment(tmp_path, {})
    (trees / "assignment.yaml").write_text(assignment)
    (trees / "two.yaml").write_text("tree: [1, 2]\n")
    assert run("answers", trees).returncode == 0
    platform = laid_out(tmp_path / "autograder", trees)
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "minimax.py").write_text(code)
    platform.submit(tmp_path / "slow")
    return platform


def test_killed(tmp_path: Path) -> None:
    """Killed in the middle: finished tests keep their scores, others have none."""
    platform = with_slow_tree(tmp_path)
    with subprocess.Popen(
        [*PYTHON, "--platform", platform.root, "--assignment", platform.trees],
        env=environment(),
        cwd=ROOT,
    ) as grader:
        for _ in range(300):
            time.sleep(0.05)
            if platform.results.exists():
                results = read_results(platform.results)
                if any("score" in test for test in results["tests"]):
                    break
        grader.send_signal(signal.SIGKILL)
    done, unreached = read_results(platform.results)["tests"]
    assert done["score"] == 2
    assert done["extra_data"]["verdict"] == "wrong_visits"
    assert "score" not in unreached
    assert unreached["max_score"] == 3
    assert unreached["output"] == NOT_REACHED


def test_budget(tmp_path: Path) -> None:
    """Tests that the budget leaves no time for say so, and the run ends well."""
    assignment = TWO_TREES.replace("[fig_5_2.yaml, two.yaml]", "[two.yaml, f*.yaml]")
    limits = "    limits: {seconds: 0.2}\n"
    loops = SLOW.replace("time.sleep(30)", "exec('while True: pass')")
    asked = f"budget: 0.2\n{assignment}{limits}"
    platform = with_slow_tree(tmp_path, asked, code=loops)
    status, results, _ = platform.grade()
    assert status == 0
    late, unreached = results["tests"]
    assert late["extra_data"]["verdict"] == "timed_out"
    assert unreached["extra_data"]["verdict"] == "not_run"
    assert unreached["score"] == 0
    assert unreached["output"].startswith(WANTS_TIME[BEFORE].format("0.2"))

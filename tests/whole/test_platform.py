"""Gradescope's layout, /autograder, moved to a folder of the test.

autograder.zip is built by the real command, unpacked into source/, and graded by the
copy of run_autograder that the platform makes.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.sandbox import trust
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
METADATA = {
    "id": 123456,
    "created_at": "2026-02-03T10:21:45.294542-08:00",
    "assignment": {
        "id": 25828,
        "title": "Games",
        "due_date": "2026-02-03T23:59:00.000000-08:00",
        "late_due_date": None,
        "total_points": "100.0",
    },
    "submission_method": "upload",
    "users": [{"id": 1234, "email": "student@example.edu", "name": "A. Student"}],
    "previous_submissions": [],
}
SLOW = """\
import time
def max_value(game, state):
    if len(game.actions(state)) == 2: time.sleep(30)
    return 3
def minimax_search(game, state): return "B"
"""
TWO_TREES = ASSIGNMENT.replace('["*.yaml"]', "[fig_5_2.yaml, two.yaml]")

pytestmark = pytest.mark.skipif(BASH is None, reason="needs bash")


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip with the modes that it records, and give it this .venv."""
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
        for entry in packed.infolist():
            (folder / entry.filename).chmod(entry.external_attr >> 16)
    add_venv(folder)


def add_venv(folder: Path) -> None:
    """A finished .venv whose parts are links to the packages of this test run."""
    (folder / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (folder / ".venv" / part).symlink_to(Path(sys.prefix) / part)
    stamp = [
        (folder / name).read_text() for name in ("requirements.txt", "constraints.txt")
    ]
    (folder / ".venv" / "grading.stamp").write_text("".join(stamp))


@dataclass(frozen=True)
class Platform:
    """The platform's folder."""

    root: Path

    @property
    def results(self) -> Path:
        """Where results.json must stand at the end."""
        return self.root / "results" / "results.json"

    @property
    def trees(self) -> Path:
        """The instructor's part of the zip."""
        return self.root / "source" / "test_trees"

    def submit(self, source: Path) -> None:
        """Lay out a submission; execute bits are lost."""
        shutil.rmtree(self.root / "submission")
        shutil.copytree(source, self.root / "submission")

    def grade(self, **variables: str) -> tuple[int, dict[str, Any], str]:
        """The status, results.json and what was said on stderr."""
        done = subprocess.run(
            ["./run_autograder"],
            cwd=self.root,
            env=environment(AUTOGRADER_ROOT=str(self.root), **variables),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, read_results(self.results), done.stderr


def laid_out(root: Path, trees: Path) -> Platform:
    """The platform's folder with the zip of an assignment unpacked in it."""
    done = run("bundle", root / "zips", "--assignment", trees)
    assert done.returncode == 0, done.stderr
    unpack(root / "zips" / "autograder.zip", root / "source")
    shutil.rmtree(root / "zips")
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "results").mkdir()
    shutil.copytree(ROOT / "reference", root / "submission")
    metadata = json.dumps(METADATA)
    (root / "submission_metadata.json").write_text(metadata)
    return Platform(root)


@pytest.fixture(scope="module")
def untouched() -> Iterator[Platform]:
    """A small assignment, and the reference as the submission."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield laid_out(folder / "autograder", make_assignment(folder, {}))


@pytest.fixture
def platform(untouched: Platform, tmp_path: Path) -> Platform:
    """The same, to be graded and to be broken."""
    copy = shutil.copytree(untouched.root, tmp_path / "autograder", symlinks=True)
    return Platform(copy)


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
    """The reference has all 100 points, of 52 tests, without a word on stderr."""
    status, results, stderr = graded_reference
    assert (status, stderr) == (0, "")
    assert sum(test["score"] for test in results["tests"]) == pytest.approx(100)
    most = sum(test["max_score"] for test in results["tests"])
    assert most == pytest.approx(100)
    assert len(results["tests"]) == 52


def test_stubs(platform: Platform) -> None:
    """Unfilled stubs are graded, and earn nothing."""
    platform.submit(ROOT / "student_template")
    status, results, _ = platform.grade()
    assert status == 0
    assert [test["score"] for test in results["tests"]] == [0]


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
    told = results["output"]
    assert told == "The tests shown here earn 79.6 of 79.6 points."


@pytest.mark.skipif(not IS_ROOT, reason="only root closes anything to others")
def test_closed_to_submissions(platform: Platform) -> None:
    """Where root grades, others reach neither trees nor results, nor what is beside."""
    platform.grade()
    assert [mode(platform.root / name) for name in ("source", "results")] == [0o700] * 2
    assert not mode(platform.root) & 0o077
    assert trust.closed(platform.root / "submission_metadata.json")


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


def test_assignment_is_broken(platform: Platform) -> None:
    """No score, status 3, and every mistake for the instructor, none for students."""
    (platform.trees / "fig_5_2.yaml").write_text("tree: [1, [], x]\n")
    status, results, stderr = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "fig_5_2.yaml:1:11: " in stderr
    assert "fig_5_2.yaml:1:15: " in stderr
    assert "fig_5_2" not in results["output"]
    assert "no fault of yours" in results["output"]
    assert "Traceback" not in stderr


def test_answers_are_missing(platform: Platform) -> None:
    """No score, status 3, and the remedy."""
    shutil.rmtree(platform.trees / "answers")
    status, results, stderr = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "there are no answers; run `python -m autograder" in stderr
    assert "The assignment has a mistake" in results["output"]


@pytest.mark.parametrize(
    "conftest, said",
    [
        ("def pytest_collection_finish(): 1 / 0", "the test runner itself broke"),
        ("def pytest_runtest_makereport(): 1 / 0", "the test runner itself broke"),
        ("def pytest_runtest_setup(): 1 / 0", "1 test could not be judged"),
        ("1 / 0", "its conftest.py cannot be used"),
        ("import pytest\npytest.exit('bye')", "The tests were stopped"),
        ("def pytest_nonsense(): pass", "The tests were stopped"),
        ("import sys\nsys.exit(0)", "The tests were stopped"),
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
    module = platform.root / "source" / "autograder" / "observing" / "budget.py"
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
        env=environment(AUTOGRADER_ROOT=str(platform.root)),
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


def with_slow_tree(tmp_path: Path, assignment: str = TWO_TREES) -> Platform:
    """Two trees, on the second of which the submission waits for ever."""
    trees = make_assignment(tmp_path, {})
    (trees / "assignment.yaml").write_text(assignment)
    (trees / "two.yaml").write_text("tree: [1, 2]\n")
    assert run("answers", trees).returncode == 0
    platform = laid_out(tmp_path / "autograder", trees)
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "minimax.py").write_text(SLOW)
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
    assert unreached["output"] == "the grader was stopped before it came to this test"


def test_budget(tmp_path: Path) -> None:
    """Tests that the budget leaves no time for say so, and the run ends well."""
    assignment = TWO_TREES.replace("[fig_5_2.yaml, two.yaml]", "[two.yaml, f*.yaml]")
    limits = "    limits: {seconds: 0.2}\n"
    platform = with_slow_tree(tmp_path, f"budget: 0.5\n{assignment}{limits}")
    status, results, _ = platform.grade()
    assert status == 0
    late, unreached = results["tests"]
    assert late["extra_data"]["verdict"] == "timed_out"
    assert unreached["extra_data"]["verdict"] == "not_run"
    assert unreached["score"] == 0
    assert unreached["output"].startswith(
        "not run: the tests before used up the 0.5 s for all"
    )

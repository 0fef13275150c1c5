"""`pytest --submission DIR`: every (question, tree) pair is a pytest item."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests import prepared
from tests.prepared import NEEDLESS
from tests.schema import read_results
from tests.small import (
    ASSIGNMENT,
    ROOT,
    check_file,
    environment,
    make_assignment,
    right,
)

STUBS = ROOT / "student_template"
INSTALLED = any(
    point.value == "autograder.testing.plugin"
    for point in entry_points(group="pytest11")
)
PLUGIN = NEEDLESS if INSTALLED else (*NEEDLESS, "-pautograder.testing.plugin")
ON_ALL_CORES = """
import os, sys, pytest
os.sched_setaffinity(0, range(os.cpu_count() or 1))
sys.exit(pytest.main(sys.argv[1:]))
"""
ITEM = "trees/assignment.yaml::minimax[fig_5_2]"


def run_pytest(cwd: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run pytest with the plugin in a folder, configured by nothing else."""
    given = [*PLUGIN, "--rootdir=.", *map(str, arguments)]
    return prepared.run("pytest", given, cwd, environment())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the assignment `trees` on two trees, and a check."""
    check = """
        @weight(1)
        def test_more(submission):
            assert submission.call("max_value", [1, 2], module="minimax").value == 2
    """
    make_assignment(tmp_path, {"test_more.py": check_file(check)})
    return tmp_path


def graded(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Grade the folder's assignment."""
    return run_pytest(folder, "--assignment=trees", *arguments)


@pytest.mark.skipif(not INSTALLED, reason="the plugin is there by its option alone")
@pytest.mark.parametrize(
    "arguments",
    [
        ("--submission=reference",),
        ("--submission", "reference", "-x", "--trust-submissions"),
        ("--submission=/tmp/mine", "--results", "x.json", "--assignment=test_trees"),
    ],
)
def test_where_the_plugin_is_not_installed(arguments: tuple[str, ...]) -> None:
    """The project's conftest.py says what to do, and pytest nothing of its options."""
    done = run_pytest(ROOT, "-pno:autograder", *arguments)
    assert done.returncode == 4
    assert done.stderr.strip() == (
        f"ERROR: the pytest of {sys.executable} lacks this project's plugin, which is "
        "what grades a submission: run ./setup.sh --dev, and then .venv/bin/pytest in "
        "place of pytest"
    )


def test_right(folder: Path) -> None:
    """All pass: status 0."""
    done = graded(folder, f"--submission={right()}", "-v")
    assert done.returncode == 0, done.stdout
    assert f"{ITEM} PASSED" in done.stdout
    assert "trees/test_more.py::test_more PASSED" in done.stdout


def test_wrong(folder: Path) -> None:
    """A failure shows the sentences of the report, and no traceback: status 1."""
    done = graded(folder, f"--submission={STUBS}")
    assert done.returncode == 1
    assert f"FAILED {ITEM}" in done.stdout
    assert "The two-ply game tree (AIMA 4e, Figure 5.2)" in done.stdout
    assert "pytest_items.py" not in done.stdout


def test_without_submission(folder: Path) -> None:
    """Without the option the plugin does nothing, and a check says what it needs."""
    done = run_pytest(folder, "trees", "-rA")
    assert "minimax" not in done.stdout.replace('module="minimax"', "")
    assert "name a submission: pytest --submission DIR" in done.stdout
    (folder / "trees" / "test_more.py").unlink()
    assert run_pytest(folder, "trees").returncode == 5  # no tests


def test_selection(folder: Path) -> None:
    """-k, and the names that pytest itself shows, choose tests."""
    submission = (f"--submission={right()}",)
    assert "1 passed, 1 deselected" in graded(folder, *submission, "-k", "fig").stdout
    for name in (ITEM, "trees/assignment.yaml::minimax", "trees/assignment.yaml"):
        done = graded(folder, *submission, name)
        assert "1 passed" in done.stdout, name
        assert "test_more" not in done.stdout


def test_last_failed(folder: Path) -> None:
    """--lf runs what failed."""
    mine = folder / "mine"
    mine.mkdir()
    text = (right() / "minimax.py").read_text()
    (mine / "minimax.py").write_text(text)
    (folder / "trees" / "test_more.py").write_text("def test_more(): assert 0")
    assert "1 failed, 1 passed" in graded(folder, f"--submission={mine}").stdout
    again = graded(folder, f"--submission={mine}", "--lf")
    assert "1 failed" in again.stdout
    assert "passed" not in again.stdout


def test_results(folder: Path) -> None:
    """--results writes what the command line writes."""
    graded(folder, f"--submission={right()}", "--results", "out.json")
    scores = [test["score"] for test in read_results(folder / "out.json")["tests"]]
    assert scores == [3, 1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("--submission=nowhere",), "nowhere: there is no such submission"),
        ((f"--submission={STUBS}", "--assignment=no"), "no/assignment.yaml"),
    ],
)
def test_refused(folder: Path, arguments: tuple[str | Path, ...], message: str) -> None:
    """What cannot be graded is an error of use: status 4, and no traceback."""
    done = graded(folder, *arguments)
    assert done.returncode == 4
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_broken_check_file(folder: Path) -> None:
    """It stops pytest with status 2, as it does for any; results.json says so."""
    (folder / "trees" / "test_broken.py").write_text("1 / 0")
    results = folder / "r.json"
    done = graded(folder, f"--submission={right()}", "--results", results)
    assert done.returncode == 2
    outputs = [test["output"] for test in read_results(results)["tests"]]
    assert [text for text in outputs if "ZeroDivisionError" in text]


def test_nested_assignment(folder: Path) -> None:
    """A folder with an assignment.yaml of its own is not this assignment's."""
    other = folder / "trees" / "other"
    other.mkdir()
    (other / "assignment.yaml").write_text(ASSIGNMENT)
    (other / "test_other.py").write_text("def test_other(): pass")
    done = graded(folder, f"--submission={right()}", "-v")
    assert "2 passed" in done.stdout
    assert "other" not in done.stdout.replace(str(folder), "")

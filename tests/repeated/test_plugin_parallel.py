"""Pytest with many processes, and with what else it is asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.endtoend.test_plugin import ON_ALL_CORES, PLUGIN, STUBS, graded
from tests.schema import read_results
from tests.small import ROOT, check_file, environment, make_assignment, right


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


def test_stop_at_first(folder: Path) -> None:
    """-x stops; results.json says which tests were not reached."""
    results = folder / "results.json"
    done = graded(folder, f"--submission={STUBS}", "-x", "--results", results)
    assert done.returncode == 1
    assert "stopping after 1 failures" in done.stdout
    first, second = read_results(results)["tests"]
    assert first["score"] == 0
    assert "score" not in second


def test_junit(folder: Path) -> None:
    """--junitxml names each question and tree, and says why it failed."""
    graded(folder, f"--submission={STUBS}", "--junitxml=out.xml")
    cases = {
        case.get("name"): case
        for case in ET.parse(folder / "out.xml").iter("testcase")  # noqa: S314
    }
    assert set(cases) == {"minimax[fig_5_2]", "test_more"}
    failure = cases["minimax[fig_5_2]"].find("failure")
    assert failure is not None
    assert "write max_value: largest" in (failure.text or "")


def test_parallel(folder: Path) -> None:
    """-n distributes the tests; results.json needs one process, and says so.

    What starts processes and threads of its own is not forked from one prepared; and it
    has all cores, of which a sandbox of the tests before leaves this process but one.
    """
    pytest.importorskip("xdist")
    words = (*PLUGIN, "--rootdir=.", "--assignment=trees", f"--submission={right()}")
    done = subprocess.run(
        [sys.executable, "-c", ON_ALL_CORES, *words, "-n2"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
    refused = graded(folder, f"--submission={right()}", "-n2", "--results", "x.json")
    assert refused.returncode == 4
    assert "--results needs one process: leave -n out" in refused.stderr


def test_default_assignment() -> None:
    """In the repository, the assignment is test_trees: 55 tests."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *PLUGIN),
            *("--submission=reference", "--collect-only"),
        ],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    assert "55 tests collected" in done.stdout
    assert "<QuestionItem minimax[lectures/aima_fig_5_2]>" in done.stdout

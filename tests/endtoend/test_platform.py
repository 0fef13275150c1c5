"""Gradescope's layout, on every change: tests/repeated has the rest."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.sandbox import workers
from tests.platforms import Platform, copied, laid_out
from tests.small import ROOT, make_assignment

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
BASH = shutil.which("bash")

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


def test_stubs(platform: Platform) -> None:
    """Unfilled stubs are graded, and earn nothing."""
    platform.submit(ROOT / "student_template")
    status, results, _ = platform.grade()
    assert status == 0
    assert [test["score"] for test in results["tests"]] == [0]


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


@pytest.mark.skipif(not IS_ROOT, reason="only root closes anything to others")
def test_closed_to_submissions(platform: Platform) -> None:
    """Where root grades, others reach neither trees nor results, nor what is beside."""
    platform.grade()
    assert [mode(platform.root / name) for name in ("source", "results")] == [0o700] * 2
    assert not mode(platform.root) & 0o077
    assert workers.is_closed_to_others(platform.root / "submission_metadata.json")


def mode(path: Path) -> int:
    """The permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)

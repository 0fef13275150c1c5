"""The two zips of each unit: whole without `reference/`, at home and on Gradescope."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.platforms import unpack_only
from tests.small import ROOT, environment, run, total
from tests.unitnames import EVERY

MISSING = "raise ImportError('the platform has none')"


@pytest.mark.parametrize("unit", EVERY)
def test_each_zip_grades_by_itself(unit: str, tmp_path: Path) -> None:
    """Games bring their rules or are unrolled: no OpenSpiel. Stubs earn nothing."""
    trees = ROOT / "test_trees" / unit
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    right = tmp_path / "right"
    right.mkdir()
    for module in (ROOT / "reference").glob("*.py"):
        shutil.copy(module, right)
    for name in ("autograder", "student"):
        folder = tmp_path / name
        unpack_only(tmp_path / f"{name}.zip", folder)
        (folder / "pyspiel.py").write_text(MISSING)
        assert not list(folder.glob("reference/*.py"))
        assert graded(folder, right) == "100/100"
    stubs = tmp_path / "student" / "student_template"
    assert graded(tmp_path / "student", stubs) == "0/100"


def graded(folder: Path, submission: Path) -> str:
    """What a submission earns by the grader that was unpacked into a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "grade", submission],
        cwd=folder,
        env=environment(PYTHONPATH=str(folder)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return total(done.stdout)

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

SEEN = {
    "modelling": "10",
    "play": "79",
}  # points of what students see at once, where not all
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
    seen = SEEN.get(unit, "100")
    for name, points in (("autograder", "100"), ("student", seen)):
        folder = tmp_path / name
        unpack_only(tmp_path / f"{name}.zip", folder)
        (folder / "pyspiel.py").write_text(MISSING)
        assert not list(folder.glob("reference/*.py"))
        assert graded(folder, right) == f"{points}/{points}"
    stubs = tmp_path / "student" / "student_template"
    assert graded(tmp_path / "student", stubs) == f"0/{seen}"


def test_a_search_by_playouts_is_debugged_and_shown_at_home(tmp_path: Path) -> None:
    """With what is in student.zip alone."""
    trees = ROOT / "test_trees" / "monte_carlo"
    assert run("bundle", tmp_path, "--assignment", trees).returncode == 0
    folder = tmp_path / "student"
    unpack_only(tmp_path / "student.zip", folder)
    own = ROOT / "tests" / "units" / "monte_carlo" / "sign_never_turned"
    told = at_home(folder, "debug", str(own), "two_actions")
    assert "playout 8 from I: 1\n" in told
    assert "First wrong playout: iteration 8" in told
    assert "expected playouts: B, C, D, E" in at_home(folder, "show", "two_actions")
    asked = "from autograder.notebook import explore; print(explore('two_actions'))"
    assert "expected playouts: B, C, D, E" in at_home(folder, asked, flag="-c")


def at_home(folder: Path, *words: str, flag: str = "-m") -> str:
    """What Python prints in a folder, with a command of the grader or a program."""
    name = ("autograder",) if flag == "-m" else ()
    done = subprocess.run(
        [sys.executable, flag, *name, *words],
        cwd=folder,
        env=environment(PYTHONPATH=str(folder)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def graded(folder: Path, submission: Path) -> str:
    """What a submission earns by the grader that was unpacked into a folder."""
    return total(at_home(folder, "grade", str(submission)))

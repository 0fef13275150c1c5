"""The student's zip, unpacked at home: the README's own commands grade."""

from __future__ import annotations

import shutil
from pathlib import Path

from autograder.assignment.questions import VISIBLE
from autograder.kinds import all as assignments
from tests.endtoend.test_bundle import commands_of_readme, graded, zips
from tests.platforms import unpack
from tests.small import ROOT

__all__ = ["zips"]  # a fixture


def test_grading_at_home(zips: Path, tmp_path: Path) -> None:
    """The README's own commands grade: stubs have no points, the reference all."""
    unpack(zips / "student.zip", tmp_path)
    copy, grade, *more, _debug = commands_of_readme(tmp_path)
    assert copy[0] == "cp"
    graded(tmp_path, copy)
    tests = assignments.load(ROOT / "test_trees").tests
    shown = sum(test.points.max_points for test in tests if test.visibility == VISIBLE)
    assert graded(tmp_path, grade)[-1].split() == ["Total", f"0/{shown:g}"]
    for path in (ROOT / "reference").glob("*.py"):
        shutil.copy(path, tmp_path / copy[-1])
    assert graded(tmp_path, grade)[-1].split() == ["Total", f"{shown:g}/{shown:g}"]
    for command in more:
        total = graded(tmp_path, command)[-1].split()[-1]
        earned, _, possible = total.partition("/")
        assert earned == possible

"""A course to begin with works as it is written, from answers to zips."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from autograder.commands.new import files_of_example
from autograder.kinds import all as assignments
from tests.platforms import unpack_only, within
from tests.small import ROOT, run, total


def test_it_is_ready_to_be_answered_graded_and_bundled(tmp_path: Path) -> None:
    """What the command says comes next does; the reference earns everything."""
    folder = tmp_path / "course" / "first"
    written = run("new", folder)
    paths = [folder / name for name in files_of_example()]
    following = f"Next: ./run_autograder answers {folder}"
    assert written.stdout.splitlines() == [*(f"wrote {p}" for p in paths), following]
    assert run("answers", folder).returncode == 0
    graded = run(right(tmp_path, folder), "--assignment", folder)
    assert (graded.returncode, total(graded.stdout)) == (0, "100/100")
    zips = tmp_path / "zips"
    bundled = run("bundle", zips, "--assignment", folder)
    assert (bundled.returncode, bundled.stderr) == (0, "")
    unpack_only(zips / "autograder.zip", tmp_path / "unpacked")
    unpacked = tmp_path / "unpacked" / "test_trees"
    assert assignments.load(unpacked).max_points() == 95  # and 5 for a test of its own
    assert (unpacked / "test_own.py").is_file()
    with zipfile.ZipFile(zips / "student.zip") as packed:
        names = {within(zips / "student.zip", name) for name in packed.namelist()}
    assert {"student_template/leaves.py", "test_trees/trees/four_sticks.yaml"} <= names
    for word in ("hidden", "reference", "test_own"):
        assert not {name for name in names if word in name}


def right(tmp_path: Path, folder: Path) -> Path:
    """A submission that has the project's reference, and the course's own."""
    submission = tmp_path / "right"
    shutil.copytree(ROOT / "reference", submission)
    shutil.copy(folder / "reference" / "leaves.py", submission)
    return submission


def test_its_own_mistake_is_one_of_those_that_rows_catch(tmp_path: Path) -> None:
    """It stands beside the assignment, as those of the project do."""
    folder = tmp_path / "course"
    assert run("new", folder).returncode == 0
    assert run("answers", folder).returncode == 0
    listed = run("misconceptions", folder, "--question", "leaves")
    assert "Moves are multiplied by plies" in listed.stdout

"""Several submissions where one was expected: told from one, and what to do."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from autograder.errors import AssignmentError
from autograder.uploads.several import require_one
from tests.endtoend.test_plugin import graded
from tests.small import ROOT, make_assignment, run

MODULES = ("minimax", "alpha_beta")
EXPORT = "assignment_7_export"
SEVERAL = {
    "two students": ("ann/minimax.py", "bob/minimax.py"),
    "one of them incomplete": ("a/minimax.py", "a/alpha_beta.py", "b/minimax.py"),
    "each in folders of their own": ("a/src/minimax.py", "b/minimax.py", "b/old/x.py"),
    "two zips": ("ann.zip", "bob.zip"),
    "zips in other letters": ("ann.ZIP", "bob.zip", "notes.txt"),
    "an export": ("submission_metadata.yml", "submission_1/minimax.py"),
    "an export in its folder": (f"{EXPORT}/submission_metadata.yml",),
}
ONE = {
    "a student's files": ("minimax.py", "alpha_beta.py"),
    "a folder for each module": ("one/minimax.py", "two/alpha_beta.py"),
    "an older copy below": ("hw/minimax.py", "hw/alpha_beta.py", "hw/old/minimax.py"),
    "an older copy beside": ("minimax.py", "old/minimax.py", "older/minimax.py"),
    "a folder that is named like a module": ("a/minimax.py", "b/minimax.py/x.py"),
    "one zip": ("work.zip",),
    "modules beside zips": ("minimax.py", "a.zip", "b.zip"),
    "what tools leave": ("minimax.py", "__MACOSX/minimax.py", ".git/a/minimax.py"),
    "what editors keep": ("a/minimax.py", ".ipynb_checkpoints/minimax.py", "._a.zip"),
    "a zip that a Mac packed": ("work.zip", "._work.zip"),
    "nothing": (),
}


def made(folder: Path, names: tuple[str, ...]) -> Path:
    """A folder with these files."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("names", SEVERAL.values(), ids=SEVERAL)
def test_several(tmp_path: Path, names: tuple[str, ...]) -> None:
    """One sentence says so, with the command that grades them all."""
    folder = made(tmp_path / "class", names)
    with pytest.raises(AssignmentError) as caught:
        require_one(folder, MODULES)
    assert str(caught.value) == (
        f"{folder}: expected one submission, found several; "
        f"grade them all: ./run_autograder class {folder} --out DIR"
    )


@pytest.mark.parametrize("names", ONE.values(), ids=ONE)
def test_one(tmp_path: Path, names: tuple[str, ...]) -> None:
    """What a student may well have sent is graded, and told apart by nothing else."""
    require_one(made(tmp_path / "mine", names), MODULES)


def test_the_command_is_for_a_shell(tmp_path: Path) -> None:
    """What it names is quoted, and the assignment is named if it was chosen."""
    folder = made(tmp_path / "the class", SEVERAL["two students"])
    with pytest.raises(AssignmentError) as caught:
        require_one(folder, MODULES, "my trees")
    command = f"'{folder}' --out DIR --assignment 'my trees'"
    assert str(caught.value).endswith(f": ./run_autograder class {command}")


def test_a_zip_of_a_class(tmp_path: Path) -> None:
    """It is named as it is: the command reads zips."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("submission_metadata.yml", "")
    with pytest.raises(AssignmentError, match="expected one submission") as caught:
        require_one(path, MODULES)
    assert str(caught.value).endswith(f"./run_autograder class {path} --out DIR")


def test_status_2(tmp_path: Path) -> None:
    """And no table, of which somebody could take a zero."""
    trees = make_assignment(tmp_path, {})
    for name in ("ann", "bob"):
        shutil.copytree(ROOT / "student_template", tmp_path / "class" / name)
    done = run(tmp_path / "class", "--assignment", trees)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"{tmp_path}/class: expected one submission, found several; grade them all: "
        f"./run_autograder class {tmp_path}/class --out DIR --assignment {trees}\n"
    )


def test_several_names(tmp_path: Path) -> None:
    """As a shell makes of a pattern."""
    names = [str(made(tmp_path / name, ())) for name in ("ann", "b b")]
    done = run(*names)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "expected one submission, found 2; put them into one folder, and grade them "
        "all: ./run_autograder class FOLDER --out DIR\n"
    )


def test_as_pytest_items(tmp_path: Path) -> None:
    """`pytest --submission` refuses the same."""
    make_assignment(tmp_path, {})
    folder = made(tmp_path / "class", SEVERAL["two students"])
    done = graded(tmp_path, f"--submission={folder}")
    assert done.returncode == 4
    assert "expected one submission, found several" in done.stderr

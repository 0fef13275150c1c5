"""What is graded where no submission is named: what there is, or a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import AssignmentError
from autograder.uploads.several import UNNAMED, only_one_here

STUB = "student_template/minimax.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What student.zip unpacks, and one stands beside grade.py."""
    put(tmp_path, STUB, "student_template/README.md", "test_trees/assignment.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(project: Path, *names: str) -> None:
    """Files in the project."""
    for name in names:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_the_template_where_there_is_nothing_else(project: Path) -> None:
    """Who fills in the stubs where they lie types nothing more."""
    assert only_one_here(project) == project / "student_template"


@pytest.mark.parametrize("own", ["my folder/minimax.py", "minimax.py"])
def test_the_only_one_of_ones_own(project: Path, own: str) -> None:
    """A copy of the template, or modules beside grade.py; the template is not meant."""
    put(project, own, "notes/diary.py", "my folder/README.md")
    assert only_one_here(project) == (project / own).parent


def test_the_folder_one_stands_in(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it lies, if it has a module."""
    put(project, "a/minimax.py", "b/minimax.py")
    monkeypatch.chdir(project / "b")
    assert only_one_here(project) == project / "b"


def test_hidden_folders_are_none_of_ones_own(project: Path) -> None:
    """Jupyter keeps copies, and a Mac files of its own beside others."""
    put(project, "a/minimax.py", ".ipynb_checkpoints/minimax.py")
    put(project, "b/._minimax.py", "student_template/._minimax.py")
    assert only_one_here(project) == project / "a"


def test_several_are_named(project: Path) -> None:
    """With what to type for the first."""
    put(project, "my folder/minimax.py", "older/minimax.py")
    with pytest.raises(AssignmentError) as told:
        only_one_here(project)
    command = './run_autograder "my folder"'
    assert str(told.value) == f"name one of my folder and older: {command}"


def test_nothing_is_there(project: Path) -> None:
    """Not even the template."""
    (project / STUB).unlink()
    with pytest.raises(AssignmentError, match=UNNAMED):
        only_one_here(project)

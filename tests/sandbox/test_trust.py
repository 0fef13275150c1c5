"""Who may be graded where: files are closed, or the code is trusted aloud."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.errors import AssignmentError, GraderError
from autograder.sandbox import workers
from autograder.walls.layers import NAMES, Layers

NOTHING = Layers()
USER = Layers(user=True, privileges=True, seccomp=True)
FILES = Layers(landlock=1, seccomp=True)


@pytest.fixture
def project() -> Iterator[Path]:
    """A project that every user can read, with an assignment in it."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        project = Path(name).resolve() / "project"
        (project / "test_trees").mkdir(parents=True)
        (project / "student_template").mkdir()
        (project.parent / "upload").mkdir()
        yield project


def require(layers: Layers, project: Path, submission: Path) -> None:
    """Ask whether the submission may run."""
    workers.require_unreadable_secrets(
        layers, submission, [project / "test_trees"], project
    )


def test_with_landlock_anybody_may_run(project: Path) -> None:
    """The kernel closes all files, whatever their modes."""
    require(FILES, project, project.parent / "upload")


def test_what_is_installed_among_pythons_libraries_is_open(project: Path) -> None:
    """The kernel leaves these to a submission, which needs them."""
    upload, installed = project.parent / "upload", Path(os.__file__)
    with pytest.raises(AssignmentError, match="lies among Python's libraries"):
        workers.require_unreadable_secrets(
            FILES, upload, [project / "test_trees", installed], project
        )


def test_ones_own_folder_may_run_anywhere(project: Path) -> None:
    """A student at home, on a system without any layer."""
    require(NOTHING, project, project / "student_template")


def test_landlock_alone_is_not_enough(project: Path) -> None:
    """It leaves the modes and owners of files alone."""
    with pytest.raises(AssignmentError, match="seccomp"):
        require(Layers(landlock=7), project, project.parent / "upload")


def test_a_teachers_project_may_hold_what_others_wrote(project: Path) -> None:
    """There only the project's own modules need no word, not what lies beside them."""
    (project / "reference").mkdir()
    (project / "reference" / "minimax.py").touch()
    (project / "submissions").mkdir()
    require(NOTHING, project, project / "student_template")
    require(NOTHING, project, project / "reference" / "minimax.py")
    with pytest.raises(AssignmentError):
        require(NOTHING, project, project / "submissions")


def test_the_rules_of_a_game_make_no_teacher(project: Path) -> None:
    """A student's zip holds those of a game that is too large to be written out."""
    (project / "reference" / "games").mkdir(parents=True)
    (project / "reference" / "games" / "tic_tac_toe.py").touch()
    (project / "mine").mkdir()
    require(NOTHING, project, project / "mine")


def test_a_link_out_of_the_project_is_not_ones_own(project: Path) -> None:
    """Where the submission lies is asked of the file system."""
    link = project / "link"
    link.symlink_to(project.parent / "upload")
    with pytest.raises(AssignmentError):
        require(NOTHING, project, link)


def test_without_layers_others_are_refused(project: Path) -> None:
    """The sentence has what could happen, why, and what to say."""
    with pytest.raises(AssignmentError, match=r"upload.*Landlock.*--trust-submissions"):
        require(NOTHING, project, project.parent / "upload")


def test_the_path_of_a_submission_does_nothing(project: Path) -> None:
    """Who sent it may have named it."""
    upload = project.parent / "a\x1b[2J\u202eb\nc"
    with pytest.raises(AssignmentError) as refusal:
        require(NOTHING, project, upload)
    assert r"a\x1b[2J\u202eb\nc: not graded" in str(refusal.value)


def test_with_a_user_alone_the_secrets_must_be_closed(project: Path) -> None:
    """By their own mode; the sentence names what is open."""
    upload, secret = project.parent / "upload", project / "test_trees"
    if workers.is_closed_to_others(project):
        pytest.skip("the folder for temporary files is closed to others already")
    with pytest.raises(AssignmentError, match=r"test_trees.*chmod.*--trust"):
        require(USER, project, upload)
    secret.chmod(0o700)
    require(USER, project, upload)


def test_a_closed_folder_closes_what_is_in_it(project: Path) -> None:
    """Nobody reaches what he cannot pass on the way."""
    project.chmod(0o700)
    assert workers.is_closed_to_others(project / "test_trees")


WALLS = Layers(privileges=True, seccomp=True, landlock=1)


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A module of a Python that only its owner can read."""
    (tmp_path / "closed").mkdir(mode=0o700)
    return tmp_path / "closed" / "os.py"


@pytest.mark.parametrize("name", sorted(NAMES - {"user"}))
def test_root_without_a_user_needs_all_walls(python: Path, name: str) -> None:
    """Where one is missing, files would lie open, or processes could stay."""
    with pytest.raises(GraderError, match=r"this Python .* closed to others"):
        workers.require_walls(WALLS.without(frozenset([name])), python)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_without_a_user_needs_a_python_of_its_own(python: Path) -> None:
    """Without its capabilities it cannot read what is another's."""
    workers.require_walls(WALLS, python)
    os.chown(python.parent, 61199, -1)
    with pytest.raises(GraderError, match=r"this Python .* closed to others"):
        workers.require_walls(WALLS, python)


def test_secrets_that_are_not_there_are_no_danger(project: Path) -> None:
    """A bundle has no reference."""
    workers.require_unreadable_secrets(
        USER, project.parent / "upload", [project / "reference"], project
    )

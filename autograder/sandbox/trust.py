"""Whether a submission may run: what is closed to it, what open, and who trusts it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from tempfile import gettempdir

from autograder.errors import AssignmentError, GraderError
from autograder.files import visible
from autograder.project import PROJECT
from autograder.text import path_shown
from autograder.walls.layers import Layers

OWN = ("reference", "student_template", "tests/submissions")
OTHERS = stat.S_IRWXG | stat.S_IRWXO
FLAG = "--trust-submissions"
SAY_IT = f"If you trust this code as your own, say {FLAG}"


def require(
    layers: Layers,
    submission: Path,
    secrets: Iterable[Path],
    project: Path = PROJECT,
) -> None:
    """AssignmentError if the submission could read what it must not.

    `secrets` are what other students must not see: closed by Landlock, or by their
    permissions where the submission has a user of its own. Landlock leaves the modes
    and owners of files to the filter, or to that user.
    """
    if _is_own(submission.resolve(), project):
        return
    if layers.landlock and (layers.user or layers.seccomp):
        return
    shown = path_shown(submission)
    if not layers.user:
        raise AssignmentError(
            f"{shown}: not graded, since nothing here keeps it from your files "
            "(Landlock with seccomp does, on Linux 5.13 or newer; or root can). "
            f"{SAY_IT}"
        )
    for path in secrets:
        if path.exists() and not closed(path):
            raise AssignmentError(
                f"{shown}: not graded, since it could read {path_shown(path)}. "
                f"Close that (chmod go-rwx). {SAY_IT}"
            )


def _is_own(submission: Path, project: Path) -> bool:
    """Whether it lies in the project: for a student anywhere, else in these folders.

    A student's project has no reference, but for a game's rules. A teacher's may hold
    what others wrote.
    """
    teachers = bool(visible(project / "reference", "*.py"))
    own = [project / name for name in OWN] if teachers else [project]
    return any(folder == submission or folder in submission.parents for folder in own)


def closed(path: Path) -> bool:
    """Whether other users cannot reach the folder, by its own mode or one above."""
    path = path.resolve()
    return not all(map(_passable, (path, *path.parents)))


def _passable(folder: Path) -> bool:
    """Whether every user can reach what is in the folder, if it reaches that."""
    return bool(folder.stat().st_mode & 0o001)


def require_readable(path: Path, what: str) -> None:
    """GraderError unless every user can reach and read the path."""
    folder = closed_by(path)
    if folder is not None:
        raise GraderError(
            f"{what} ({path.resolve()}) cannot be read by the unprivileged user that "
            f"runs submissions: {folder} is closed to others. Run setup.sh with a "
            "system Python, or set TMPDIR to an open folder"
        )


def closed_by(path: Path) -> Path | None:
    """The folder above the path that is closed to other users; None if none is."""
    parents = path.resolve().parents
    return next((folder for folder in parents if not _passable(folder)), None)


def require_walls(layers: Layers, python: Path) -> None:
    """GraderError unless root may grade without a user for submissions.

    Their user is root then, without its capabilities: it can read this Python if that
    is root's own, and nothing but Landlock and the filter closes the rest.
    """
    walls = layers.privileges and layers.seccomp and layers.landlock
    owners = {folder.stat().st_uid for folder in python.resolve().parents}
    if not walls or owners != {0}:
        require_readable(python, "this Python")


def close_to_others(platform: Path) -> None:
    """Shut the platform's folder off from other users, where root grades.

    In it lie the trees, the results, and what tells of earlier submissions. Where
    this Python lies in it too, its files and these two folders are shut instead.
    """
    source = platform / "source"
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not source.is_dir():
        return
    if _holds(platform, Path(os.__file__)) or _holds(platform, Path(gettempdir())):
        parts = [path for path in platform.iterdir() if path.is_file()]
    else:
        parts = [platform]
    for path in (*parts, source, platform / "results"):
        if path.exists():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)


def _holds(folder: Path, path: Path) -> bool:
    return folder.resolve() in path.resolve().parents

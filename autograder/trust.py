"""Whether a submission may run: files must be closed to it, or it must be trusted."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from autograder.errors import AssignmentError
from autograder.layers import Layers

PROJECT = Path(__file__).resolve().parent.parent
FLAG = "--trust-submissions"
SAY_IT = f"If you trust this code as your own, say {FLAG}"


def require(
    layers: Layers,
    submission: Path,
    secrets: Iterable[Path],
    project: Path = PROJECT,
) -> None:
    """AssignmentError if the submission could read what it must not.

    What lies in the project's own folder is one's own. `secrets` are what other
    students must not see: closed by Landlock, or by their permissions where the
    submission has a user of its own.
    """
    if layers.landlock or project in submission.resolve().parents:
        return
    if not layers.user:
        raise AssignmentError(
            f"{submission}: not graded, since here it could read and change your "
            f"files (no Landlock: that takes Linux 5.13, or root). {SAY_IT}"
        )
    for path in secrets:
        if path.exists() and not closed(path):
            raise AssignmentError(
                f"{submission}: not graded, since it could read {path}. Close that "
                f"(chmod go-rwx). {SAY_IT}"
            )


def closed(path: Path) -> bool:
    """Whether other users cannot reach the folder, by its own mode or one above."""
    path = path.resolve()
    return any(not folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def close_to_others(platform: Path) -> None:
    """Shut the trees and the results of the platform off, where root grades."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        for folder in (platform / "source", platform / "results"):
            if folder.is_dir():
                folder.chmod(0o700)

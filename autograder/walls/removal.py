"""Remove or empty a folder, whatever a submission has made in it."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove the folder; what the system refuses to remove stays, without an error."""
    with suppress(OSError):
        empty(folder)
        folder.rmdir()


def empty(folder: Path) -> None:
    """Remove all that is in the folder; OSError if the system refuses.

    Folders in folders are moved up before they are emptied, so that neither their
    depth nor the length of a path is a limit, as they are to `shutil.rmtree`. Their
    new names cannot be guessed, and so not be taken already.
    """
    waiting = _emptied(folder)
    while waiting:
        current = waiting.pop()
        for path in _emptied(current):
            waiting.append(path.rename(folder / os.urandom(16).hex()))
        current.rmdir()


def _emptied(folder: Path) -> list[Path]:
    """The folders in a folder, after all else in it has been removed."""
    folder.chmod(stat.S_IRWXU)
    with os.scandir(folder) as found:
        entries = list(found)
    below = [e for e in entries if e.is_dir(follow_symlinks=False)]
    for entry in set(entries) - set(below):
        Path(entry.path).unlink()
    for entry in below:  # only who may write in a folder can move it
        Path(entry.path).chmod(stat.S_IRWXU)
    return [Path(entry.path) for entry in below]

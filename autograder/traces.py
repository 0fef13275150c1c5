"""What a submission may have left in folders that are open to every user.

Needed where the kernel cannot close them: with Landlock nothing is written there.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from autograder import removal

OPEN_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")  # noqa: S108 - not to write in


def remove(user: int) -> None:
    """Remove what belongs to the user, in these folders and open ones within them."""
    for folder in {*OPEN_FOLDERS, tempfile.gettempdir()}:
        with suppress(OSError):
            _remove_in(folder, user)


def _remove_in(folder: str, user: int) -> None:
    with os.scandir(folder) as found:
        entries = list(found)
    for entry in entries:
        with suppress(OSError):
            status = entry.stat(follow_symlinks=False)
            if status.st_uid == user:
                _remove(Path(entry.path), status.st_mode)
            elif stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IWOTH:
                _remove_in(entry.path, user)


def _remove(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        removal.remove(path)
    else:
        path.unlink()

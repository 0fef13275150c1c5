"""What a submission may have left where every user may leave something.

Needed where a layer is missing: with Landlock no file is written there, and with
seccomp no shared memory, queue or semaphore of System V is made.
"""

from __future__ import annotations

import ctypes
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from autograder.walls import removal

OPEN_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")  # noqa: S108 - not to write in


SHARED = "/proc/sysvipc/"  # lists what outlives processes without being a file
REMOVE = 0  # the command that every kind of it knows


def remove(user: int) -> None:
    """Remove what belongs to the user: shared things, and files in open folders."""
    for kind in ("shm", "msg", "sem"):
        with suppress(OSError):
            _remove_shared(kind, user)
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


def _remove_shared(kind: str, user: int) -> None:
    """A line has the key, the id and, under `uid`, the owner."""
    head, *lines = Path(SHARED, kind).read_text(encoding="ascii").splitlines()
    owner = head.split().index("uid")
    control = getattr(ctypes.CDLL(None, use_errno=True), f"{kind}ctl")
    for values in map(str.split, lines):
        if int(values[owner]) == user:
            which = (int(values[1]), 0) if kind == "sem" else (int(values[1]),)
            control(*which, REMOVE, None)

"""Where a run has its files for a while; what a killed one has left there goes."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.walls.leftovers import remove

BEGINNING = "autograder-class-"
PASSED = 0o711  # by a worker, who may have another user, on the way to its own folder
SWEEPING, PAUSE = 1.0, 0.02  # seconds
MARK = 16  # hexadecimal digits


@contextmanager
def scratch(out: Path) -> Iterator[Path]:
    """A new folder, which has the same place for the same `out` wherever it is free.

    Only who holds the lock of the store in `out` may ask for it: what is found in its
    place is of a run that has ended, and is removed.
    """
    path = _folder_of(out)
    try:
        path.chmod(PASSED)
        yield path
    finally:
        _wait_for_others(path)
        remove(path)


def _wait_for_others(path: Path) -> None:
    """Let those who sweep up behind a grader that was killed remove its folder."""
    end = time.monotonic() + SWEEPING
    with suppress(OSError):
        while any(each.is_dir() for each in path.iterdir()) and time.monotonic() < end:
            time.sleep(PAUSE)


def _folder_of(out: Path) -> Path:
    mark = hashlib.sha256(os.fsencode(out.resolve())).hexdigest()[:MARK]
    path = Path(tempfile.gettempdir(), f"{BEGINNING}{mark}")
    with suppress(OSError):
        if _is_mine(path):
            remove(path)
        path.mkdir(mode=PASSED)
        return path
    return Path(tempfile.mkdtemp(prefix=BEGINNING))


def _is_mine(path: Path) -> bool:
    """Whether it is a folder of this user; nobody else can then put another there."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    user = os.geteuid() if hasattr(os, "geteuid") else 0  # as Windows has it everywhere
    return stat.S_ISDIR(found.st_mode) and found.st_uid == user

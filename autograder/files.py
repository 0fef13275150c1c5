"""Read a file that may be anything; write one that nobody finds half done."""

from __future__ import annotations

import errno
import glob
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MOST_BYTES = 128 << 20  # of one file; a million nodes written out take less
LEFT_BEHIND = 60.0  # seconds
MODULES = (".py", ".ipynb")  # how the name of a student's module ends


def content_of(path: Path) -> bytes:
    """The content of a file; OSError, with the reason, if it has none to be read.

    A named pipe or a device could make the grader wait for ever, so none is read.
    """
    at_once = getattr(os, "O_NONBLOCK", 0)  # nobody may write into a pipe
    with open(path, "rb", opener=lambda p, flags: os.open(p, flags | at_once)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if status.st_size > MOST_BYTES:
            reason = f"larger than {MOST_BYTES >> 20} MiB"
            raise OSError(errno.EFBIG, reason, str(path))
        return file.read()


def is_hidden(name: str) -> bool:
    """Whether systems and tools keep a file for themselves: `._x.yaml`, `.git`.

    `..` is no name, but leads up.
    """
    return (name.startswith(".") and name not in (".", "..")) or name == "__MACOSX"


def visible(folder: Path, pattern: str) -> list[Path]:
    """What fits a pattern in a folder, sorted, but for what is hidden there.

    What the folder itself is called, or one above it, does not matter. What a pattern
    from somebody else raises, this does too.
    """
    return sorted(
        path
        for path in set(folder.glob(pattern))
        if not any(map(is_hidden, path.relative_to(folder).parts))
    )


def text_of(path: Path) -> str:
    """The text of a file, "" without one; what is no UTF-8 is like no other text."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def write_text(path: Path, content: str) -> None:
    """Write a file in one step."""
    with replacement_file(path) as temporary:
        temporary.write_text(content, encoding="utf-8")


@contextmanager
def replacement_file(path: Path) -> Iterator[Path]:
    """A temporary name beside the file, which takes its place once it is written.

    Raises OSError, that names the file, where it cannot be written; it is then as it
    was before.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "is a device or a pipe, expected a file", str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(path)
    except OSError as fault:
        _discard(temporary)
        if fault.filename is None or str(fault.filename) == str(temporary):
            fault.filename = str(path)  # a write gives no name at all
        raise
    except BaseException:
        _discard(temporary)
        raise


def _discard(temporary: Path) -> None:
    with suppress(OSError):
        temporary.unlink()


def remove_left_behind(path: Path) -> None:
    """Remove what writers of the file left beside it when they were killed.

    A writer needs it for some milliseconds; what is older has none any more.
    """
    with suppress(OSError):
        for temporary in path.parent.glob(f".{glob.escape(path.name)}.*"):
            if time.time() - temporary.stat().st_mtime > LEFT_BEHIND:
                _discard(temporary)

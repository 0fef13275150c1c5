"""Read what a student has uploaded: a folder, one `.py` file or a zip.

Links are not followed, and numbers and sizes are bounded, so that nothing in an
upload can harm or hang the grader. What cannot be read has a reason in its place.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.errors import AssignmentError
from autograder.text import clean

MOST_FOLDERS = 20_000
MOST_BYTES = 1 << 20  # of one file; a hand-written module has a few thousand
DEEPEST = 20  # folders within folders
COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others inflate unbounded
IGNORED = ("__pycache__", "__MACOSX", ".git", ".venv", "conftest.py")
NAME, PATH = 60, 200  # characters that are shown of each
ENCRYPTED = 0x1  # the bit among a zip entry's flags
LINK = "is a link; send the file"
TOO_LARGE = f"is larger than {MOST_BYTES >> 20} MiB; is it the right file?"


@dataclass(frozen=True, slots=True)
class Upload:
    """One file: its path, its content, or the reason why it has none."""

    path: str
    content: bytes | None
    reason: str = ""


def uploads(submission: Path) -> Iterator[Upload]:
    """The files of a folder or of a zip, or the one that the submission is."""
    shown = clean(str(submission), PATH)
    try:
        mode = submission.stat().st_mode
    except (OSError, ValueError) as fault:
        found = f"there is no such submission ({reason_of(fault)})"
        raise AssignmentError(f"{shown}: {found}") from None
    if stat.S_ISDIR(mode):
        return _of_folder(submission)
    if not stat.S_ISREG(mode):
        raise AssignmentError(f"{shown}: neither a folder nor a file")
    if submission.suffix != ".py" and zipfile.is_zipfile(submission):
        return _of_zip(submission)
    return iter([Upload(submission.name, *_read_file(submission))])


def _of_folder(submission: Path) -> Iterator[Upload]:
    seen = 0  # folders; `_copy` counts the files
    closed: list[OSError] = []
    for parent, folders, names in os.walk(submission, onerror=closed.append):
        here = Path(parent).relative_to(submission)
        folders[:] = sorted(f for f in folders if f not in IGNORED)
        if len(here.parts) >= DEEPEST:
            folders.clear()
        seen += len(folders)
        for name in sorted(names):
            yield Upload((here / name).as_posix(), *_read_file(Path(parent, name)))
        if seen > MOST_FOLDERS:
            return
    for fault in closed:
        path = Path(fault.filename)
        if path == submission:
            raise AssignmentError(f"{clean(str(path), PATH)}: {_unreadable(fault)}")
        yield Upload(path.relative_to(submission).as_posix(), None, _unreadable(fault))


def _read_file(path: Path) -> tuple[bytes | None, str]:
    """The content of a regular file that is no link, or why it is not taken."""
    if path.suffix != ".py":
        return b"", ""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as fault:
        return None, LINK if path.is_symlink() else _unreadable(fault)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None, "is not a regular file"
        content = file.read(MOST_BYTES + 1)
    return (None, TOO_LARGE) if len(content) > MOST_BYTES else (content, "")


def _of_zip(submission: Path) -> Iterator[Upload]:
    """The files of a zip; what is wrong with one of them costs only that one."""
    try:
        archive = zipfile.ZipFile(submission)
    except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
        found = f"not a usable zip ({reason_of(fault)})"
        raise AssignmentError(f"{clean(str(submission), PATH)}: {found}") from None
    with archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                path = entry.filename.replace("\\", "/")  # as old Windows tools write
                yield Upload(path, *_read_entry(archive, entry, PurePosixPath(path)))


def _read_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: PurePosixPath
) -> tuple[bytes | None, str]:
    """The content of a zip's entry, or why it is not taken."""
    wrong = _wrong_entry(entry, path)
    if wrong or path.suffix != ".py":
        return (None, wrong) if wrong else (b"", "")
    try:
        with archive.open(entry) as file:
            content = file.read(MOST_BYTES + 1)  # whatever size it declares
    except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
        return None, _unreadable(fault)
    return content, ""


def _wrong_entry(entry: zipfile.ZipInfo, path: PurePosixPath) -> str:
    """Why an entry is not even opened; or "" if it may be."""
    mode = entry.external_attr >> 16
    faults = (
        (path.is_absolute() or ".." in path.parts, "has a path that leads out"),
        (":" in str(path), "has a path with a colon"),
        (len(path.parts) > DEEPEST, f"is more than {DEEPEST} folders deep"),
        (stat.S_ISLNK(mode), LINK),
        (stat.S_IFMT(mode) not in (0, stat.S_IFREG), "is not a regular file"),
        (entry.flag_bits & ENCRYPTED, "is encrypted; send it without a password"),
        (entry.compress_type not in COMPRESSED, "is compressed in an unusual way"),
        (entry.file_size > MOST_BYTES, TOO_LARGE),
    )
    return next((reason for is_so, reason in faults if is_so), "")


def _unreadable(fault: Exception) -> str:
    return f"cannot be read ({reason_of(fault)})"


def reason_of(fault: Exception) -> str:
    """What the system or a library says of a fault, in one safe line."""
    text = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return clean(text, NAME)

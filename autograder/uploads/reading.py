"""What a student has uploaded: a folder, one file or a zip, listed and read safely.

Listing gives names alone; a file is read when it is asked for. Links are not
followed, nothing can make a read wait, and numbers and sizes are bounded, so that
no upload can harm or hang the grader. What is not read has a reason in its place.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.errors import AssignmentError
from autograder.files import MODULES, is_hidden
from autograder.text import clean, path_shown

MOST_FOLDERS = 20_000
MOST_BYTES = 1 << 20  # of one file; a hand-written module has a few thousand
MOST_ZIP = 64 << 20
MOST_LISTED = 200_000  # files in the list of a zip, which is read as a whole
LONGEST_PATH = 1000  # characters in a zip
DEEPEST = 20  # folders within folders
COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others inflate unbounded
LISTED = b"PK\x01\x02"  # with these bytes each entry of a zip's list begins
NAME = 60  # characters that are shown
PYTHON, NOTEBOOK = MODULES  # a folder may have such a name as well
ENCRYPTED, IS_UTF8 = 0x1, 0x800  # the bits among a zip entry's flags
LINK = "is a link; send the file itself"
FOLDER_AS_FILE = "is a folder, not a file; send the file itself"
SPECIAL = "is not a regular file; send a plain text file"
TOO_LARGE = f"is larger than {MOST_BYTES >> 20} MiB; is it the right file?"
DAMAGED = "; pack the zip again"

# What is wrong with the file that was sent. Any other fault of the system (a full
# disk, too many open files) is the grader's, and no reason to refuse a file.
CLOSED = "cannot be read (Permission denied); make it readable"
OF_THE_FILE = {
    errno.EACCES: CLOSED,
    errno.EPERM: CLOSED,
    errno.ELOOP: LINK,
    errno.ENOTDIR: LINK,
    errno.ENXIO: SPECIAL,
    errno.ENOENT: "has vanished while it was read; send it again",
    errno.ENAMETOOLONG: "has too long a path; move it up",
}

# Windows opens by path alone. Nothing there is read for another user.
BY_FOLDER = os.open in os.supports_dir_fd
QUIETLY = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe has no writer to wait for
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_PATH", 0)


class Refused(Exception):  # noqa: N818 - a finding, not a fault of ours
    """A file is not taken; the text is the rest of a sentence that names it."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One file: its path, and `read`, which returns its content or raises Refused.

    With a `reason` it is refused by its name or kind alone. A notebook that stands for
    a module has the path of that, and `sent_as` its own.
    """

    path: str
    read: Callable[[], bytes]
    reason: str = ""
    sent_as: str = ""


def module_file_names(modules: Iterable[str]) -> frozenset[str]:
    """The names that files of modules may have."""
    return frozenset(f"{m}{ending}" for m in modules for ending in MODULES)


def uploads(submission: Path) -> Iterator[Upload]:
    """The files of a folder or of a zip, or the one that the submission is.

    Raises AssignmentError if it is neither a folder nor a file, or a broken zip.
    """
    shown = path_shown(submission)
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
        with submission.open("rb") as file:
            raw = file.read(MOST_ZIP + 1)  # read once: what is checked is what is used
        return of_zip(raw, shown)
    return iter([file_of(submission.parent, PurePosixPath(submission.name))])


def _of_folder(submission: Path) -> Iterator[Upload]:
    seen = 0  # folders; who reads this counts the files
    closed: list[OSError] = []
    for parent, folders, names in os.walk(submission, onerror=closed.append):
        here = PurePosixPath(Path(parent).relative_to(submission).as_posix())
        links = [f for f in folders if os.path.islink(f"{parent}/{f}")]  # noqa: PTH114
        folders[:] = sorted(f for f in folders if f not in links and not is_hidden(f))
        if len(here.parts) >= DEEPEST:
            folders.clear()
        seen += len(folders)
        for name in folders:
            if name.endswith(PYTHON):
                yield _refused(str(here / name), FOLDER_AS_FILE)
        within = f"{here}/" if here.parts else ""
        for name in sorted(n for n in (*names, *links) if not is_hidden(n)):
            yield _listed(submission, f"{within}{name}", f"{parent}/{name}")
        if seen > MOST_FOLDERS:
            return
    for fault in closed:
        path = Path(fault.filename)
        if path == submission:
            raise AssignmentError(f"{path_shown(path)}: {_reason(fault)}")
        if not path.name.endswith(PYTHON):  # that is told already
            yield _refused(path.relative_to(submission).as_posix(), _reason(fault))


def _refused(path: str, reason: str) -> Upload:
    def read() -> bytes:
        raise Refused(reason)

    return Upload(path, read, reason)


def file_of(top: Path, path: PurePosixPath) -> Upload:
    """A file below the top; its kind is told now, its content when it is read."""
    return _listed(top, str(path), str(top / path))


def _listed(top: Path, path: str, place: str) -> Upload:
    """The same by texts: of many files few are read."""
    try:
        mode = os.lstat(place).st_mode
    except OSError as fault:
        return _refused(path, _reason(fault))
    if stat.S_ISREG(mode):
        return Upload(path, partial(_read_file, top, path))
    return _refused(path, LINK if stat.S_ISLNK(mode) else SPECIAL)


def _read_file(top: Path, path: str) -> bytes:
    """The content of a file that is regular when it is open, and below the top.

    Whatever has changed since it was listed, no link is followed on the way.
    """
    with ExitStack() as stack:
        try:
            descriptor = _open(stack, top, PurePosixPath(path))
        except OSError as fault:
            raise Refused(_reason(fault)) from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Refused(SPECIAL)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(MOST_BYTES + 1)
    return _not_too_large(content)


def _open(stack: ExitStack, top: Path, path: PurePosixPath) -> int:
    """A descriptor of the file, opened folder by folder; the stack closes them."""

    def opened(name: Path | str, flags: int, folder: int | None = None) -> int:
        descriptor = os.open(name, os.O_RDONLY | flags, dir_fd=folder)
        stack.callback(os.close, descriptor)
        return descriptor

    if not BY_FOLDER:
        return opened(top / path, QUIETLY)
    folder = opened(top, FOLDER)
    for name in path.parts[:-1]:
        folder = opened(name, QUIETLY | FOLDER, folder)
    return opened(path.name, QUIETLY, folder)


def of_zip(raw: bytes, shown: str) -> Iterator[Upload]:
    """The files of a zip by its content, of which MOST_ZIP bytes and one are enough.

    Raises AssignmentError, which begins with what is `shown`, if it cannot be used.
    """
    if len(raw) > MOST_ZIP:
        found = f"larger than {MOST_ZIP >> 20} MiB; send only your own modules"
        raise AssignmentError(f"{shown}: {found}")
    if raw.count(LISTED) > MOST_LISTED:
        found = f"lists more than {MOST_LISTED:,} files; send only your own modules"
        raise AssignmentError(f"{shown}: {found}")
    archive = archive_of(io.BytesIO(raw), shown)
    return entries_of(archive, ((path_in_zip(e), e) for e in archive.infolist()))


def entries_of(
    archive: zipfile.ZipFile, entries: Iterable[tuple[str, zipfile.ZipInfo]]
) -> Iterator[Upload]:
    """The files of a zip, seen by these paths, and folders that are named like files.

    Of a folder that is not empty a zip need not have an entry. Nothing hidden is seen.
    """
    known: set[str] = set()
    for path, entry in entries:
        if any(map(is_hidden, path.split("/"))):
            continue
        parts = path.split("/")[: DEEPEST + 1] if f"{PYTHON}/" in path else [""]
        *folders, _ = parts
        for depth, name in enumerate(folders, 1):
            folder = "/".join(folders[:depth])
            if name.endswith(PYTHON) and folder not in known:
                known.add(folder)
                yield _refused(folder, FOLDER_AS_FILE)
        if not path.endswith("/"):  # `is_dir` of an entry without a name raises
            yield entry_of(archive, entry, path)


def archive_of(file: IO[bytes] | Path, shown: str) -> zipfile.ZipFile:
    """A zip, open; AssignmentError if its list cannot be read."""
    try:
        return zipfile.ZipFile(file)
    except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
        found = f"not a usable zip ({reason_of(fault)}){DAMAGED}"
        raise AssignmentError(f"{shown}: {found}") from None


def path_in_zip(entry: zipfile.ZipInfo) -> str:
    """The path of an entry, in which old Windows tools write backslashes.

    Many tools write UTF-8 and do not say so; a zip that does not means code page 437.
    """
    name = entry.filename
    if not entry.flag_bits & IS_UTF8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
    return name.replace("\\", "/")


def entry_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str) -> Upload:
    """A file of a zip, seen by this path."""
    wrong = reason_entry_is_refused(entry, path)
    if wrong or entry.file_size > MOST_BYTES:
        return _refused(path, wrong or TOO_LARGE)
    return Upload(path, partial(_read_entry, archive, entry))


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The content of a zip's entry, whatever size it declares."""
    try:
        with archive.open(entry) as file:
            content = file.read(MOST_BYTES + 1)
    except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
        raise Refused(f"cannot be read ({reason_of(fault)}){DAMAGED}") from None
    return _not_too_large(content)


def reason_entry_is_refused(entry: zipfile.ZipInfo, seen: str) -> str:
    """Why an entry of any size, seen by this path, is not even opened; or ""."""
    mode, path = entry.external_attr >> 16, PurePosixPath(seen)
    leads_out = path.is_absolute() or ".." in path.parts
    faults = (
        (leads_out, f"has a path that leads out of the zip{DAMAGED}"),
        (":" in str(path), "has a colon in its path; rename it"),
        (len(seen) > LONGEST_PATH, "has too long a path; shorten it"),
        (len(path.parts) > DEEPEST, f"is more than {DEEPEST} folders deep; move it up"),
        (stat.S_ISLNK(mode), LINK),
        (stat.S_ISDIR(mode), FOLDER_AS_FILE),
        (stat.S_IFMT(mode) not in (0, stat.S_IFREG), SPECIAL),
        (entry.flag_bits & ENCRYPTED, "is encrypted; send it without a password"),
        (
            entry.compress_type not in COMPRESSED,
            "is compressed in an unusual way; send it without a zip",
        ),
    )
    return next((reason for is_so, reason in faults if is_so), "")


def _not_too_large(content: bytes) -> bytes:
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    return content


def _reason(fault: OSError) -> str:
    """Why a file cannot be read, where that is the file's fault; else the fault."""
    if fault.errno not in OF_THE_FILE:
        raise fault
    return OF_THE_FILE[fault.errno]


def reason_of(fault: Exception) -> str:
    """What the system or a library says of a fault, in one safe line."""
    text = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return clean(text, NAME)

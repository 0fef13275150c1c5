"""Stage a submission: copy what may be imported, and only that, to a private folder.

Takes a folder, one `.py` file or a zip. Links are not followed, and numbers and
sizes are bounded, so that nothing a student uploads can harm or hang the grader.
"""

from __future__ import annotations

import difflib
import os
import shutil
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.errors import AssignmentError
from autograder.text import clean, listed

MOST_FILES, MOST_ENTRIES = 200, 20_000
MOST_BYTES = 1 << 20  # of one file; a hand-written module has a few thousand
IGNORED = ("__pycache__", "__MACOSX", ".git", ".venv", "conftest.py")
NAME = 60


@dataclass(frozen=True, slots=True)
class Staged:
    """A staged submission: where its modules are, and what the student sent.

    `refused` tells, by path, why a file was left out.
    """

    folder: Path
    found: tuple[str, ...]
    refused: dict[str, str]

    def has(self, module: str) -> bool:
        """Whether the module can be imported from the staged folder."""
        return (self.folder / f"{module}.py").is_file()

    def missing(self, module: str) -> str:
        """One sentence on a module that is not there, with what to do."""
        name = f"{module}.py"
        for path, reason in self.refused.items():
            if PurePosixPath(path).name == name:
                return f"{name} {reason}"
        names = [PurePosixPath(path).name for path in self.found]
        lower = {n.lower(): n for n in names}
        near = difflib.get_close_matches(name, lower, n=1, cutoff=0.6)
        if near:
            found = clean(lower[near[0]], NAME)
            return f"{name} is missing; rename {found}?"
        found = listed(tuple(clean(n, NAME) for n in sorted(names)), 3) or "nothing"
        return f"{name} is missing; found {found}"


def stage(submission: Path, folder: Path, modules: tuple[str, ...]) -> Staged:
    """Copy the Python files of a submission to a new folder that others can read."""
    folder.mkdir()
    if not submission.exists():
        raise AssignmentError(f"{submission}: there is no such submission")
    if submission.is_dir():
        files = _of_folder(submission)
    elif zipfile.is_zipfile(submission):
        files = _of_zip(submission)
    else:
        files = iter([_Upload(submission.name, *_read_file(submission))])
    found, refused = _copy(files, folder)
    _open_to_others(folder)
    return Staged(_root(folder, modules), tuple(found), refused)


@dataclass(frozen=True, slots=True)
class _Upload:
    """One file: its path, its content, or the reason why it has none."""

    path: str
    content: bytes | None
    reason: str = ""


def _copy(files: Iterator[_Upload], folder: Path) -> tuple[list[str], dict[str, str]]:
    found: list[str] = []
    refused: dict[str, str] = {}
    staged = 0
    for upload in files:
        parts = PurePosixPath(upload.path).parts
        if any(part in IGNORED for part in parts):
            continue
        found.append(upload.path)
        if upload.content is None:
            refused[upload.path] = upload.reason
        elif upload.path.endswith(".py") and staged < MOST_FILES:
            staged += 1
            target = folder.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(upload.content)
    return found, refused


def _of_folder(submission: Path) -> Iterator[_Upload]:
    entries = 0
    for parent, folders, names in os.walk(submission):
        folders[:] = sorted(f for f in folders if f not in IGNORED)
        for name in sorted(names):
            entries += 1
            if entries > MOST_ENTRIES:
                return
            path = Path(parent, name)
            shown = path.relative_to(submission).as_posix()
            yield _Upload(shown, *_read_file(path))


def _read_file(path: Path) -> tuple[bytes | None, str]:
    """The content of a regular file that is no link, or why it is not taken."""
    if path.suffix != ".py":
        return b"", ""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as fault:
        link = path.is_symlink()
        return None, "is a link; send the file" if link else f"({fault.strerror})"
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None, "is not a regular file"
        content = file.read(MOST_BYTES + 1)
    return _bounded(content)


def _bounded(content: bytes) -> tuple[bytes | None, str]:
    if len(content) > MOST_BYTES:
        return None, "is larger than 1 MiB; is it the right file?"
    return content, ""


def _of_zip(submission: Path) -> Iterator[_Upload]:
    try:
        with zipfile.ZipFile(submission) as archive:
            for entry in archive.infolist()[:MOST_ENTRIES]:
                if not entry.is_dir():
                    yield _Upload(entry.filename, *_read_entry(archive, entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as fault:
        reason = clean(str(fault), NAME)
        raise AssignmentError(f"{submission}: not a usable zip ({reason})") from None


def _read_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo
) -> tuple[bytes | None, str]:
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename:
        return None, "has a path that leads out of the zip"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return None, "is a link; send the file"
    if path.suffix != ".py":
        return b"", ""
    with archive.open(entry) as file:
        return _bounded(file.read(MOST_BYTES + 1))


def _root(folder: Path, modules: tuple[str, ...]) -> Path:
    """The folder of the modules: the top, or the only one below that has any."""
    names = {f"{module}.py" for module in modules}
    if any((folder / name).is_file() for name in names):
        return folder
    homes = {path.parent for path in folder.rglob("*.py") if path.name in names}
    return homes.pop() if len(homes) == 1 else folder


def _open_to_others(folder: Path) -> None:
    """Readable by the user that runs it, writable by none but the grader."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def remove(folder: Path) -> None:
    """Remove a staged submission."""
    shutil.rmtree(folder, ignore_errors=True)

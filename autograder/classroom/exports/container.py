"""A zip or a folder that holds a class, by one interface; only its top is listed."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path, PurePosixPath

from autograder import files
from autograder.classroom.exports.filenames import natural
from autograder.errors import AssignmentError
from autograder.text import path_shown
from autograder.uploads.reading import (
    MOST_ZIP,
    PYTHON,
    Upload,
    archive_of,
    entries_of,
    entry_of,
    file_of,
    of_zip,
    path_in_zip,
    reason_of,
    uploads,
    wrong_entry,
)
from autograder.uploads.staging import MOST_ENTRIES

MOST_LISTED = 1_000_000  # files in the list of a class's zip
LEFT_BY_TOOLS = ("__pycache__", "Thumbs.db", "desktop.ini")
OPEN_AT_ONCE = 4  # zips of classes


Entry = tuple[str, zipfile.ZipInfo]


@dataclass(frozen=True, slots=True)
class Member:
    """What lies at the top of a container. A link is neither followed nor read."""

    name: str
    is_folder: bool = False
    is_link: bool = False


def opened(path: Path) -> Container:
    """The container at a path; AssignmentError if there is neither zip nor folder."""
    shown = path_shown(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return Folder(path)
        if stat.S_ISREG(mode) and zipfile.is_zipfile(path):
            return Archive.of(path)
    except (OSError, ValueError) as fault:
        raise AssignmentError(f"{shown}: cannot be read ({reason_of(fault)})") from None
    if path.suffix.lower() == ".zip":
        raise AssignmentError(f"{shown}: not a usable zip; download it again")
    raise AssignmentError(f"{shown}: expected a zip or a folder of submissions")


def files_of_student(container: Container, folder: str) -> Iterator[Upload]:
    """The files of a student's folder, or those of the one zip that it holds."""
    found = container.uploads(folder)
    listed = list(islice(found, MOST_ENTRIES))
    packed = lone_zip(upload.path for upload in listed if not upload.reason)
    if packed:
        return container.uploads(f"{folder}/{packed}")
    return chain(listed, found)


def lone_zip(paths: Iterable[str]) -> str:
    """The one zip beside which there is no module; or ""."""
    mine = [path for path in paths if is_theirs(path)]
    if any(path.endswith(files.MODULES) for path in mine):
        return ""
    packed = [path for path in mine if path.lower().endswith(".zip")]
    return packed[0] if len(packed) == 1 else ""


def is_theirs(path: str) -> bool:
    """Whether a file or a folder may be a student's; `._x` is a Mac's, beside x."""
    names = path.split("/")
    return not any(each in LEFT_BY_TOOLS or files.is_hidden(each) for each in names)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on the disk. Paths are relative to it, with `/` between names."""

    path: Path

    @property
    def shown(self) -> str:
        """The path of it, for a message."""
        return path_shown(self.path)

    def members(self) -> tuple[Member, ...]:
        """What lies at its top, in order, without what tools leave."""
        try:
            with os.scandir(self.path) as entries:
                found = [
                    Member(e.name, e.is_dir(follow_symlinks=False), e.is_symlink())
                    for e in entries
                ]
        except OSError as fault:
            reason = reason_of(fault)
            raise AssignmentError(f"{self.shown}: cannot be read ({reason})") from None
        return _in_order(found)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.path / path).is_file()

    def uploads(self, path: str) -> Iterator[Upload]:
        """The files that `./run_autograder` sees there; AssignmentError if none."""
        return uploads(self.path / path)

    def upload(self, name: str) -> Upload:
        """A file at the top, not opened even if it is a zip."""
        return file_of(self.path, PurePosixPath(name))

    def content(self, name: str, most: int) -> bytes:
        """A file at the top; AssignmentError if it is larger, or cannot be read."""
        try:
            content = files.content_of(self.path / name)
        except OSError as fault:
            raise _not_read(self.path / name, fault) from None
        _require_at_most(content, most, self.path / name)
        return content

    def inside(self, name: str) -> Folder:
        """A folder at the top, as a container."""
        return Folder(self.path / name)


def _in_order(members: Iterable[Member]) -> tuple[Member, ...]:
    mine = (member for member in members if is_theirs(member.name))
    return tuple(sorted(mine, key=lambda member: natural(member.name)))


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip, or a folder in it; a container as a Folder is."""

    zip: Zip
    root: str
    below: Mapping[str, tuple[Entry, ...]] = field(repr=False)  # by folder
    single: Mapping[str, zipfile.ZipInfo] = field(repr=False)  # at the top

    @staticmethod
    def of(path: Path) -> Archive:
        """A zip at its top. Raises AssignmentError, and OSError if it has none."""
        found = path.stat()
        zip_ = Zip(path.resolve(), path, found.st_mtime_ns, found.st_size)
        entries = zip_.opened().infolist()
        if len(entries) > MOST_LISTED:
            many = f"lists more than {MOST_LISTED:,} files"
            named = f"{path_shown(path)}: {many}; unpack it and name the folder"
            raise AssignmentError(named)
        return _grouped(zip_, "", ((path_in_zip(entry), entry) for entry in entries))

    @property
    def shown(self) -> str:
        """The path of it, for a message."""
        return path_shown(self.zip.named / self.root)

    def members(self) -> tuple[Member, ...]:
        """What lies at its top, in order, without what tools leave."""
        files = (
            Member(name, is_link=stat.S_ISLNK(entry.external_attr >> 16))
            for name, entry in self.single.items()
            if name not in self.below
        )
        return _in_order(
            (*files, *(Member(name, is_folder=True) for name in self.below))
        )

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._entry(path) is not None

    def uploads(self, path: str) -> Iterator[Upload]:
        """The files of a folder or a zip there, or the one that it is."""
        archive = self.zip.opened()
        if path in self.below:
            return entries_of(archive, self.below[path])
        entry = self._entry(path)
        assert entry is not None
        name = PurePosixPath(path).name
        shown, raw = path_shown(self.zip.named / self.root / path), b""
        if not name.endswith(".py"):
            wrong = wrong_entry(entry, path)
            if wrong:
                raise AssignmentError(f"{shown}: {wrong}")
            raw = self._read(path, entry, MOST_ZIP + 1)
        is_large = len(raw) > MOST_ZIP and name.lower().endswith(".zip")
        if is_large or zipfile.is_zipfile(io.BytesIO(raw)):
            return of_zip(raw, shown)
        return iter([entry_of(archive, entry, name)])

    def upload(self, name: str) -> Upload:
        """One file, not opened."""
        return entry_of(self.zip.opened(), self.single[name], name)

    def content(self, name: str, most: int) -> bytes:
        """The content of a file, within a limit."""
        content = self._read(name, self.single[name], most + 1)
        _require_at_most(content, most, self.zip.named / self.root / name)
        return content

    def inside(self, name: str) -> Archive:
        """A folder of it, as a container."""
        return _grouped(self.zip, f"{self.root}{name}/", self.below[name])

    def _entry(self, path: str) -> zipfile.ZipInfo | None:
        """The last file of this path: it is the one that unpacking leaves."""
        top, _, rest = path.partition("/")
        if not rest:
            return self.single.get(top)
        below = reversed(self.below.get(top, ()))
        return next((entry for seen, entry in below if seen == rest), None)

    def _read(self, path: str, entry: zipfile.ZipInfo, most: int) -> bytes:
        try:
            with self.zip.opened().open(entry) as file:
                return file.read(most)
        except AssignmentError:
            raise
        except Exception as fault:  # noqa: BLE001 - a broken zip may raise anything
            raise _not_read(self.zip.named / self.root / path, fault) from None


@dataclass(frozen=True, slots=True)
class Zip:
    """A zip as it was when it was listed; `named` is the path that was given."""

    path: Path
    named: Path
    modified: int  # nanoseconds
    size: int

    def opened(self) -> zipfile.ZipFile:
        """The zip, open in this process: a fork shares the place where it is read."""
        return _opened(self, os.getpid())


@lru_cache(OPEN_AT_ONCE)
def _opened(zip_: Zip, _process: int) -> zipfile.ZipFile:
    try:
        found = zip_.path.stat()
    except OSError as fault:
        raise _not_read(zip_.named, fault) from None
    shown = path_shown(zip_.named)
    if (found.st_mtime_ns, found.st_size) != (zip_.modified, zip_.size):
        raise AssignmentError(f"{shown}: has changed since it was read; start again")
    return archive_of(zip_.path, shown)


def _grouped(zip_: Zip, root: str, entries: Iterable[Entry]) -> Archive:
    below: dict[str, list[Entry]] = {}
    single: dict[str, zipfile.ZipInfo] = {}
    for path, entry in entries:
        top, _, rest = path.removeprefix("./").partition("/")
        if top in ("", ".", ".."):
            continue
        if path.endswith("/") and not rest.endswith(f"{PYTHON}/"):
            below.setdefault(top, [])
        elif rest:
            below.setdefault(top, []).append((rest, entry))
        else:
            single[top] = entry
    return Archive(zip_, root, {n: tuple(each) for n, each in below.items()}, single)


def _not_read(path: Path, fault: Exception) -> AssignmentError:
    return AssignmentError(f"{path_shown(path)}: cannot be read ({reason_of(fault)})")


def _require_at_most(content: bytes, most: int, path: Path) -> None:
    if len(content) > most:
        found = f"larger than {most >> 20} MiB; is it the right file?"
        raise AssignmentError(f"{path_shown(path)}: {found}")


Container = Folder | Archive

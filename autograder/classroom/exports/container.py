"""What holds a whole class, a zip or a folder, and whose file each name in it is.

`ann_minimax.py`, `Ann-MiniMax.py`, `minimax (ann).py` and `minimax (1).py` all mean
`minimax.py`. A name that may mean two things means none.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain, count, islice
from pathlib import Path, PurePosixPath

from autograder import files
from autograder.classroom.course import Handed, Student
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import clean, path_shown
from autograder.uploads import reading
from autograder.uploads.staging import MOST_ENTRIES

SEPARATOR = r"[\s_.\-]"
ENDING = rf"(?:{'|'.join(map(re.escape, MODULES))})"
COPY = rf"(?:\s*\(\d{{1,3}}\)|{SEPARATOR}*copy(?:\s*\d{{1,3}})?)?"  # downloaded again
OWNER = r"(?P<owner>(?!copy\b)[^\W_](?:.*[^\W_])?)"
LETTERS = re.compile(r"[^\W_](?:.*[^\W_])?")  # from the first to the last
WORD = re.compile(r"[^\W_]+")
STUDENT, FILE = "{student}", "{file}"  # in a pattern
PARTS = re.compile(r"(\{student\}|\{file\}|\*)")
NO_PATTERN = (
    "--names {}: expected {{student}} and {{file}} once each, and no other braces, "
    "such as {{student}}-{{file}}, {{file}} ({{student}}) or {{student}}/ps1/{{file}}"
)
SHOWN = 60  # characters


@dataclass(frozen=True, slots=True)
class Meaning:
    """A module, and whose it is; "" where the name does not say."""

    owner: str
    module: str


def meanings(stem: str, modules: Iterable[str]) -> tuple[Meaning, ...]:
    """All that a name without its ending may mean; of nested modules the longer one."""
    found = [
        Meaning(match.groupdict().get("owner") or "", module)
        for module in modules
        for form in _forms(module)
        if (match := form.fullmatch(stem))
    ]
    named = {each.module for each in found}
    inner = {one for one in named for other in named - {one} if one in other}
    return tuple(dict.fromkeys(each for each in found if each.module not in inner))


@cache
def _forms(module: str) -> tuple[re.Pattern[str], ...]:
    """The name alone, behind its owner, before, and with the owner in brackets."""
    letters = [re.escape(letter) for letter in module if letter != "_"]
    name = f"{SEPARATOR}*".join(letters)
    owner_in_brackets = rf"\s*[(\[](?!\d{{1,3}}[)\]]){OWNER}[)\]]"
    return tuple(
        re.compile(f"{form}{COPY}", re.IGNORECASE)
        for form in (
            name,
            f"{OWNER}{SEPARATOR}+{name}",
            f"{name}{SEPARATOR}+{OWNER}",
            f"{name}{owner_in_brackets}",
        )
    )


def renamed_as_asked(
    files: Iterable[reading.Upload], modules: Sequence[str], students: Iterable[Student]
) -> Iterator[reading.Upload]:
    """A submission's files; what alone clearly means an absent module has its name.

    It has no owner in its name, or one of these students.
    """
    rest = iter(files)
    listed = list(islice(rest, MOST_ENTRIES))
    there = {PurePosixPath(upload.path).name for upload in listed}
    mine: set[str] = set()
    for text in chain.from_iterable(map(astuple, students)):
        words = WORD.findall(text.casefold())
        mine |= {*words, "".join(words), "".join(reversed(words))}

    def means(upload: reading.Upload, module: str) -> bool:
        path = PurePosixPath(upload.path)
        is_module = not upload.reason and path.suffix.lower() in MODULES
        return is_module and any(
            each.module == module
            and mine.issuperset(WORD.findall(each.owner.casefold()))
            for each in meanings(path.stem, modules)
        )

    renamed: dict[str, str] = {}
    for module in modules:
        if there.isdisjoint(reading.module_file_names([module])):
            meant = [upload.path for upload in listed if means(upload, module)]
            meant = [
                p for p in meant if not p.lower().endswith(reading.NOTEBOOK)
            ] or meant
            if len(meant) == 1:
                path = PurePosixPath(meant[0])
                renamed[meant[0]] = str(
                    path.with_name(f"{module}{path.suffix.lower()}")
                )
    for upload in listed:
        yield replace(upload, path=renamed.get(upload.path, upload.path))
    yield from rest


class Pattern:
    """A form of paths in an export, as `{student}/ps1/{file}`; `*` is any name."""

    def __init__(self, text: str, modules: Sequence[str]) -> None:
        """Raises AssignmentError where it lacks student or file."""
        self.text = text
        parts = PARTS.split(without_ending(text))
        rest = "".join(part for part in parts if part not in (STUDENT, FILE))
        if parts.count(STUDENT) != 1 or parts.count(FILE) != 1 or set("{}") & set(rest):
            raise AssignmentError(NO_PATTERN.format(clean(text, SHOWN)))
        known = {"*": "[^/]*", STUDENT: "(?P<student>[^/]+?)", FILE: "(?P<file>[^/]+?)"}
        form = "".join(known.get(part) or re.escape(part) for part in parts)
        self._form = re.compile(f"{form}{ENDING}", re.IGNORECASE)
        self._modules = modules

    def meaning(self, path: str) -> Meaning | None:
        """Whose file a path is, and which module; None where it does not fit."""
        match = self._form.fullmatch(path)
        if match is None:
            return None
        meant = [m for m in meanings(match["file"], self._modules) if not m.owner]
        return Meaning(match["student"], meant[0].module) if len(meant) == 1 else None


def without_ending(name: str) -> str:
    """The name of a module's file without `.py` or `.ipynb`."""
    return re.sub(f"{ENDING}$", "", name)


def nearest_pattern(path: str, modules: Sequence[str]) -> str:
    """The pattern that a path may be of; "" where no module is named in it."""
    *folders, name = path.split("/")
    stem = without_ending(name)
    for module in sorted(modules, key=len, reverse=True):
        place = stem.casefold().find(module)
        if place < 0:
            continue
        before, behind = stem[:place], stem[place + len(module) :]
        if folders:
            return "/".join([STUDENT, *folders[1:], f"{before}{FILE}{behind}"])
        if before:
            return f"{LETTERS.sub(STUDENT, before, count=1)}{FILE}{behind}"
        return f"{FILE}{LETTERS.sub(STUDENT, behind, count=1)}"
    return ""


NUMBER = re.compile(r"(\d{1,300})")


def natural_sort_key(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    """A key that puts `submission_9` before `submission_10`, and `a` before `B`."""
    parts = NUMBER.split(name.casefold())
    keys = [("", int(part)) if i % 2 else (part, 0) for i, part in enumerate(parts)]
    return tuple(keys), name


def name_as_text(name: str) -> str:
    """The name as text; bytes of it that are not UTF-8 are written out."""
    return name.encode("utf-8", "backslashreplace").decode()


def short(name: str) -> str:
    """The name, safe to show."""
    return clean(name, SHOWN)


def with_distinct_names_and_notes(
    handed: Iterable[Handed],
) -> tuple[tuple[Handed, ...], tuple[str, ...]]:
    """The submissions, each with a name of its own, and notes on those renamed."""
    known: dict[str, Handed] = {}
    notes = []
    for each in handed:
        numbered = (f"{each.name} ({number})" for number in count(2))
        name = next(n for n in chain([each.name], numbered) if n not in known)
        if name != each.name:
            twice = f"two submissions are named {short(each.name)}"
            notes.append(f"{twice}; one of them is called {short(name)} here")
        known[name] = replace(each, name=name)
    return tuple(known.values()), tuple(notes)


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
        raise AssignmentError(
            f"{shown}: cannot be read ({reading.reason_of(fault)})"
        ) from None
    if path.suffix.lower() == ".zip":
        raise AssignmentError(f"{shown}: not a usable zip; download it again")
    raise AssignmentError(f"{shown}: expected a zip or a folder of submissions")


def files_of_student(container: Container, folder: str) -> Iterator[reading.Upload]:
    """The files of a student's folder, or those of the one zip that it holds."""
    found = container.uploads(folder)
    listed = list(islice(found, MOST_ENTRIES))
    packed = lone_zip(upload.path for upload in listed if not upload.reason)
    if packed:
        return container.uploads(f"{folder}/{packed}")
    return chain(listed, found)


def lone_zip(paths: Iterable[str]) -> str:
    """The one zip beside which there is no module; or ""."""
    mine = [path for path in paths if may_be_students_file(path)]
    if any(path.endswith(files.MODULES) for path in mine):
        return ""
    packed = [path for path in mine if path.lower().endswith(".zip")]
    return packed[0] if len(packed) == 1 else ""


def may_be_students_file(path: str) -> bool:
    """Whether a file or a folder may be a student's; `._x` is a Mac's, beside x."""
    names = path.split("/")
    return not any(each in LEFT_BY_TOOLS or files.is_hidden(each) for each in names)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on the disk. Paths are relative to it, with `/` between names."""

    path: Path

    @property
    def display_path(self) -> str:
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
            reason = reading.reason_of(fault)
            raise AssignmentError(
                f"{self.display_path}: cannot be read ({reason})"
            ) from None
        return _in_order(found)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.path / path).is_file()

    def uploads(self, path: str) -> Iterator[reading.Upload]:
        """The files that `./run_autograder` sees there; AssignmentError if none."""
        return reading.uploads(self.path / path)

    def upload(self, name: str) -> reading.Upload:
        """A file at the top, not opened even if it is a zip."""
        return reading.file_of(self.path, PurePosixPath(name))

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
    mine = (member for member in members if may_be_students_file(member.name))
    return tuple(sorted(mine, key=lambda member: natural_sort_key(member.name)))


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
        return _grouped(
            zip_, "", ((reading.path_in_zip(entry), entry) for entry in entries)
        )

    @property
    def display_path(self) -> str:
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

    def uploads(self, path: str) -> Iterator[reading.Upload]:
        """The files of a folder or a zip there, or the one that it is."""
        archive = self.zip.opened()
        if path in self.below:
            return reading.entries_of(archive, self.below[path])
        entry = self._entry(path)
        assert entry is not None
        name = PurePosixPath(path).name
        shown, raw = path_shown(self.zip.named / self.root / path), b""
        if not name.endswith(".py"):
            wrong = reading.reason_entry_is_refused(entry, path)
            if wrong:
                raise AssignmentError(f"{shown}: {wrong}")
            raw = self._read(path, entry, reading.MOST_ZIP + 1)
        is_large = len(raw) > reading.MOST_ZIP and name.lower().endswith(".zip")
        if is_large or zipfile.is_zipfile(io.BytesIO(raw)):
            return reading.of_zip(raw, shown)
        return iter([reading.entry_of(archive, entry, name)])

    def upload(self, name: str) -> reading.Upload:
        """One file, not opened."""
        return reading.entry_of(self.zip.opened(), self.single[name], name)

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
    return reading.archive_of(zip_.path, shown)


def _grouped(zip_: Zip, root: str, entries: Iterable[Entry]) -> Archive:
    below: dict[str, list[Entry]] = {}
    single: dict[str, zipfile.ZipInfo] = {}
    for path, entry in entries:
        top, _, rest = path.removeprefix("./").partition("/")
        if top in ("", ".", ".."):
            continue
        if path.endswith("/") and not rest.endswith(f"{reading.PYTHON}/"):
            below.setdefault(top, [])
        elif rest:
            below.setdefault(top, []).append((rest, entry))
        else:
            single[top] = entry
    return Archive(zip_, root, {n: tuple(each) for n, each in below.items()}, single)


def _not_read(path: Path, fault: Exception) -> AssignmentError:
    return AssignmentError(
        f"{path_shown(path)}: cannot be read ({reading.reason_of(fault)})"
    )


def _require_at_most(content: bytes, most: int, path: Path) -> None:
    if len(content) > most:
        found = f"larger than {most >> 20} MiB; is it the right file?"
        raise AssignmentError(f"{path_shown(path)}: {found}")


Container = Folder | Archive

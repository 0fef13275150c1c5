"""A folder made by hand: folders, zips and single files, each named after a student."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import PurePosixPath

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import Container, Member, submitted
from autograder.classroom.exports.names import short, stored
from autograder.errors import AssignmentError
from autograder.text import few
from autograder.uploads.missing import ARCHIVES, OTHER_KINDS
from autograder.uploads.reading import Upload
from autograder.uploads.staging import MOST_ENTRIES

KIND = "folder"
EXPECTED = "folders, zips or .py files, one or more for each student"
SUBMITTED = {*ARCHIVES, ".ipynb"}  # of one that cannot be read its grading tells why
NO_ZIP = "is no zip that can be read: unpack it into a folder, or ask for it again"
PYTHON, TAR = ".py", ".tar"
SHOWN = 60  # characters of what was found


@dataclass(frozen=True, slots=True)
class Single:
    """A Python file, and the name by which it is seen."""

    name: str
    seen: str


def export(container: Container, modules: tuple[str, ...]) -> Export:
    """A submission for each folder, zip and student with single files.

    Raises AssignmentError where the container is one student's submission.
    """
    members = container.members()
    _require_several(container, members, modules)
    singles: dict[str, list[Single]] = {}
    handed = []
    for member in filter(_may_be_one, members):
        if _is_python(member):
            owner, seen = _owner(member.name, modules)
            singles.setdefault(owner, []).append(Single(member.name, seen))
        else:
            handed.append(_packed(container, member))
    handed += [_loose(container, owner, files) for owner, files in singles.items()]
    notes = (_skipped(member) for member in members if not _may_be_one(member))
    return Export(KIND, tuple(handed), tuple(notes))


def root(container: Container, modules: tuple[str, ...]) -> Container:
    """The container, or its only folder if that is what holds several submissions."""
    mine = [member for member in container.members() if _may_be_one(member)]
    if len(mine) == 1 and mine[0].is_folder:
        only = container.inside(mine[0].name)
        return only if _holds_several(only, modules) else container
    return container


def _holds_several(container: Container, modules: tuple[str, ...]) -> bool:
    members = [member for member in container.members() if _may_be_one(member)]
    packed = [member for member in members if not _is_python(member)]
    owners = {_owner(m.name, modules)[0] for m in members if _is_module(m, modules)}
    return not is_one(container, modules) and max(len(packed), len(owners)) > 1


def _is_module(member: Member, modules: tuple[str, ...]) -> bool:
    return member.name.endswith(tuple(f"_{module}{PYTHON}" for module in modules))


def is_one(container: Container, modules: tuple[str, ...]) -> bool:
    """Whether modules lie at the top, as in one student's submission."""
    names = {f"{module}.py" for module in modules}
    return any(not m.is_folder and m.name in names for m in container.members())


def _require_several(
    container: Container, members: tuple[Member, ...], modules: tuple[str, ...]
) -> None:
    if is_one(container, modules):
        found = "expected a whole class, found the modules of one submission"
        remedy = "name the folder above, or grade this one with ./run_autograder"
        raise AssignmentError(f"{container.shown}: {found}; {remedy}")
    if not any(map(_may_be_one, members)):
        names = tuple(short(member.name) for member in members)
        found = few(names, SHOWN) or "nothing"
        raise AssignmentError(f"{container.shown}: expected {EXPECTED}, found {found}")


def _may_be_one(member: Member) -> bool:
    if member.is_folder or member.is_link:
        return member.is_folder
    return _is_python(member) or _ending(member.name) in SUBMITTED


def _is_python(member: Member) -> bool:
    return not member.is_folder and _ending(member.name) == PYTHON


def _ending(name: str) -> str:
    return PurePosixPath(name.lower()).suffix


def _stem(name: str) -> str:
    """The name without its ending, as without both of `.tar.gz`."""
    stem = name[: -len(_ending(name))]
    return stem[: -len(TAR)] if stem.lower().endswith(TAR) else stem


def _owner(name: str, modules: tuple[str, ...]) -> tuple[str, str]:
    """Whose file it is, and the name by which it is seen."""
    stem = _stem(name)
    for module in sorted(modules, key=len, reverse=True):
        if stem.endswith(f"_{module}") and stem != f"_{module}":
            return stem.removesuffix(f"_{module}"), f"{module}{PYTHON}"
    return stem, f"{modules[0]}{PYTHON}" if len(modules) == 1 else name


def _packed(container: Container, member: Member) -> Handed:
    """A folder or an archive."""
    if member.is_folder:
        files = partial(submitted, container, member.name)
        return _handed(member.name, member.name, files)
    return _handed(
        _stem(member.name), member.name, partial(_unpacked, container, member.name)
    )


def _unpacked(container: Container, name: str) -> list[Upload]:
    """The files of an archive. Raises AssignmentError where it is no zip.

    Then nobody has seen what the student did, and it is no zero.
    """
    found = list(islice(container.uploads(name), MOST_ENTRIES + 1))
    if [upload.path for upload in found] == [PurePosixPath(name).name]:
        why = OTHER_KINDS.get(_ending(name), NO_ZIP)
        raise AssignmentError(f"{short(name)} {why}")
    return found


def _loose(container: Container, owner: str, files: list[Single]) -> Handed:
    uploads = partial(_uploads, container, tuple(files))
    return _handed(owner, files[0].name, uploads)


def _uploads(container: Container, files: tuple[Single, ...]) -> Iterator[Upload]:
    for each in files:
        yield replace(container.upload(each.name), path=each.seen)


def _handed(name: str, original: str, files: Callable[[], Iterable[Upload]]) -> Handed:
    shown = stored(name)
    return Handed(shown, (Student(shown),), files, original=stored(original))


def _skipped(member: Member) -> str:
    if member.is_link:
        return f"{short(member.name)}: skipped; it is a link, copy what it leads to"
    return f"{short(member.name)}: skipped; expected {EXPECTED}"

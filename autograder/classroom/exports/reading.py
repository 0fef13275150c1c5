"""Read what holds a class, and tell what it is from what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports import folder, gradescope, lms
from autograder.classroom.exports.container import Container, opened
from autograder.classroom.exports.filenames import (
    Pattern,
    renamed_as_asked,
    short,
    told_apart,
)
from autograder.errors import AssignmentError
from autograder.text import few
from autograder.uploads.reading import Upload

SHOWN = 60  # characters of what was found
ONLY_ZIP = "{}: the only file there; read as the export of the class"
NAMES_OF_FOLDERS = (
    "--names says how a folder is laid out; leave out --as, or say folder"
)


EXPECTED = {gradescope.KIND: gradescope.EXPECTED, **lms.EXPECTED}  # tried in order
KINDS = (*EXPECTED, folder.KIND)
MOST = 0.5  # of what lies at the top makes a kind that is not named


def read(
    path: Path, modules: tuple[str, ...], kind: str = "", names: str = ""
) -> Export:
    """What a zip or a folder holds, each submission with a name of its own.

    `modules` are those that the questions ask for. Without a kind it is told from the
    names that are found; `names` is a form of paths in a folder. Raises AssignmentError
    where no kind, or not this one, fits.
    """
    top, notes = _unpacked(path, modules)
    if names:
        export = _by_names(top, modules, kind, names)
    elif kind:
        export = _fitting(top, modules, kind)
    else:
        export = _recognised(top, modules)
    handed, renamed = told_apart(export.handed)
    asked = (
        replace(h, files=partial(_seen_as_asked, h, modules), empty=_is_empty(h))
        for h in handed
    )
    all_notes = (*notes, *export.notes, *renamed)
    return replace(export, handed=tuple(asked), notes=all_notes)


def _seen_as_asked(handed: Handed, modules: tuple[str, ...]) -> Iterator[Upload]:
    students = (*handed.students, Student(handed.name))
    return renamed_as_asked(handed.files(), modules, students)


def _is_empty(handed: Handed) -> bool:
    with suppress(AssignmentError):  # what cannot be read is told by its grading
        return next(iter(handed.files()), None) is None
    return False


def _share(kind: str, container: Container) -> float:
    """How much of what lies at the top looks like an export of a kind, from 0 to 1."""
    if kind == gradescope.KIND:
        return float(container.has(gradescope.METADATA))  # all of it or nothing
    return lms.share(kind, container)


def _exported(kind: str, container: Container) -> Export:
    if kind == gradescope.KIND:
        return gradescope.export(container)
    return lms.exported(kind, container)


def _unpacked(
    path: Path, modules: tuple[str, ...]
) -> tuple[Container, tuple[str, ...]]:
    """What lies there, or the zip of a class where that is all that does; notes."""
    top = opened(path)
    members = top.members()
    if path.is_dir() and len(members) == 1 and not members[0].is_folder:
        (only,) = members
        if only.name.lower().endswith(".zip"):
            with suppress(AssignmentError):  # it is told as a student's
                inner = opened(path / only.name)
                if _holds_class(inner, modules):
                    return inner, (ONLY_ZIP.format(short(only.name)),)
    return top, ()


def _holds_class(top: Container, modules: tuple[str, ...]) -> bool:
    return any(
        folder.holds_class(root, modules)
        or any(_share(kind, root) > MOST for kind in EXPECTED)
        for root in _levels(top)
    )


def _by_names(
    top: Container, modules: tuple[str, ...], kind: str, names: str
) -> Export:
    """What a form of paths tells of a folder, or of the only one in it."""
    if kind not in ("", folder.KIND):
        raise AssignmentError(NAMES_OF_FOLDERS)
    pattern = Pattern(names, modules)
    *outer, last = _levels(top)
    for root in outer:
        with suppress(AssignmentError):
            return folder.by_pattern(root, pattern)
    return folder.by_pattern(last, pattern)


def _recognised(top: Container, modules: tuple[str, ...]) -> Export:
    for root in _levels(top):
        for kind in EXPECTED:
            if _share(kind, root) > MOST:
                return _exported(kind, root)
        if gradescope.lacks_metadata(root):
            lacking = f"expected {gradescope.METADATA} beside the folders submission_…"
            remedy = "download the export again, or read it as it is with --as folder"
            raise AssignmentError(f"{root.shown}: {lacking}; {remedy}")
    return folder.export(folder.root(top, modules), modules)


def _fitting(top: Container, modules: tuple[str, ...], kind: str) -> Export:
    """What there is of the kind that is asked for."""
    if kind == folder.KIND:
        return folder.export(folder.root(top, modules), modules)
    for root in _levels(top):
        if _share(kind, root) > 0:
            return _exported(kind, root)
    found = few(tuple(short(member.name) for member in root.members()), SHOWN)
    raise AssignmentError(
        f"{top.shown}: expected {EXPECTED[kind]}; found {found or 'nothing'}"
    )


def _levels(top: Container) -> tuple[Container, ...]:
    """The top, and the folder that unpacking has made below it."""
    folders = [member.name for member in top.members() if member.is_folder]
    exports = [name for name in folders if top.has(f"{name}/{gradescope.METADATA}")]
    if len(exports) > 1 and not top.has(gradescope.METADATA):
        names = few(tuple(map(short, exports)), SHOWN)
        raise AssignmentError(f"{top.shown}: holds several exports, {names}; name one")
    only = exports or folders
    return (top, top.inside(only[0])) if len(only) == 1 else (top,)

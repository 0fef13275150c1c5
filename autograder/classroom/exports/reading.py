"""Read what holds a class, and tell what it is from what is in it.

A folder made by hand has folders, zips and single files, each named after a student.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports import lms
from autograder.classroom.exports.container import (
    Container,
    Member,
    Pattern,
    files_of_student,
    meanings,
    name_as_text,
    opened,
    renamed_as_asked,
    short,
    with_distinct_names_and_notes,
)
from autograder.errors import AssignmentError
from autograder.text import few_names
from autograder.uploads.missing import ARCHIVES, OTHER_KINDS
from autograder.uploads.reading import NOTEBOOK, PYTHON, Upload, module_file_names
from autograder.uploads.staging import MOST_ENTRIES

FOLDER = "folder"
IN_FOLDER = "folders, zips, .py files or notebooks, one or more for each student"
SUBMITTED = {*ARCHIVES, NOTEBOOK}  # of one that cannot be read its grading tells why
NO_ZIP = "is no zip that can be read: unpack it into a folder, or ask for it again"
TAR = ".tar"
LINK = "it is a link, copy what it leads to"
SHOWN = 60  # characters of what was found
TWO_WAYS = "{}: skipped; it may be {}; rename it, or say --names PATTERN"
NOBODYS = "{}: skipped; it does not say whose it is; rename it, or say --names PATTERN"
UNFIT = "{} not fit --names, and {} left out: {}"
WORDS_OF_ONE = ("1 file does", "is")
NONE_FITS = "{}: no file fits --names {}; found {}"


def folder_export(container: Container, modules: tuple[str, ...]) -> Export:
    """A submission for each folder, zip and student with single files.

    Raises AssignmentError where the container is one student's submission.
    """
    members = container.members()
    if is_single_submission(container, modules):
        found = "expected a whole class, found the modules of one submission"
        remedy = "name the folder above, or grade this one with ./run_autograder"
        raise AssignmentError(f"{container.display_path}: {found}; {remedy}")
    if not any(map(_may_be_one, members)):
        names = tuple(short(member.name) for member in members)
        found = few_names(names, SHOWN) or "nothing"
        raise AssignmentError(
            f"{container.display_path}: expected {IN_FOLDER}, found {found}"
        )
    singles: dict[str, list[tuple[str, str]]] = {}  # a file, and how it is seen
    handed = []
    notes = []
    for member in members:
        if not _may_be_one(member):
            why = LINK if member.is_link else f"expected {IN_FOLDER}"
            notes.append(f"{short(member.name)}: skipped; {why}")
    for member in filter(_may_be_one, members):
        if not _is_module(member, modules):
            handed.append(_packed(container, member))
        elif isinstance(owned := _owned(member.name, modules), str):
            notes.append(owned)
        else:
            owner, seen = owned
            singles.setdefault(owner, []).append((member.name, seen))
    for owner, files in singles.items():
        uploads = partial(_uploads, container, files)
        handed.append(_handed(owner, files[0][0], uploads))
    return Export(FOLDER, tuple(handed), tuple(notes))


def _uploads(container: Container, files: list[tuple[str, str]]) -> Iterator[Upload]:
    for name, seen in files:
        yield replace(container.upload(name), path=seen)


def by_pattern(container: Container, pattern: Pattern) -> Export:
    """A submission for each student that a form of paths tells, or AssignmentError."""
    by_student: dict[str, list[Upload]] = {}
    others = []
    for path, upload in _every(container):
        meaning = pattern.meaning(path)
        if meaning is None:
            others.append(short(path))
            continue
        seen = replace(upload, path=f"{meaning.module}{_ending(path)}")
        by_student.setdefault(meaning.owner, []).append(seen)
    if not by_student:
        found = few_names(tuple(others), SHOWN) or "nothing"
        raise AssignmentError(
            NONE_FITS.format(container.display_path, short(pattern.text), found)
        )
    handed = (_handed(who, who, partial(iter, u)) for who, u in by_student.items())
    count = (f"{len(others)} files do", "are") if len(others) > 1 else WORDS_OF_ONE
    notes = (UNFIT.format(*count, few_names(tuple(others), SHOWN)),) if others else ()
    return Export(FOLDER, tuple(handed), notes)


def _every(container: Container) -> Iterator[tuple[str, Upload]]:
    for member in container.members():
        if member.is_folder:
            for upload in islice(container.uploads(member.name), MOST_ENTRIES):
                yield f"{member.name}/{upload.path}", upload
        elif not member.is_link:
            yield member.name, container.upload(member.name)


def folder_root(container: Container, modules: tuple[str, ...]) -> Container:
    """The container, or its only folder if that is what holds several submissions."""
    mine = [member for member in container.members() if _may_be_one(member)]
    if len(mine) == 1 and mine[0].is_folder:
        only = container.inside(mine[0].name)
        return only if _holds_several(only, modules) else container
    return container


def has_several_submissions(container: Container, modules: tuple[str, ...]) -> bool:
    """Whether modules of several students lie there, in folders or single files."""
    found = {
        member.name
        for member in container.members()
        for module in modules
        for name in module_file_names([module])
        if member.is_folder and container.has(f"{member.name}/{name}")
    }
    return not is_single_submission(container, modules) and (
        len(found) > 1 or len(_owners(container.members(), modules)) > 1
    )


def _holds_several(container: Container, modules: tuple[str, ...]) -> bool:
    members = [member for member in container.members() if _may_be_one(member)]
    packed = [member for member in members if not _is_module(member, modules)]
    owners = _owners(members, modules)
    return (
        not is_single_submission(container, modules)
        and max(len(packed), len(owners)) > 1
    )


def _owners(members: Iterable[Member], modules: tuple[str, ...]) -> set[str]:
    """Who has modules by the names of single files."""
    return {
        meaning.owner
        for member in members
        if _is_module(member, modules)
        for meaning in meanings(_stem(member.name), modules)
        if meaning.owner
    }


def is_single_submission(container: Container, modules: tuple[str, ...]) -> bool:
    """Whether modules lie at the top, as in one student's submission."""
    names = module_file_names(modules)
    return any(not m.is_folder and m.name in names for m in container.members())


def _may_be_one(member: Member) -> bool:
    if member.is_folder or member.is_link:
        return member.is_folder
    return _ending(member.name) in {*SUBMITTED, PYTHON}


def _is_module(member: Member, modules: Sequence[str]) -> bool:
    """Whether it is a Python file, or a notebook that is named after a module."""
    if member.is_folder or _ending(member.name) != NOTEBOOK:
        return not member.is_folder and _ending(member.name) == PYTHON
    return len(modules) == 1 or bool(meanings(_stem(member.name), modules))


def _ending(name: str) -> str:
    return PurePosixPath(name.lower()).suffix


def _stem(name: str) -> str:
    """The name without its ending, as without both of `.tar.gz`."""
    stem = name[: -len(_ending(name))]
    return stem[: -len(TAR)] if stem.lower().endswith(TAR) else stem


def _owned(name: str, modules: tuple[str, ...]) -> tuple[str, str] | str:
    """Whose file it is, and the name by which it is seen; else why it is skipped."""
    stem = _stem(name)
    found = meanings(stem, modules)
    if not found:
        return stem, f"{modules[0]}{_ending(name)}" if len(modules) == 1 else name
    ways = [f"{each.module} of {short(each.owner)}" for each in found]
    if len(found) > 1:
        return TWO_WAYS.format(short(name), " or ".join(ways))
    (meaning,) = found
    if not meaning.owner:
        return NOBODYS.format(short(name))
    return meaning.owner, f"{meaning.module}{_ending(name)}"


def _packed(container: Container, member: Member) -> Handed:
    if member.is_folder:
        files = partial(files_of_student, container, member.name)
        return _handed(member.name, member.name, files)
    return _handed(
        _stem(member.name), member.name, partial(_in_archive, container, member.name)
    )


def _in_archive(container: Container, name: str) -> list[Upload]:
    """The files of an archive; AssignmentError, and no zero, where it is no zip."""
    found = list(islice(container.uploads(name), MOST_ENTRIES + 1))
    if [upload.path for upload in found] == [PurePosixPath(name).name]:
        why = OTHER_KINDS.get(_ending(name), NO_ZIP)
        raise AssignmentError(f"{short(name)} {why}")
    return found


def _handed(name: str, original: str, files: Callable[[], Iterable[Upload]]) -> Handed:
    shown = name_as_text(name)
    return Handed(shown, (Student(shown),), files, original=name_as_text(original))


SHOWN = 60  # characters of what was found
ONLY_ZIP = "{}: the only file there; read as the export of the class"
NAMES_OF_FOLDERS = (
    "--names says how a folder is laid out; leave out --as, or say folder"
)


KINDS = (*lms.EXPECTED, FOLDER)
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
    handed, renamed = with_distinct_names_and_notes(export.handed)
    all_notes = (*notes, *export.notes, *renamed)
    asked = tuple(_as_asked(each, modules) for each in handed)
    return replace(export, handed=asked, notes=all_notes)


def _as_asked(handed: Handed, modules: tuple[str, ...]) -> Handed:
    """A submission whose files have the names that are asked for, if that is clear."""
    students = (*handed.students, Student(handed.name))
    empty = False
    with suppress(AssignmentError):  # what cannot be read is told by its grading
        empty = next(iter(handed.files()), None) is None
    return replace(
        handed,
        files=lambda: renamed_as_asked(handed.files(), modules, students),
        empty=empty,
    )


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
                if any(
                    has_several_submissions(root, modules)
                    or any(
                        lms.share_of_entries_that_fit(kind, root) > MOST
                        for kind in lms.EXPECTED
                    )
                    for root in _levels(inner)
                ):
                    return inner, (ONLY_ZIP.format(short(only.name)),)
    return top, ()


def _by_names(
    top: Container, modules: tuple[str, ...], kind: str, names: str
) -> Export:
    if kind not in ("", FOLDER):
        raise AssignmentError(NAMES_OF_FOLDERS)
    pattern = Pattern(names, modules)
    *outer, last = _levels(top)
    for root in outer:
        with suppress(AssignmentError):
            return by_pattern(root, pattern)
    return by_pattern(last, pattern)


def _recognised(top: Container, modules: tuple[str, ...]) -> Export:
    for root in _levels(top):
        for kind in lms.EXPECTED:
            if lms.share_of_entries_that_fit(kind, root) > MOST:
                return lms.exported(kind, root)
        folders = [m.name for m in root.members() if m.is_folder]
        named = [name for name in folders if lms.NAMED.fullmatch(name)]
        if 2 * len(named) > len(folders):  # it looks like one without its metadata
            lacking = f"expected {lms.METADATA} beside the folders submission_…"
            remedy = "download the export again, or read it as it is with --as folder"
            raise AssignmentError(f"{root.display_path}: {lacking}; {remedy}")
    return folder_export(folder_root(top, modules), modules)


def _fitting(top: Container, modules: tuple[str, ...], kind: str) -> Export:
    if kind == FOLDER:
        return folder_export(folder_root(top, modules), modules)
    for root in _levels(top):
        if lms.share_of_entries_that_fit(kind, root) > 0:
            return lms.exported(kind, root)
    found = few_names(tuple(short(member.name) for member in root.members()), SHOWN)
    raise AssignmentError(
        f"{top.display_path}: expected {lms.EXPECTED[kind]}; found {found or 'nothing'}"
    )


def _levels(top: Container) -> tuple[Container, ...]:
    """The top, and the folder that unpacking has made below it."""
    folders = [member.name for member in top.members() if member.is_folder]
    exports = [name for name in folders if top.has(f"{name}/{lms.METADATA}")]
    if len(exports) > 1 and not top.has(lms.METADATA):
        names = few_names(tuple(map(short, exports)), SHOWN)
        raise AssignmentError(
            f"{top.display_path}: holds several exports, {names}; name one"
        )
    only = exports or folders
    return (top, top.inside(only[0])) if len(only) == 1 else (top,)

"""What Canvas and Moodle hand out: files whose names tell whose they are.

Canvas: `name_[LATE_]userid_fileid_file`, all in one folder. Where students are
anonymous, `anon_…` stands in place of a name and a user id. What was typed into a form
is `name_userid_text.html`, and an address `name_userid_link.html`.

Moodle: `Full name_ID_assignsubmission_file`, a folder or one file. Older versions end a
folder's name in one more `_`, and flat files go on with their own name. What was typed
into Moodle lies beside it, `…_assignsubmission_onlinetext`. A team takes the place of a
student, and so does `Participant`, where names are hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import (
    Container,
    Member,
    files_of_student,
    lone_zip,
)
from autograder.classroom.exports.filenames import name_as_text, natural, short
from autograder.files import MODULES
from autograder.uploads.reading import Upload

CANVAS = "canvas"
OF_CANVAS = re.compile(
    r"""(?: (?:(?P<late_first>LATE)_)? anon_(?:(?P<late_then>LATE)_)?
            (?P<anon>[A-Za-z0-9]+)
          | (?P<name>.*?)_ (?:(?P<late>LATE)_)? (?P<user>\d+) )
        _(?: (?P<file>\d+)_(?P<path>.+) | (?P<online>text|link)\.html )""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
AGAIN = re.compile(
    r"(?P<stem>.+?)-(?:\d{1,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
)
RENAMED = (*MODULES, ".zip")  # a module's name has no hyphen of its own
TYPED = {"text": "a text typed into Canvas", "link": "an address"}
MOODLE = "moodle"
OF_MOODLE = re.compile(
    r"(?P<who>.+?)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<path>.*))?", re.DOTALL
)
NUMBERED = re.compile(r"(?P<name>.*)_(?P<number>\d+)", re.DOTALL)
HIDDEN = "Participant"
EXPECTED = {
    MOODLE: "a Moodle export: names as Full name_ID_assignsubmission_file",
    CANVAS: "a Canvas export: files named name_userid_fileid_file",
}


@dataclass(frozen=True, slots=True)
class Filed:
    """One file by its name in the export, and what that says.

    `path` is "" for a folder. Of two files that replace each other that of the higher
    `number` is later. What was typed is no file: `typed` says which kind of text.
    """

    name: str
    owner: str  # what the files of one student have in common
    who: str
    path: str
    number: int = 0
    late: bool = False
    typed: str = ""


def share(kind: str, container: Container) -> float:
    """How much of what lies at the top has a name as the kind gives it."""
    members = container.members()
    if kind == CANVAS:
        named = [member for member in members if _of_canvas(member)]
    else:
        named = [member for member in members if OF_MOODLE.fullmatch(member.name)]
    return len(named) / max(len(members), 1)


def exported(kind: str, container: Container) -> Export:
    """A submission for each student or team that Canvas or Moodle tells apart."""
    owned: dict[str, list[Filed]] = {}
    notes = []
    for member in container.members():
        found = _of_canvas(member) if kind == CANVAS else _of_moodle(member)
        if found is None:
            notes.append(f"{short(member.name)}: skipped; expected {EXPECTED[kind]}")
        else:
            owned.setdefault(found.owner, []).append(found)
    handed = _handed_in_canvas if kind == CANVAS else _handed_in_moodle
    submissions = tuple(handed(container, each, notes) for each in owned.values())
    return Export(kind, submissions, tuple(notes))


def _files(
    container: Container, filed: Sequence[Filed], packed: str
) -> Callable[[], Iterable[Upload]]:
    """The files by the names that they were sent with, or those of their one zip."""
    zips = [each.name for each in filed if packed and each.path == packed]
    if zips:
        return partial(container.uploads, zips[0])
    return lambda: chain.from_iterable(
        [replace(container.upload(each.name), path=each.path)]
        if each.path
        else files_of_student(container, each.name)
        for each in filed
    )


# Canvas


def _of_canvas(member: Member) -> Filed | None:
    found = None if member.is_folder else OF_CANVAS.fullmatch(member.name)
    if found is None:
        return None
    owner = f"anon_{found['anon']}" if found["anon"] else found["user"]
    typed = (found["online"] or "").lower()
    path = found["path"] or f"{typed}.html"
    stem, dot, ending = path.rpartition(".")
    if found["path"] and dot + ending.lower() in RENAMED:
        again = AGAIN.fullmatch(stem)  # Canvas adds that where one is sent once more
        path = f"{again['stem']}.{ending}" if again else path
    return Filed(
        name=member.name,
        owner=owner,
        who=owner if found["anon"] else f"{found['name']}_{owner}",
        path=path,
        number=int(found["file"] or 0),
        late=any(found[mark] for mark in ("late", "late_first", "late_then")),
        typed=typed,
    )


def _handed_in_canvas(
    container: Container, filed: list[Filed], notes: list[str]
) -> Handed:
    latest: dict[str, Filed] = {}
    for each in sorted(filed, key=lambda each: (each.number, natural(each.name))):
        if each.path in latest:
            replaced = short(latest[each.path].name)
            notes.append(f"{replaced}: a later file replaces it, {short(each.name)}")
        latest[each.path] = each
    files = tuple(latest.values())
    first = min(files, key=lambda each: (not each.path.endswith(RENAMED), each.number))
    if first.typed and all(each.typed for each in files):
        what = TYPED[first.typed]
        notes.append(f"{short(first.who)}: has handed in {what}, and no file")
    name = name_as_text(first.who)
    anonymous = first.who == first.owner
    title = name if anonymous else name.removesuffix(f"_{first.owner}")
    return Handed(
        name,
        (Student(title or name, lms="" if anonymous else first.owner),),
        _files(container, files, lone_zip(each.path for each in files)),
        late=any(each.late for each in filed),
        original=name_as_text(first.name),
    )


# Moodle


def _of_moodle(member: Member) -> Filed | None:
    found = OF_MOODLE.fullmatch(member.name)
    if found is None or not (member.is_folder or found["path"]):
        return None
    typed = "" if found["plugin"] == "file" else found["plugin"]
    path = "" if member.is_folder else found["path"]
    return Filed(member.name, found["who"], found["who"], path, typed=typed)


def _handed_in_moodle(
    container: Container, filed: list[Filed], notes: list[str]
) -> Handed:
    """One submission; what was typed counts only where there is no file.

    A student or a team; hidden names are told apart by their numbers.
    """
    who = name_as_text(filed[0].who)
    sent = [each for each in filed if not each.typed]
    if not sent:
        typed = "has typed a text into Moodle, and sent no file"
        notes.append(f"{short(filed[0].who)}: {typed}")
    numbered = NUMBERED.fullmatch(who)
    name, number = numbered.groups() if numbered else (who, "")
    title = f"{name} {number}" if numbered and name == HIDDEN else name
    files = sent or filed
    return Handed(
        who,
        (Student(title, lms=number),),
        _files(container, files, lone_zip([files[0].path]) if len(files) == 1 else ""),
        original=name_as_text(files[0].name),
    )

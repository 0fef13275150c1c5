"""What Moodle hands out: `Full name_ID_assignsubmission_file`, a folder or one file.

Older versions end a folder's name in one more `_`, and flat files go on with their own
name. What was typed into Moodle lies beside it, `…_assignsubmission_onlinetext`. A team
takes the place of a student, and so does `Participant`, where names are hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import Container, files_of_student, lone_zip
from autograder.classroom.exports.filenames import name_as_text, short
from autograder.uploads.reading import Upload

KIND = "moodle"
EXPECTED = "a Moodle export: names as Full name_ID_assignsubmission_file"
NAMED = re.compile(
    r"(?P<who>.+?)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<path>.*))?", re.DOTALL
)
NUMBERED = re.compile(r"(?P<name>.*)_(?P<number>\d+)", re.DOTALL)
HIDDEN = "Participant"
FILE = "file"


@dataclass(frozen=True, slots=True)
class Filed:
    """What lies at the top, and what its name says; `path` is "" for a folder."""

    name: str
    who: str
    plugin: str
    path: str


def share(container: Container) -> float:
    """How much of what lies at the top has such a name."""
    members = container.members()
    named = [member for member in members if NAMED.fullmatch(member.name)]
    return len(named) / max(len(members), 1)


def export(container: Container, modules: tuple[str, ...]) -> Export:
    """A submission for each student or team, by name and number."""
    del modules  # a file's own name is told by Moodle
    owned: dict[str, list[Filed]] = {}
    notes = []
    for member in container.members():
        found = NAMED.fullmatch(member.name)
        if found is None or not (member.is_folder or found["path"]):
            notes.append(f"{short(member.name)}: skipped; expected {EXPECTED}")
            continue
        path = "" if member.is_folder else found["path"]
        filed = Filed(member.name, found["who"], found["plugin"], path)
        owned.setdefault(filed.who, []).append(filed)
    handed = [_handed(container, filed, notes) for filed in owned.values()]
    return Export(KIND, tuple(handed), tuple(notes))


def _handed(container: Container, filed: list[Filed], notes: list[str]) -> Handed:
    """One submission; what was typed counts only where there is no file."""
    who = filed[0].who
    sent = [each for each in filed if each.plugin == FILE]
    if not sent:
        notes.append(f"{short(who)}: has typed a text into Moodle, and sent no file")
    found = tuple(sent or filed)
    return Handed(
        name_as_text(who),
        (_student(name_as_text(who)),),
        partial(_uploads, container, found),
        original=name_as_text(found[0].name),
    )


def _student(who: str) -> Student:
    """A student or a team; hidden names are told apart by their numbers."""
    found = NUMBERED.fullmatch(who)
    if not found:
        return Student(who)
    name = found["name"]
    if name == HIDDEN:
        name = f"{name} {found['number']}"
    return Student(name, lms=found["number"])


def _uploads(container: Container, filed: tuple[Filed, ...]) -> Iterable[Upload]:
    """The files by the names that they were sent with, or those of their one zip."""
    packed = lone_zip(each.path for each in filed)
    if len(filed) == 1 and packed:
        return container.uploads(filed[0].name)
    return chain.from_iterable(_of(container, each) for each in filed)


def _of(container: Container, filed: Filed) -> Iterator[Upload]:
    if not filed.path:
        return files_of_student(container, filed.name)
    return iter([replace(container.upload(filed.name), path=filed.path)])

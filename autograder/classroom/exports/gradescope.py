"""A Gradescope export: a folder a submission, and one file on who has handed it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports import metadata
from autograder.classroom.exports.container import Container
from autograder.classroom.exports.filenames import name_as_text, natural, short
from autograder.classroom.exports.metadata import AGAIN, Node
from autograder.errors import AssignmentError
from autograder.uploads.reading import Upload

KIND = "gradescope"
EXPECTED = "a Gradescope export: submission_metadata.yml and folders submission_…"
METADATA = "submission_metadata.yml"
NAMED = re.compile(r"submission_\d+")
WHO = ":submitters"
WHEN = ":created_at"
PERSON = (":name", ":sid", ":email")
TIME = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)[ T](?P<time>\d\d:\d\d:\d\d)(?:\.\d+)?\s*(?P<zone>.*)"
)
ZONE = re.compile(r"([+-]\d\d):?(\d\d)")
UTC = ("Z", "UTC")


def share(container: Container) -> float:
    """All of it or nothing: the metadata tell."""
    return float(container.has(METADATA))


def lacks_metadata(container: Container) -> bool:
    """Whether it looks like one of which the metadata are gone."""
    folders = [m.name for m in container.members() if m.is_folder]
    named = [name for name in folders if NAMED.fullmatch(name)]
    return 2 * len(named) > len(folders)


def export(container: Container, modules: tuple[str, ...]) -> Export:
    """The submissions that the metadata name, and those that they do not.

    Raises AssignmentError where the metadata cannot be read.
    """
    del modules  # which Gradescope has laid out as they were sent
    known = metadata.read(container, METADATA)
    there = {m.name for m in container.members() if m.is_folder}
    named = sorted(known, key=natural)
    others = sorted(there.difference(known), key=natural)
    notes = [
        *(_lost(name) for name in named if name not in there),
        *(
            f"{short(name)}: has no submitter in {METADATA}; who has withdrawn has none"
            for name in named
            if not _students(known[name])
        ),
        *(
            f"{short(name)}: not named in {METADATA}, so it is not known whose it is"
            for name in others
        ),
    ]
    handed = [
        *(_handed(container, name, known[name], there) for name in named),
        *(_handed(container, name, {}, there) for name in others),
    ]
    return Export(KIND, tuple(handed), tuple(notes))


def _handed(
    container: Container, name: str, fields: Mapping[str, Node], there: set[str]
) -> Handed:
    """One submission; where it has no folder its files cannot be read."""
    shown = name_as_text(name)
    students = _students(fields) or (Student(shown),)
    several = len(students) > 1
    return Handed(
        shown,
        students,
        partial(container.uploads if name in there else _absent, name),
        group=", ".join(each.name for each in students) if several else "",
        submitted_at=_iso(_text(fields, WHEN)),
        original=shown,
    )


def _absent(name: str) -> Iterable[Upload]:
    raise AssignmentError(_lost(name))


def _lost(name: str) -> str:
    return f"{short(name)}: named in {METADATA}, but there is no such folder; {AGAIN}"


def _students(fields: Mapping[str, Node]) -> tuple[Student, ...]:
    said = fields.get(WHO)
    each = said if isinstance(said, list) else []
    found = [_student(member) for member in each if isinstance(member, dict)]
    return tuple(student for student in found if student.name)


def _student(member: Mapping[str, Node]) -> Student:
    name, sid, email = (_text(member, key) for key in PERSON)
    return Student(name or email or sid, sid, email)


def _text(fields: Mapping[str, Node], key: str) -> str:
    value = fields.get(key)
    return name_as_text(value.strip()) if isinstance(value, str) else ""


def _iso(text: str) -> str:
    """A time as Ruby or Rails writes it, in ISO 8601; "" if it is none."""
    found = TIME.fullmatch(text)
    if not found:
        return ""
    zone = ZONE.fullmatch(found["zone"])
    offset = (
        "+00:00" if found["zone"] in UTC else f"{zone[1]}:{zone[2]}" if zone else ""
    )
    try:
        return datetime.fromisoformat(
            f"{found['day']}T{found['time']}{offset}"
        ).isoformat()
    except ValueError:
        return ""

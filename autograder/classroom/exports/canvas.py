"""What Canvas hands out: `name_[LATE_]userid_fileid_file`, all in one folder.

Where students are anonymous, `anon_…` stands in place of a name and a user id. What was
typed into a form is `name_userid_text.html`, and an address `name_userid_link.html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import Container, lone_zip
from autograder.classroom.exports.filenames import name_as_text, natural, short
from autograder.files import MODULES
from autograder.uploads.reading import Upload

KIND = "canvas"
EXPECTED = "a Canvas export: files named name_userid_fileid_file"
NAMED = re.compile(
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
ONLINE = {"text": "a text typed into Canvas", "link": "an address"}


@dataclass(frozen=True, slots=True)
class Filed:
    """One file, by its name in the export, and what that says."""

    name: str
    owner: str  # what the files of one student have in common
    who: str
    path: str
    number: int  # of two files that replace each other the higher one is later
    late: bool
    online: str


def share(container: Container) -> float:
    """How much of what lies at the top has such a name."""
    members = container.members()
    named = [m for m in members if not m.is_folder and NAMED.fullmatch(m.name)]
    return len(named) / max(len(members), 1)


def export(container: Container, modules: tuple[str, ...]) -> Export:
    """A submission for each user id, with the files of that id."""
    del modules  # a file's own name is told by Canvas
    owned: dict[str, list[Filed]] = {}
    notes = []
    for member in container.members():
        found = None if member.is_folder else _filed(member.name)
        if found is None:
            notes.append(f"{short(member.name)}: skipped; expected {EXPECTED}")
        else:
            owned.setdefault(found.owner, []).append(found)
    handed = [_handed(container, filed, notes) for filed in owned.values()]
    return Export(KIND, tuple(handed), tuple(notes))


def _filed(name: str) -> Filed | None:
    found = NAMED.fullmatch(name)
    if found is None:
        return None
    owner = f"anon_{found['anon']}" if found["anon"] else found["user"]
    who = owner if found["anon"] else f"{found['name']}_{owner}"
    online = (found["online"] or "").lower()
    path = _as_sent(found["path"]) if found["path"] else f"{online}.html"
    late = any(found[mark] for mark in ("late", "late_first", "late_then"))
    return Filed(
        name=name,
        owner=owner,
        who=who,
        path=path,
        number=int(found["file"] or 0),
        late=late,
        online=online,
    )


def _as_sent(path: str) -> str:
    """A file's name without what Canvas adds where it is uploaded once more."""
    stem, dot, ending = path.rpartition(".")
    again = AGAIN.fullmatch(stem) if dot + ending.lower() in RENAMED else None
    return f"{again['stem']}.{ending}" if again else path


def _handed(container: Container, filed: list[Filed], notes: list[str]) -> Handed:
    latest = _latest(filed, notes)
    first = min(latest, key=lambda each: (not each.path.endswith(RENAMED), each.number))
    if first.online and all(each.online for each in latest):
        what = ONLINE[first.online]
        notes.append(f"{short(first.who)}: has handed in {what}, and no file")
    name = name_as_text(first.who)
    anonymous = first.who == first.owner
    title = name if anonymous else name.removesuffix(f"_{first.owner}")
    return Handed(
        name,
        (Student(title or name, lms="" if anonymous else first.owner),),
        partial(_uploads, container, tuple(latest)),
        late=any(each.late for each in filed),
        original=name_as_text(first.name),
    )


def _latest(filed: list[Filed], notes: list[str]) -> list[Filed]:
    """The files without those that a later one replaces."""
    latest: dict[str, Filed] = {}
    for each in sorted(filed, key=lambda each: (each.number, natural(each.name))):
        if each.path in latest:
            replaced = short(latest[each.path].name)
            notes.append(f"{replaced}: a later file replaces it, {short(each.name)}")
        latest[each.path] = each
    return list(latest.values())


def _uploads(container: Container, filed: tuple[Filed, ...]) -> Iterable[Upload]:
    """The files by the names that they were sent with, or those of their one zip."""
    packed = lone_zip(each.path for each in filed)
    for each in filed:
        if each.path == packed:
            return container.uploads(each.name)
    return _one_by_one(container, filed)


def _one_by_one(container: Container, filed: tuple[Filed, ...]) -> Iterator[Upload]:
    for each in filed:
        yield replace(container.upload(each.name), path=each.path)

"""What Canvas, Moodle and Gradescope hand out of a class.

Canvas: `name_[LATE_]userid_fileid_file`, all in one folder. Where students are
anonymous, `anon_…` stands in place of a name and a user id. What was typed into a form
is `name_userid_text.html`, and an address `name_userid_link.html`.

Moodle: `Full name_ID_assignsubmission_file`, a folder or one file. Older versions end a
folder's name in one more `_`, and flat files go on with their own name. What was typed
is `…_assignsubmission_onlinetext`. A team takes the place of a student, and so does
`Participant`, where names are hidden.

Gradescope: a folder a submission, and `submission_metadata.yml` on who has handed it
in. Nearly all of that are results, which are cut by their indentation before anything
is parsed. Each scalar stays the text that it is: `00123` is no number, and `No` is a
name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

import yaml

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import (
    Container,
    Member,
    files_of_student,
    lone_zip,
    name_as_text,
    natural_sort_key,
    short,
)
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import clean
from autograder.uploads.reading import Upload

CANVAS = "canvas"
OF_CANVAS = re.compile(
    r"""(?: (?:(?P<late_first>LATE)_)? anon_(?:(?P<late_then>LATE)_)?
            (?P<anon>[A-Za-z0-9]+)
          | (?P<name>.*?)_ (?:(?P<late>LATE)_)? (?P<user>\d+) )
        _(?: (?P<file>\d+)_(?P<path>.+) | (?P<online>text|link)\.html )""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
RESENT = re.compile(
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
GRADESCOPE = "gradescope"
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
EXPECTED = {  # in the order in which they are tried
    GRADESCOPE: "a Gradescope export: submission_metadata.yml and folders submission_…",
    MOODLE: "a Moodle export: names as Full name_ID_assignsubmission_file",
    CANVAS: "a Canvas export: files named name_userid_fileid_file",
}
MOST_BYTES = 128 << 20  # of the file
MOST_KEPT = 16 << 20  # without the results; three thousand submissions have one
LONGEST = 100  # characters of what is wrong
NOTHING = ("~", "null")  # as Ruby's nil may be written
AGAIN = "download the export again"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE = re.compile(  # a submission, with the indentation of its keys; or a key to cut
    rb"^(?:[^\s#-][^\n]*\n(?=(?P<below> +)\S)|(?P<key> +):(?:results|history):)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Filed:
    """One file by its name in the export, and what that says."""

    name: str
    owner: str  # what the files of one student have in common
    who: str
    path: str  # "" for a folder
    number: int = 0  # of two files that replace each other the higher is later
    late: bool = False
    typed: str = ""  # which kind of text, where it is no file


def share_of_entries_that_fit(kind: str, container: Container) -> float:
    """How much of what lies at the top looks like an export of a kind, from 0 to 1."""
    if kind == GRADESCOPE:
        return float(container.has(METADATA))  # all of it or nothing
    members = container.members()
    if kind == CANVAS:
        named = [member for member in members if _of_canvas(member)]
    else:
        named = [member for member in members if OF_MOODLE.fullmatch(member.name)]
    return len(named) / max(len(members), 1)


def exported(kind: str, container: Container) -> Export:
    """What there is of a kind: a submission for each student or team."""
    if kind == GRADESCOPE:
        return _of_gradescope(container)
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


def _of_canvas(member: Member) -> Filed | None:
    found = None if member.is_folder else OF_CANVAS.fullmatch(member.name)
    if found is None:
        return None
    owner = f"anon_{found['anon']}" if found["anon"] else found["user"]
    typed = (found["online"] or "").lower()
    path = found["path"] or f"{typed}.html"
    stem, dot, ending = path.rpartition(".")
    if found["path"] and dot + ending.lower() in RENAMED:
        again = RESENT.fullmatch(stem)  # Canvas adds that where one is sent once more
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
    for each in sorted(
        filed, key=lambda each: (each.number, natural_sort_key(each.name))
    ):
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
    """One submission; what was typed counts only where there is no file."""
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


Node = str | list["Node"] | dict[str, "Node"]


class _Unknown(Exception):  # noqa: N818 - a finding, after which more is read
    """An alias of what has been cut."""


def without_results_and_history(text: bytes) -> bytes:
    """The text without the values of `:results:` and `:history:`."""
    pieces = []
    start = place = 0
    indent = None
    while found := _LINE.search(text, place):
        place = found.end()
        if found["below"]:
            indent = found["below"]
        elif found["key"] == indent:
            pieces.append(text[start : found.start()])
            # Deeper lines belong to it, and empty ones, and a list's beside the key.
            inside = rb"%s(?: |-[ \r\n])" % found["key"]
            behind = re.compile(rb"\n(?!%s|[ \t\r]*(?:\n|\Z))" % inside)
            end = behind.search(text, place)
            start = place = end.end() if end else len(text)
    return b"".join([*pieces, text[start:]])


def _built_of(text: bytes, shown: str) -> Node:
    fault: Exception
    for each in (without_results_and_history(text), text):  # the whole tells the line
        if len(each) > MOST_KEPT:
            many = f"larger than {MOST_KEPT >> 20} MiB without the results of tests"
            raise AssignmentError(f"{shown}: {many}; {AGAIN}")
        try:
            return yaml_document(each)
        except (yaml.YAMLError, _Unknown) as wrong:
            fault = wrong
    if isinstance(fault, _Unknown):
        raise AssignmentError(f"{shown}: has an unknown alias; {AGAIN}")
    mark = getattr(fault, "problem_mark", None)
    line = f":{mark.line + 1}" if mark else ""
    why = getattr(fault, "problem", None) or getattr(fault, "reason", "")
    what = f"not YAML ({clean(str(why), LONGEST)})"
    raise AssignmentError(f"{shown}{line}: {what}; {AGAIN}")


def yaml_document(text: bytes) -> Node:
    """The only document of a text; of equal keys the last one counts."""
    root: list[Node] = []
    stack: list[tuple[Any, list[Node]]] = [(root, [])]  # each with a key that waits
    anchors: dict[str, Node] = {}
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
            continue
        node = _node(event, anchors)
        if node is None:
            continue
        within, keys = stack[-1]
        if isinstance(within, list):
            within.append(node)
        elif not keys:
            keys.append(node)
        elif isinstance(key := keys.pop(), str):
            within[key] = node
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append((node, []))
    return root[0] if root else ""


def _node(event: Any, anchors: dict[str, Node]) -> Node | None:
    node: Node
    if isinstance(event, yaml.AliasEvent):
        if event.anchor not in anchors:
            raise _Unknown
        return anchors[event.anchor]
    if isinstance(event, yaml.ScalarEvent):
        node = "" if not event.style and event.value in NOTHING else event.value
    elif isinstance(event, yaml.CollectionStartEvent):
        node = [] if isinstance(event, yaml.SequenceStartEvent) else {}
    else:
        return None
    if event.anchor:
        anchors[event.anchor] = node
    return node


def _of_gradescope(container: Container) -> Export:
    """The submissions that the metadata name, and those that they do not."""
    shown = f"{container.display_path}/{METADATA}"
    found = _built_of(container.content(METADATA, MOST_BYTES), shown)
    if not isinstance(found, dict) or not found:
        raise AssignmentError(f"{shown}: names no submission; {AGAIN}")
    known = {
        name: fields if isinstance(fields, dict) else {}
        for name, fields in found.items()
    }
    there = {m.name for m in container.members() if m.is_folder}
    named = sorted(known, key=natural_sort_key)
    others = sorted(there.difference(known), key=natural_sort_key)
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
    return Export(GRADESCOPE, tuple(handed), tuple(notes))


def _handed(
    container: Container, name: str, fields: Mapping[str, Node], there: set[str]
) -> Handed:
    """One submission; where it has no folder its files cannot be read."""

    def absent(name: str) -> Iterable[Upload]:
        raise AssignmentError(_lost(name))

    shown = name_as_text(name)
    students = _students(fields) or (Student(shown),)
    several = len(students) > 1
    return Handed(
        shown,
        students,
        partial(container.uploads if name in there else absent, name),
        group=", ".join(each.name for each in students) if several else "",
        submitted_at=_iso(_text(fields, WHEN)),
        original=shown,
    )


def _lost(name: str) -> str:
    return f"{short(name)}: named in {METADATA}, but there is no such folder; {AGAIN}"


def _students(fields: Mapping[str, Node]) -> tuple[Student, ...]:
    said = fields.get(WHO)
    found = []
    for each in said if isinstance(said, list) else []:
        if isinstance(each, dict):
            name, sid, email = (_text(each, key) for key in PERSON)
            found.append(Student(name or email or sid, sid, email))
    return tuple(student for student in found if student.name)


def _text(fields: Mapping[str, Node], key: str) -> str:
    value = fields.get(key)
    return name_as_text(value.strip()) if isinstance(value, str) else ""


def _iso(text: str) -> str:
    """A time as Ruby or Rails writes it, in ISO 8601; "" if it is none."""
    found = TIME.fullmatch(text)
    if not found:
        return ""
    zone = ZONE.fullmatch(found["zone"])
    offset = f"{zone[1]}:{zone[2]}" if zone else ""
    offset = "+00:00" if found["zone"] in UTC else offset
    try:
        time = datetime.fromisoformat(f"{found['day']}T{found['time']}{offset}")
    except ValueError:
        return ""
    return time.isoformat()

"""A Gradescope export: a folder a submission, and one file on who has handed it in.

The results in that file, `submission_metadata.yml`, are nearly all of it: what every
test has said to every student. They are cut by their indentation before anything is
parsed. Each scalar stays the text that it is: `00123` is no number, and `No` is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

import yaml

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.container import Container
from autograder.classroom.exports.filenames import name_as_text, natural, short
from autograder.errors import AssignmentError
from autograder.text import clean
from autograder.uploads.reading import Upload

Node = str | list["Node"] | dict[str, "Node"]
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


class _Unknown(Exception):  # noqa: N818 - a finding, after which more is read
    """An alias of what has been cut."""


def metadata(container: Container) -> dict[str, dict[str, Node]]:
    """What the file says of each submission, by the names of their folders.

    Raises AssignmentError, with a line, where it cannot be used.
    """
    shown = f"{container.shown}/{METADATA}"
    found = _built_of(container.content(METADATA, MOST_BYTES), shown)
    if not isinstance(found, dict) or not found:
        raise AssignmentError(f"{shown}: names no submission; {AGAIN}")
    return {
        name: fields if isinstance(fields, dict) else {}
        for name, fields in found.items()
    }


def kept(text: bytes) -> bytes:
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
    for each in (kept(text), text):  # the whole tells the line
        if len(each) > MOST_KEPT:
            many = f"larger than {MOST_KEPT >> 20} MiB without the results of tests"
            raise AssignmentError(f"{shown}: {many}; {AGAIN}")
        try:
            return built(each)
        except (yaml.YAMLError, _Unknown) as wrong:
            fault = wrong
    if isinstance(fault, _Unknown):
        raise AssignmentError(f"{shown}: has an unknown alias; {AGAIN}")
    mark = getattr(fault, "problem_mark", None)
    line = f":{mark.line + 1}" if mark else ""
    why = getattr(fault, "problem", None) or getattr(fault, "reason", "")
    what = f"not YAML ({clean(str(why), LONGEST)})"
    raise AssignmentError(f"{shown}{line}: {what}; {AGAIN}")


def built(text: bytes) -> Node:
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


def lacks_metadata(container: Container) -> bool:
    """Whether it looks like one of which the metadata are gone."""
    folders = [m.name for m in container.members() if m.is_folder]
    named = [name for name in folders if NAMED.fullmatch(name)]
    return 2 * len(named) > len(folders)


def export(container: Container) -> Export:
    """The submissions that the metadata name, and those that they do not.

    Raises AssignmentError where the metadata cannot be read.
    """
    known = metadata(container)
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

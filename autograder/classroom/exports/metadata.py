"""Gradescope's `submission_metadata.yml`, of which the results are left out.

These are nearly all of it: what every test has said to every student. They are cut by
their indentation before anything is parsed. Each scalar stays the text that it is:
`00123` is no number, and `No` is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from autograder.classroom.exports.container import Container
from autograder.errors import AssignmentError
from autograder.text import clean

Node = str | list["Node"] | dict[str, "Node"]
MOST_BYTES = 128 << 20  # of the file
MOST_KEPT = 16 << 20  # without the results; three thousand submissions have one
SHOWN = 100  # characters of what is wrong
NOTHING = ("~", "null")  # as Ruby's nil may be written
AGAIN = "download the export again"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE = re.compile(  # a submission, with the indentation of its keys; or a key to cut
    rb"^(?:[^\s#-][^\n]*\n(?=(?P<below> +)\S)|(?P<key> +):(?:results|history):)",
    re.MULTILINE,
)


class _Unknown(Exception):  # noqa: N818 - a finding, after which more is read
    """An alias of what has been cut."""


def read(container: Container, name: str) -> dict[str, dict[str, Node]]:
    """What the file says of each submission, by the names of their folders.

    Raises AssignmentError, with a line, where it cannot be used.
    """
    shown = f"{container.shown}/{name}"
    text = container.content(name, MOST_BYTES)
    found = _built_of(text, shown)
    if not isinstance(found, dict) or not found:
        raise AssignmentError(f"{shown}: names no submission; {AGAIN}")
    return {
        name: fields if isinstance(fields, dict) else {}
        for name, fields in found.items()
    }


def kept(text: bytes) -> bytes:
    """The text without the values of `:results:` and `:history:`."""
    return b"".join(_pieces(text))


def _pieces(text: bytes) -> Iterator[bytes]:
    start = place = 0
    indent = None
    while found := _LINE.search(text, place):
        place = found.end()
        if found["below"]:
            indent = found["below"]
        elif found["key"] == indent:
            yield text[start : found.start()]
            behind = _behind(found["key"]).search(text, place)
            start = place = behind.end() if behind else len(text)
    yield text[start:]


def _behind(indent: bytes) -> re.Pattern[bytes]:
    """The end of a line behind which the value of a key of this indentation ends.

    Deeper lines belong to it, and empty ones, and the items of a list beside the key.
    """
    inside = rb" |-[ \r\n]"
    return re.compile(rb"\n(?!%s(?:%s)|[ \t\r]*(?:\n|\Z))" % (indent, inside))


def _built_of(text: bytes, shown: str) -> Node:
    try:
        return built(_within(kept(text), shown))
    except (yaml.YAMLError, _Unknown):
        pass  # the whole tells where the fault is, or has none
    try:
        return built(_within(text, shown))
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        wrong = getattr(fault, "problem", None) or getattr(fault, "reason", "")
        found = f"not YAML ({clean(str(wrong), SHOWN)})"
        raise AssignmentError(f"{shown}{line}: {found}; {AGAIN}") from None
    except _Unknown:
        raise AssignmentError(f"{shown}: has an unknown alias; {AGAIN}") from None


def _within(text: bytes, shown: str) -> bytes:
    if len(text) > MOST_KEPT:
        found = f"larger than {MOST_KEPT >> 20} MiB without the results of tests"
        raise AssignmentError(f"{shown}: {found}; {AGAIN}")
    return text


def built(text: bytes) -> Node:
    """The only document of a text; of equal keys the last one counts."""
    root: list[Node] = []
    stack: list[_Open] = [_Open(root)]
    anchors: dict[str, Node] = {}
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
            continue
        node = _node(event, anchors)
        if node is None:
            continue
        stack[-1].add(node)
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append(_Open(node))
    return root[0] if root else ""


class _Open:
    """A list or a mapping that is being filled."""

    def __init__(self, node: Any) -> None:
        self._node = node
        self._key: Node | None = None

    def add(self, node: Node) -> None:
        if isinstance(self._node, list):
            self._node.append(node)
        elif self._key is None:
            self._key = node
        else:
            if isinstance(self._key, str):
                self._node[self._key] = node
            self._key = None


def _node(event: Any, anchors: dict[str, Node]) -> Node | None:
    """The node that an event begins, or None."""
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

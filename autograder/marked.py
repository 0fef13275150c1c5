"""YAML as marked nodes: every scalar, list and mapping knows its line and column.

Built from PyYAML's events rather than its composer, since that recurses and a
tree file may be thousands of plies deep. Aliases, tags and duplicate keys, which
mean nothing in these files, are problems like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from autograder.errors import Problem

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file; both numbers count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text as it stands in the file; `plain` if it is not quoted."""

    mark: Mark
    text: str
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    mark: Mark
    items: list[MarkedNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping; keys are scalars, in the file's order, each once."""

    mark: Mark
    pairs: list[tuple[Scalar, MarkedNode]] = field(default_factory=list)


MarkedNode = Scalar | Sequence | Mapping


class Source:
    """A file's path and the problems found in it so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._problems: dict[Mark, Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems noted so far."""
        return tuple(self._problems.values())

    def complain(self, mark: Mark, message: str) -> None:
        """Note a problem and go on, so that all are reported; one a place is enough."""
        problem = Problem(self.path, mark.line, mark.column, message)
        self._problems.setdefault(mark, problem)


def read(source: Source) -> MarkedNode | None:
    """The only document of the source's file; None, and a problem, if there is none."""
    try:
        text = source.path.read_bytes()
    except OSError as fault:
        source.complain(Mark(1, 1), f"cannot be read: {fault.strerror}")
        return None
    return parse(source, text)


def parse(source: Source, text: bytes) -> MarkedNode | None:
    """The only document of a text; None, and a problem, if there is none."""
    try:
        return _compose(source, yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        place = Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)
        source.complain(place, f"not YAML: {fault.problem or fault.context}")
    except yaml.YAMLError as fault:
        source.complain(Mark(1, 1), f"not YAML: {str(fault).splitlines()[0]}")
    return None


def _compose(source: Source, events: Iterator[Any]) -> MarkedNode | None:
    """Nest the events; the stack holds the open lists and mappings."""
    root: MarkedNode | None = None
    stack: list[tuple[Sequence | Mapping, dict[str, Mark], list[Scalar]]] = []
    for event in events:
        node = _node(source, event)
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
        if node is None:
            continue
        if stack:
            _attach(source, stack[-1], node)
        elif root is None:
            root = node
        else:
            source.complain(node.mark, "a second document: a file holds one")
        if not isinstance(node, Scalar):
            stack.append((node, {}, []))
    if root is None:
        source.complain(Mark(1, 1), "the file is empty")
    return root


def _node(source: Source, event: Any) -> MarkedNode | None:
    """The node that an event begins, or None."""
    mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
    if isinstance(event, yaml.AliasEvent):
        source.complain(mark, f"*{event.anchor}: aliases are not allowed here")
        return Scalar(mark, "", plain=False)
    starts = (yaml.ScalarEvent, yaml.CollectionStartEvent)
    if not isinstance(event, starts):
        return None
    for kind, name in (("anchor", event.anchor), ("tag", event.tag)):
        if name:
            source.complain(mark, f"{name}: {kind}s are not allowed here")
    if isinstance(event, yaml.ScalarEvent):
        return Scalar(mark, event.value, plain=not event.style)
    is_list = isinstance(event, yaml.SequenceStartEvent)
    return Sequence(mark) if is_list else Mapping(mark)


def _attach(
    source: Source,
    holder: tuple[Sequence | Mapping, dict[str, Mark], list[Scalar]],
    node: MarkedNode,
) -> None:
    """Put a node into the collection that is open; a mapping takes key, value, …."""
    collection, seen, key = holder
    if isinstance(collection, Sequence):
        collection.items.append(node)
    elif key:
        collection.pairs.append((key.pop(), node))
    elif not isinstance(node, Scalar):
        source.complain(node.mark, "a key must be a text, not a list or a mapping")
        key.append(Scalar(node.mark, ""))
    else:
        if node.text in seen:
            first = seen[node.text]
            source.complain(
                node.mark,
                f"{node.text}: the key stands here already in line {first.line}, "
                f"column {first.column}",
            )
        seen[node.text] = node.mark
        key.append(node)

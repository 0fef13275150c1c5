"""YAML as marked nodes: every scalar, list and mapping knows its line and column.

Built from PyYAML's events rather than its composer, since that recurses and a tree file
may be thousands of plies deep. Aliases, tags and duplicate keys are problems.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from autograder.errors import Problem
from autograder.files import content_of
from autograder.game import LARGEST, Number
from autograder.text import clean

SHOWN = 40  # characters of the file that a message repeats
DEEPEST = 10_000  # lists and mappings; libyaml's time grows with their square

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NOT_IN_YAML = yaml.reader.Reader.NON_PRINTABLE  # what no file can hold
_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # those of YAML 1.1
_NO_SPACE = re.compile(r"[ -]*([A-Za-z_]+):[^ ]")  # begins a line: `title:X`
_SPLIT = ("mapping values are not allowed in this context", "could not find expected")
_QUOTED = {  # what a pattern without quotes begins, as PyYAML and libyaml say it
    "while scanning an alias": "an alias begins with *",
    "while scanning a tag": "a tag begins with !",
    "while parsing a tag": "a tag begins with !",
}
QUOTE = "a pattern needs quotes"


class Mark(NamedTuple):
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
class MarkedList:
    """A list."""

    mark: Mark
    items: list[MarkedNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping; keys are scalars, in the file's order, each once."""

    mark: Mark
    pairs: list[tuple[Scalar, MarkedNode]] = field(default_factory=list)


MarkedNode = Scalar | MarkedList | Mapping
# One that goes on: itself, the keys it has and where, and one that has no value yet.
Open = tuple[MarkedList | Mapping, dict[str, Mark], list[Scalar]]


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
        content = content_of(source.path).removeprefix(codecs.BOM_UTF8)
    except OSError as fault:
        source.complain(Mark(1, 1), f"cannot be read: {fault.strerror}")
        return None
    try:
        text = content.decode()
    except UnicodeDecodeError as fault:
        before = content[: fault.start].decode()
        wrong = f"the byte 0x{content[fault.start]:02x} is not UTF-8"
        source.complain(_end_of(before), f"{wrong}; save the file as UTF-8")
        return None
    return parse(source, text)


def key_mark(path: Path, key: str) -> Mark:
    """Where a key of a file stands; its beginning if there is none."""
    root = read(Source(path))
    pairs = root.pairs if isinstance(root, Mapping) else ()
    return next((each.mark for each, _ in pairs if each.text == key), Mark(1, 1))


def parse(source: Source, text: str) -> MarkedNode | None:
    """The only document of a text; None, and a problem, if there is none."""
    wrong = _NOT_IN_YAML.search(text)
    if wrong:
        shown = f"the character {clean(wrong[0], SHOWN)} cannot stand in a file"
        source.complain(_end_of(text[: wrong.start()]), shown)
        return None
    try:
        return _compose(source, yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as fault:
        marks = (fault.problem_mark, fault.context_mark)
        # What wants quotes is wrong where it begins.
        first, other = marks[::-1] if fault.context in _QUOTED else marks
        place = _mark(first or other) if first or other else Mark(1, 1)
        if key := _without_space(fault, text, place):
            space = f"{key.text}: needs a space behind the colon"
            source.complain(key.mark, space)
        else:
            source.complain(place, f"not YAML: {_syntax(fault, text, place)}")
    except ValueError as fault:  # from PyYAML without libyaml: \U00110000
        source.complain(Mark(1, 1), f"not YAML: {fault}")
    return None


def _end_of(text: str) -> Mark:
    """The place behind the last character of a text."""
    lines = _LINE_BREAK.split(text)
    return Mark(len(lines), len(lines[-1]) + 1)


def _mark(mark: Any) -> Mark:
    """PyYAML's mark, which counts from 0."""
    return Mark(mark.line + 1, mark.column + 1)


def _syntax(fault: yaml.MarkedYAMLError, text: str, place: Mark) -> str:
    """What PyYAML found wrong, and where that began which it had not finished."""
    lines = _LINE_BREAK.split(text)
    if (
        place.line <= len(lines)
        and lines[place.line - 1][place.column - 1 :][:1] == "\t"
    ):
        return "a tab; indent with spaces"
    if begins := _QUOTED.get(str(fault.context)):
        return f"{begins}; {QUOTE}"
    if not fault.context or not fault.context_mark:
        return str(fault.problem or fault.context)
    start = _mark(fault.context_mark)
    if start == place:
        return str(fault.problem)
    began = f"{fault.context} that begins in line {start.line}, column {start.column}"
    return f"{fault.problem} {began}"


def _without_space(
    fault: yaml.MarkedYAMLError, text: str, place: Mark
) -> Scalar | None:
    """A key whose value follows its colon at once: YAML takes both for a text."""
    if not str(fault.problem).startswith(_SPLIT):
        return None
    lines = _LINE_BREAK.split(text)[: place.line]
    for number in range(len(lines), 0, -1):
        if key := _NO_SPACE.match(lines[number - 1]):
            return Scalar(Mark(number, key.start(1) + 1), key[1])
        if number < place.line and lines[number - 1].strip():
            return None
    return None


def _compose(source: Source, events: Iterator[Any]) -> MarkedNode | None:
    """Nest the events; the stack holds the open lists and mappings."""
    root: MarkedNode | None = None
    stack: list[Open] = []
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
        if len(stack) > DEEPEST:
            deep = f"lists and mappings nest more than {DEEPEST:,} deep"
            source.complain(node.mark, deep)
            return None
    if root is None:
        source.complain(Mark(1, 1), "the file is empty")
    return root


def _node(source: Source, event: Any) -> MarkedNode | None:
    """The node that an event begins, or None."""
    mark = _mark(event.start_mark)
    if isinstance(event, yaml.AliasEvent):
        name = clean(str(event.anchor), SHOWN)
        source.complain(mark, f"*{name}: aliases are not allowed here; {QUOTE}")
        return Scalar(mark, "", plain=False)
    starts = (yaml.ScalarEvent, yaml.CollectionStartEvent)
    if not isinstance(event, starts):
        return None
    if event.anchor:
        name = clean(str(event.anchor), SHOWN)
        source.complain(mark, f"&{name}: anchors are not allowed here")
    if event.tag:
        name = clean(str(event.tag).replace("tag:yaml.org,2002:", "!!"), SHOWN)
        source.complain(mark, f"{name}: tags are not allowed here; {QUOTE}")
    if isinstance(event, yaml.ScalarEvent):
        return Scalar(mark, event.value, plain=not event.style)
    is_list = isinstance(event, yaml.SequenceStartEvent)
    return MarkedList(mark) if is_list else Mapping(mark)


def _attach(source: Source, holder: Open, node: MarkedNode) -> None:
    """Put a node into the collection that is open; a mapping takes key, value, …."""
    collection, seen, key = holder
    if isinstance(collection, MarkedList):
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
                f"{clean(node.text, SHOWN)}: the key stands here already, in line "
                f"{first.line}, column {first.column}",
            )
        seen[node.text] = node.mark
        key.append(node)


LONGEST_NUMBER = 400  # characters; a longer integer is infinite for all that follows
DEEPEST_LIST = 20  # lists within lists, as `data` may hold them
TRUTH, NOTHING = ("true", "false"), ("null", "~")

INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
REAL = re.compile(r"([-+]?[0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?")
INFINITE = re.compile(r"([-+]?)\.(inf|Inf|INF)")
VECTOR = re.compile(r"[-0-9.]+( +[-0-9.]+)+")  # may be quoted, as JSON writes it
FRACTION = re.compile(r"([0-9]{1,15})/([1-9][0-9]{0,14})")

# What else YAML would take for a number, or an author would: the first that fits.
MISREAD: tuple[tuple[str, str], ...] = (
    (r"~|null|Null|NULL", "YAML reads it as nothing"),
    (r"(?i)yes|no|on|off|true|false", "YAML reads it as a truth value"),
    (r"(?i)[-+]?\.?(inf|nan)|[-+]?infinity", "it is not finite"),
    (r"[-+]?0[0-9_]+", "YAML reads it as an octal number"),
    (r"[-+]?0[xob][0-9a-fA-F_]+", "write it in decimal"),
    (r"[-+]?[0-9]+(:[0-9]+)+(\.[0-9]*)?", "YAML reads it in base 60"),
    (r"[-+]\.[0-9]+", "YAML reads it as text; write it like -0.5"),
    (r"[-+]?[0-9][0-9_]*\.?[0-9_]*", "write it without underscores"),
    (r"[-+]?[0-9.]+[eE]-[0-9]+", "YAML reads it as text; write it like 1.0e-3"),
    (r"[-+]?[0-9.]+[eE][+]?[0-9]+", "YAML reads it as text; write it like 1.0e+3"),
    (r"[-+]?[0-9]+/[0-9]+", "YAML has no fractions; write it like 0.5"),
)


class Fields:
    """Readers for one file; what they cannot read they note and return as None."""

    def __init__(self, source: Source) -> None:
        self.complain = source.complain

    def mapping(
        self, node: MarkedNode, keys: Iterable[str] | None = None, hint: str = ""
    ) -> dict[str, MarkedNode]:
        """The pairs of a mapping by key; others are problems, told with a `hint`."""
        if not isinstance(node, Mapping):
            self.complain(
                node.mark, f"expected a mapping, found {kind_of_node_in_words(node)}"
            )
            return {}
        if keys is not None:
            names = tuple(keys)
            for key, _ in node.pairs:
                if key.text not in names:
                    self.complain(
                        key.mark, f"{unknown_key_sentence(key.text, names)}{hint}"
                    )
        return {key.text: value for key, value in node.pairs}

    def items(self, node: MarkedNode) -> list[MarkedNode]:
        """The items of a list."""
        if isinstance(node, MarkedList):
            return node.items
        self.complain(
            node.mark, f"expected a list, found {kind_of_node_in_words(node)}"
        )
        return []

    def text(self, node: MarkedNode) -> str | None:
        """A text that is not empty."""
        if isinstance(node, Scalar) and node.text.strip():
            return node.text.strip()
        self.complain(
            node.mark, f"expected a text, found {kind_of_node_in_words(node)}"
        )
        return None

    def choice(self, node: MarkedNode, choices: tuple[str, ...]) -> str | None:
        """One of the choices."""
        text = self.text(node)
        if text is None or text in choices:
            return text
        found = clean(text, SHOWN)
        self.complain(node.mark, f"expected {' or '.join(choices)}, found {found}")
        return None

    def number(self, node: MarkedNode, *, infinite: bool = False) -> Number | None:
        """A number that YAML and its author read alike; ±.inf only where allowed."""
        if not isinstance(node, Scalar) or not node.plain:
            self.complain(
                node.mark, f"expected a number, found {kind_of_node_in_words(node)}"
            )
            return None
        sign = INFINITE.fullmatch(node.text)
        if sign and infinite:
            return -math.inf if sign[1] == "-" else math.inf
        value = parse_number(node.text)
        if value is None:
            found = reason_misread(node.text) or kind_of_node_in_words(node)
            self.complain(node.mark, f"expected a number, found {found}")
            return None
        return self._exact(node, value)

    def _exact(self, node: Scalar, value: Number) -> Number | None:
        """The value, unless it is too large to be the same as int and as float."""
        if abs(value) <= LARGEST:
            return value
        shown = clean(node.text, SHOWN)
        self.complain(node.mark, f"{shown} is beyond ±2**53, not exact")
        return None

    def numbers(self, node: MarkedNode) -> tuple[Number, ...] | None:
        """Numbers beside one another, as in `1 2 6` or `"1 2 6"`, or in a list."""
        items = [node]
        if isinstance(node, MarkedList):
            items = node.items
        elif isinstance(node, Scalar) and (node.plain or VECTOR.fullmatch(node.text)):
            items = [Scalar(node.mark, text) for text in node.text.split()] or [node]
        found = [self.number(item) for item in items]
        read = tuple(number for number in found if number is not None)
        return read if len(read) == len(items) else None

    def positive(self, node: MarkedNode) -> Number | None:
        """A number above 0."""
        value = self.number(node)
        if value is not None and value <= 0:
            self.complain(node.mark, f"expected a number above 0, found {value}")
            return None
        return value

    def whole(self, node: MarkedNode) -> int | None:
        """A whole number above 0."""
        value = self.positive(node)
        if isinstance(value, float):
            self.complain(node.mark, f"expected a whole number, found {value}")
            return None
        return value

    def probability(self, node: MarkedNode) -> float | None:
        """A number above 0 and at most 1, or a fraction such as 1/3 or "1/3"."""
        parts = FRACTION.fullmatch(node.text) if isinstance(node, Scalar) else None
        if parts:
            value: Number | None = int(parts[1]) / int(parts[2])
        else:
            value = self.number(node)
        if value is None or 0 < value <= 1:
            return None if value is None else float(value)
        limits = "expected a probability above 0 and at most 1"
        self.complain(node.mark, f"{limits}, found {value}")
        return None

    def plain(self, node: MarkedNode, depth: int = 0) -> Any:
        """The node as Python values: numbers, truth values, texts, None, tuples."""
        if isinstance(node, Mapping):
            self.complain(node.mark, "expected a value or a list, found a mapping")
            return None
        if isinstance(node, Scalar):
            return self._value(node) if node.plain else node.text
        if depth == DEEPEST_LIST:
            self.complain(node.mark, f"lists nest more than {DEEPEST_LIST} deep")
            return None
        return tuple([self.plain(item, depth + 1) for item in node.items])

    def _value(self, node: Scalar) -> Any:
        """What YAML and its author both take an unquoted text for."""
        if node.text in TRUTH:
            return node.text == "true"
        if node.text in NOTHING:
            return None
        number = parse_number(node.text)
        if number is not None:
            return self._exact(node, number)
        if not node.text:
            self.complain(node.mark, "expected a value, found nothing")
        elif found := reason_misread(node.text):
            remedy = "a text needs quotes, a truth value is true or false"
            self.complain(node.mark, f"{found}; {remedy}")
        return node.text


def parse_number(text: str) -> Number | None:
    """The number that the text is, to YAML and to its author alike."""
    if INTEGER.fullmatch(text):
        return int(text) if len(text) <= LONGEST_NUMBER else math.inf
    return float(text) if REAL.fullmatch(text) else None


def reason_misread(text: str) -> str:
    """A text that looks like a number or a truth value, and why it is none; or ""."""
    for pattern, reason in MISREAD:
        if len(text) <= LONGEST_NUMBER and re.fullmatch(pattern, text):
            return f"{clean(text, SHOWN)}: {reason}"
    return ""


def kind_of_node_in_words(node: MarkedNode) -> str:
    """What kind of thing a node is, for an error message."""
    if isinstance(node, MarkedList):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return f"the text {node.text[:SHOWN]!r}" if node.text.strip() else "nothing"


def in_lists(value: Any) -> Any:
    """A value with lists for tuples, as files have them."""
    return [*map(in_lists, value)] if isinstance(value, tuple) else value


def unknown_key_sentence(key: str, keys: tuple[str, ...]) -> str:
    """An unknown key, with the nearest known one."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    head = key.partition(":")[0]
    if head != key and head in keys:
        return f"{key[:SHOWN]!r}: {head}: needs a space behind the colon"
    near = get_close_matches(key, keys, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(keys)}"
    return f"unknown key {key[:SHOWN]!r}; {hint}"

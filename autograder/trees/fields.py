"""Read typed values out of marked YAML, noting every value that is not as expected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from autograder.game import LARGEST, Number
from autograder.text import clean
from autograder.trees.marked import SHOWN, Mapping, MarkedNode, Scalar, Sequence, Source

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
        """The pairs of a mapping by key; keys other than the known are problems.

        A `hint` is told with each of these.
        """
        if not isinstance(node, Mapping):
            self.complain(node.mark, f"expected a mapping, found {describe(node)}")
            return {}
        if keys is not None:
            names = tuple(keys)
            for key, _ in node.pairs:
                if key.text not in names:
                    self.complain(key.mark, f"{unknown_key(key.text, names)}{hint}")
        return {key.text: value for key, value in node.pairs}

    def items(self, node: MarkedNode) -> list[MarkedNode]:
        """The items of a list."""
        if isinstance(node, Sequence):
            return node.items
        self.complain(node.mark, f"expected a list, found {describe(node)}")
        return []

    def text(self, node: MarkedNode) -> str | None:
        """A text that is not empty."""
        if isinstance(node, Scalar) and node.text.strip():
            return node.text.strip()
        self.complain(node.mark, f"expected a text, found {describe(node)}")
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
            self.complain(node.mark, f"expected a number, found {describe(node)}")
            return None
        sign = INFINITE.fullmatch(node.text)
        if sign and infinite:
            return -math.inf if sign[1] == "-" else math.inf
        value = parse_number(node.text)
        if value is None:
            found = misread(node.text) or describe(node)
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
        if isinstance(node, Sequence):
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
        elif found := misread(node.text):
            remedy = "a text needs quotes, a truth value is true or false"
            self.complain(node.mark, f"{found}; {remedy}")
        return node.text


def parse_number(text: str) -> Number | None:
    """The number that the text is, to YAML and to its author alike."""
    if INTEGER.fullmatch(text):
        return int(text) if len(text) <= LONGEST_NUMBER else math.inf
    return float(text) if REAL.fullmatch(text) else None


def misread(text: str) -> str:
    """A text that looks like a number or a truth value, and why it is none; or ""."""
    for pattern, reason in MISREAD:
        if len(text) <= LONGEST_NUMBER and re.fullmatch(pattern, text):
            return f"{clean(text, SHOWN)}: {reason}"
    return ""


def describe(node: MarkedNode) -> str:
    """What kind of thing a node is, for an error message."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return f"the text {node.text[:SHOWN]!r}" if node.text.strip() else "nothing"


def unknown_key(key: str, keys: tuple[str, ...]) -> str:
    """An unknown key, with the nearest known one."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    head = key.partition(":")[0]
    if head != key and head in keys:
        return f"{key[:SHOWN]!r}: {head}: needs a space behind the colon"
    near = get_close_matches(key, keys, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(keys)}"
    return f"unknown key {key[:SHOWN]!r}; {hint}"

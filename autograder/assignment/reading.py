"""What questions of all kinds are read with: names, choices, points, limits, trees."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from autograder.assignment.questions import UNITS, Limits, Shares
from autograder.errors import FileProblems, Problem
from autograder.files import visible
from autograder.game import Content, Number
from autograder.project import TREES, TRUSTED, Places, is_for_authors
from autograder.text import clean, path_shown
from autograder.trees import file as treefile
from autograder.trees.marked import (
    SHOWN,
    Fields,
    Mapping,
    MarkedList,
    MarkedNode,
    Scalar,
    Source,
    unknown_key_sentence,
)
from autograder.trees.tree import GameTree

FILE = "assignment.yaml"
UNIT = "unit:"  # begins what stands in the project's own units
NOT = "!"  # begins a pattern that leaves out
MESSAGE = 300  # characters of names, or of what Python says
PARTS = "parts"  # the key of a question in several
MOST = {"seconds": 3600, "memory_mb": 65_536, "output_kb": 65_536}  # of each limit
BAD_PATTERN = (ValueError, NotImplementedError, IndexError, OSError, RecursionError)

Keys = dict[str, MarkedNode]  # of a question, with what stands there


class Reader:
    """Reads the values of an assignment's file; what it cannot read it complains of."""

    def __init__(self, source: Source, folder: Path) -> None:
        self.fields = Fields(source)
        self.complain = source.complain
        self._source = source
        self.places = Places(folder if (folder / TRUSTED).is_dir() else None)
        self.trees = TreeSet(source, folder)
        self._seen: set[tuple[str, str]] = set()
        self._first: dict[str, str] = {}  # by question what its first entry asks for

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that was complained of, in the file and in what it names."""
        return (*self._source.problems, *self.trees.problems)

    def read(
        self,
        keys: Keys,
        key: str,
        reader: Callable[[MarkedNode], Any],
        default: Any,
    ) -> Any:
        """The value of a key, or the default where it is absent or wrong."""
        found = reader(keys[key]) if key in keys else None
        return default if found is None else found

    def non_empty_items(self, node: MarkedNode, what: str) -> list[MarkedNode]:
        """The items of a list, of which there must be some."""
        if isinstance(node, MarkedList) and not node.items:
            self.complain(node.mark, f"expected at least one {what}")
        return self.fields.items(node)

    def is_new(self, node: MarkedNode, question: str, about: str) -> bool:
        """Whether the question was not asked about that before; else a complaint."""
        if question and (question, about) in self._seen:
            asking, asked = clean(question, SHOWN), clean(about, SHOWN)
            self.complain(node.mark, f"{asking} asks {asked} twice")
            return False
        self._seen.add((question, about))
        return True

    def check_same_kind_of_question(
        self, node: MarkedNode, question: str, asks_for: str
    ) -> None:
        """Complain where a question of that name asked for something else above."""
        first = self._first.setdefault(question, asks_for)
        if question and asks_for != first:
            name = clean(question, SHOWN)
            found = f"{name} asks for {asks_for} here, and for {first} above"
            self.complain(node.mark, f"{found}; give it another name")

    def new_pairs(
        self, node: MarkedNode, question: str, expected: str
    ) -> Iterator[tuple[str, MarkedNode]]:
        """The pairs of a mapping, which has some, that were not asked before."""
        pairs = node.pairs if isinstance(node, Mapping) else []
        if not pairs:
            self.complain(node.mark, expected)
        for key, value in pairs:
            if self.is_new(key, question, key.text):
                yield key.text, value

    def options(self, keys: Keys) -> tuple[tuple[str, Content], ...]:
        """The options of a game, which stand below that key."""
        rows = self.fields.mapping(keys["options"]) if "options" in keys else {}
        return tuple([(name, self.fields.plain(row)) for name, row in rows.items()])

    def whole(self, node: MarkedNode, least: int, most: int) -> int | None:
        """A whole number within these bounds."""
        number = self.fields.number(node)
        if type(number) is int and least <= number <= most:
            return number
        expected = f"expected a whole number from {least} to {most}"
        if number is not None:
            self.complain(node.mark, f"{expected}, found {number}")
        return None

    def identifier(self, node: MarkedNode) -> str | None:
        """A name as Python knows them."""
        text = self.fields.text(node)
        if text is not None and not text.isidentifier():
            found = f"{text[:SHOWN]!r} is not a name that Python knows"
            self.complain(node.mark, found)
            return None
        return text

    def names(self, node: MarkedNode) -> tuple[str, ...] | None:
        """Names, each once."""
        names: dict[str, None] = {}
        for item in self.non_empty_items(node, "name"):
            name = self.identifier(item)
            if name in names:
                shown = clean(name or "", SHOWN)
                self.complain(item.mark, f"{shown} stands here twice")
            elif name is not None:
                names[name] = None
        return tuple(names) or None

    def choice_reader(
        self, names: tuple[str, ...]
    ) -> Callable[[MarkedNode], str | None]:
        """What reads one of these."""
        return lambda node: self.fields.choice(node, names)

    def seconds_reader(self, most: int) -> Callable[[MarkedNode], Number | None]:
        """What reads a number above 0, and at most this."""
        return lambda node: self._at_most(node, self.fields.positive(node), most)

    def _at_most(
        self, node: MarkedNode, value: Number | None, most: int
    ) -> Number | None:
        if value is not None and value > most:
            self.complain(node.mark, f"expected at most {most}, found {value}")
        return value

    def points_of_some(self, node: MarkedNode, facets: tuple[str, ...]) -> Shares:
        """How much each of these facets earns; complaints of others."""
        for key, _ in node.pairs if isinstance(node, Mapping) else ():
            if key.text not in facets:
                self.complain(key.mark, unknown_key_sentence(key.text, facets))
        return self.points(node, facets, facets)

    def points(
        self, node: MarkedNode, facets: tuple[str, ...], examples: tuple[str, ...]
    ) -> Shares:
        """How much each facet earns.

        Those that are `facets` come first, in their order, others as in the file.
        """
        found = self.fields.mapping(node)
        for key, _ in node.pairs if isinstance(node, Mapping) else ():
            if not key.text.isidentifier():
                self.complain(key.mark, unknown_key_sentence(key.text, facets))
        points = {facet: self._points_of(n) for facet, n in found.items()}
        if isinstance(node, Mapping) and not points:
            self.complain(node.mark, f"points for some of {', '.join(examples)}")
        order = dict.fromkeys((*facets, *points))
        return tuple((facet, points[facet]) for facet in order if points.get(facet))

    def _points_of(self, node: MarkedNode) -> float:
        number = self.fields.number(node)
        if number is not None and number < 0:
            self.complain(node.mark, f"points cannot be negative, found {number}")
        return float(number or 0)

    def worth(self, node: MarkedNode) -> float | None:
        """What tests are worth together, in hundredths of a point."""
        number = self.fields.positive(node)
        if number is None:
            return None
        if round(number * UNITS) / UNITS != number:
            told = f"expected at most two decimals, found {number}"
            self.complain(node.mark, told)
            return None
        return float(number)

    def trees_of_part(
        self, node: MarkedNode, question: str
    ) -> Iterator[tuple[str, Path, GameTree]]:
        """The trees of a part by name and file, from the patterns that name them."""
        for item, name, path in self.trees.chosen(self.non_empty_items(node, "tree")):
            if self.is_new(item, question, name):
                tree = self.trees.tree_at_path(path)
                if tree is not None:
                    yield name, path, tree

    def shared_fields(
        self, node: MarkedNode, keys: Keys, usual: Limits | None = None
    ) -> dict[str, Any]:
        """The fields that questions of all kinds have; limits may be as `usual`."""
        name = self.read(keys, "name", self.identifier, "")
        return {
            "name": name,
            "module": self.read(keys, "module", self.identifier, name),
            "limits": self.read(keys, "limits", self.limits, usual or Limits()),
            "places": self.places,
            "marks": marks_of(node),
        }

    def limits(self, node: MarkedNode) -> Limits:
        """The limits of a test; those that are not given are as usual."""
        given: dict[str, Any] = {}
        for name, item in self.fields.mapping(node, MOST).items():
            value = self.fields.positive(item)
            if value is None or name not in MOST:
                continue
            given[name] = self._at_most(item, value, MOST[name])
            if name != "seconds" and not isinstance(value, int):
                self.complain(item.mark, f"expected a whole number, found {value}")
        return replace(Limits(), **given)


def points_of(*facets: str) -> Callable[[Reader, Any, MarkedNode], Shares]:
    """What reads how much each of these facets earns, whatever the question."""
    return lambda reader, _question, node: reader.points_of_some(node, facets)


def tests_as_they_are(
    _reader: Reader, _node: MarkedNode, _keys: Keys, tests: Sequence[Any]
) -> Sequence[Any]:
    """The tests of a kind of which all together tell nothing more."""
    return tests


def marks_of(node: MarkedNode) -> dict[str, tuple[int, int]]:
    """Where a question and its keys stand, and its points facet by facet.

    Of what stands in several of its parts, the first.
    """
    found = {"": node.mark}
    parts: list[MarkedNode] = []
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        found[key.text] = key.mark
        if key.text == "points" and isinstance(value, Mapping):
            found |= {f"points {facet.text}": facet.mark for facet, _ in value.pairs}
        if key.text == PARTS and isinstance(value, MarkedList):
            parts = value.items
    marks = {key: (mark.line, mark.column) for key, mark in found.items()}
    for part in parts:
        marks = {**marks_of(part), **marks}
    return marks


def _is_exclusion(node: MarkedNode) -> bool:
    return isinstance(node, Scalar) and node.text.strip().startswith(NOT)


class TreeSet:
    """The tree files that patterns name, below a folder or elsewhere.

    `problems` are those of the files read so far.
    """

    def __init__(self, source: Source, folder: Path) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self._folder = folder
        self._trees: dict[Path, GameTree | None] = {}
        self._named_before: dict[str, Path] = {}
        self.problems: list[Problem] = []

    def chosen(self, items: list[MarkedNode]) -> list[tuple[MarkedNode, str, Path]]:
        """The trees that patterns name, in order, each by its name; `!` leaves out."""
        rows = [
            (item, *row)
            for item in items
            if not _is_exclusion(item)
            for row in self._matches(item)
        ]
        for item in filter(_is_exclusion, items):
            pattern = (self._fields.text(item) or "")[1:].removeprefix(UNIT)
            kept = [row for row in rows if not fnmatch(f"{row[1]}.yaml", pattern)]
            if len(kept) == len(rows):
                shown = clean(f"!{pattern}", SHOWN)
                self._complain(
                    item.mark, f"{shown}: there is no such tree to leave out"
                )
            rows = kept
        return rows

    def _matches(self, item: MarkedNode) -> list[tuple[str, Path]]:
        pattern = self._fields.text(item)
        if pattern is None:
            return []
        shown = clean(pattern, SHOWN)
        if pattern[0] in "/~" or pattern[1:2] == ":":
            below = f"give a path from this folder, or {UNIT}… for one of test_trees/"
            self._complain(item.mark, f"{shown}: {below}")
            return []
        is_units = pattern.startswith(UNIT)
        folder = TREES if is_units else self._folder
        try:
            found = visible(folder, pattern.removeprefix(UNIT))
        except BAD_PATTERN as fault:
            reason = clean(getattr(fault, "strerror", None) or str(fault), MESSAGE)
            self._complain(item.mark, f"{shown}: not a pattern ({reason})")
            return []
        trees = [
            path
            for path in found
            if path.suffix == ".yaml" and path.name != FILE
            if not is_for_authors(path, folder)
        ]
        if not trees:
            self._complain(item.mark, f"{shown}: no tree file (*.yaml) fits")
        return [row for row in self._named(item, folder, trees) if row[0]]

    def _named(
        self, item: MarkedNode, folder: Path, trees: list[Path]
    ) -> Iterator[tuple[str, Path]]:
        """Each tree with its name: its path, without what leads out of the folder."""
        for path in trees:
            parts = path.relative_to(folder).with_suffix("").parts
            name = "/".join(part for part in parts if part != "..")
            first = self._named_before.setdefault(name, path)
            if _real(first) != _real(path):
                both = f"{path_shown(first)} and {path_shown(path)}"
                self._complain(item.mark, f"two trees have one name, {name}: {both}")
            else:
                yield name, first

    def tree_at_path(self, path: Path) -> GameTree | None:
        """The tree of a file, which is read once; its problems join ours."""
        if path not in self._trees:
            self._trees[path] = None
            try:
                self._trees[path] = treefile.load(path)
            except FileProblems as fault:
                self.problems.extend(fault.problems)
        return self._trees[path]


def _real(path: Path) -> str:
    """Where a path leads; one that leads round in a circle stays as it is."""
    return os.path.realpath(path)

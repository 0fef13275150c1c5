"""Read `assignment.yaml` and the trees it names, with all that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import yaml

from autograder import treefile
from autograder.assignment import (
    BUDGET,
    FACETS,
    TIES,
    VISIBILITIES,
    VISIBLE,
    Assignment,
    Case,
    Question,
)
from autograder.errors import FileProblems, Problem
from autograder.fields import Fields
from autograder.limits import Limits
from autograder.marked import Mapping, MarkedNode, Source, read
from autograder.trees import GameTree

FILE = "assignment.yaml"


def load(folder: Path) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file."""
    source = Source(folder / FILE)
    root = read(source)
    reader = _AssignmentReader(source, folder)
    assignment = reader.assignment(root) if root is not None else None
    problems = (*source.problems, *reader.tree_problems)
    if problems or assignment is None:
        raise FileProblems(problems)
    return assignment


def dump(assignment: Assignment) -> str:
    """An assignment as a file that reads back as the same one, tree by tree."""
    groups: dict[tuple[Question, str], list[str]] = {}
    for case in assignment.cases:
        trees = groups.setdefault((case.question, case.visibility), [])
        trees.append(f"{case.tree_name}.yaml")
    questions = [
        {
            **_plain(question),
            "visibility": visibility,
            "trees": trees,
        }
        for (question, visibility), trees in groups.items()
    ]
    content = {
        "title": assignment.title,
        "budget": assignment.budget,
        "questions": questions,
    }
    return yaml.safe_dump(content, sort_keys=False, width=80)


def _plain(question: Question) -> dict[str, Any]:
    """The fields of a question as YAML takes them; empty ones are left out."""
    rows = asdict(question)
    rows["points"] = dict(question.points)
    lists = {key: list(v) for key, v in rows.items() if isinstance(v, tuple)}
    return {key: value for key, value in {**rows, **lists}.items() if value}


class _AssignmentReader:
    """Reads the file and, through `treefile`, every tree that it names."""

    def __init__(self, source: Source, folder: Path) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self._folder = folder
        self._trees: dict[Path, GameTree | None] = {}
        self._seen: set[tuple[str, str]] = set()
        self.tree_problems: list[Problem] = []

    def assignment(self, root: MarkedNode) -> Assignment | None:
        keys = self._fields.mapping(root, ("title", "budget", "questions"))
        title = self._read(keys, "title", self._fields.text, "Game-tree search")
        budget = self._read(keys, "budget", self._fields.positive, BUDGET)
        if "questions" not in keys:
            self._complain(root.mark, "an assignment has a list of `questions`")
            return None
        cases: list[Case] = []
        for node in self._fields.items(keys["questions"]):
            cases.extend(self._question(node))
        return Assignment(self._folder, title, tuple(cases), float(budget))

    def _read(
        self,
        keys: dict[str, MarkedNode],
        key: str,
        reader: Callable[[MarkedNode], Any],
        default: Any,
    ) -> Any:
        """The value of a key, or the default where it is absent or wrong."""
        found = reader(keys[key]) if key in keys else None
        return default if found is None else found

    def _question(self, node: MarkedNode) -> list[Case]:
        known = (*(f.name for f in fields(Question)), "trees", "visibility")
        keys = self._fields.mapping(node, known)
        for required in ("name", "points", "trees"):
            if keys and required not in keys:
                self._complain(node.mark, f"a question has `{required}`")
        name = self._read(keys, "name", self._identifier, "")
        module = self._read(keys, "module", self._identifier, name)
        conventions = self._read(keys, "conventions", self._names, ("textbook",))
        question = Question(
            name,
            module,
            self._read(keys, "search", self._identifier, f"{module}_search"),
            self._read(keys, "arguments", self._arguments, ()),
            conventions,
            self._read(keys, "accept", self._names, conventions[:1]),
            self._read(keys, "ties", self._ties, "any"),
            self._read(keys, "points", self._points, ()),
            self._read(keys, "limits", self._limits, Limits()),
        )
        for unknown in set(question.accept) - set(conventions):
            place = keys.get("accept", node).mark
            self._complain(place, f"{unknown} is not among the conventions")
        visibility = self._read(keys, "visibility", self._visibility, VISIBLE)
        return self._cases(question, keys.get("trees"), visibility)

    def _identifier(self, node: MarkedNode) -> str | None:
        text = self._fields.text(node)
        if text is not None and not text.isidentifier():
            self._complain(node.mark, f"{text!r} is not a name that Python knows")
            return None
        return text

    def _names(self, node: MarkedNode) -> tuple[str, ...] | None:
        names = [self._identifier(item) for item in self._fields.items(node)]
        if not names:
            self._complain(node.mark, "expected at least one name")
        return tuple(name for name in names if name) or None

    def _arguments(self, node: MarkedNode) -> tuple[str, ...] | None:
        names = self._names(node)
        if names is not None and names != ("alpha", "beta"):
            self._complain(node.mark, "the arguments can be [alpha, beta], or absent")
        return names

    def _ties(self, node: MarkedNode) -> str | None:
        return self._fields.choice(node, TIES)

    def _visibility(self, node: MarkedNode) -> str | None:
        return self._fields.choice(node, VISIBILITIES)

    def _points(self, node: MarkedNode) -> tuple[tuple[str, float], ...]:
        found = self._fields.mapping(node, FACETS)
        points = {facet: self._points_of(n) for facet, n in found.items()}
        if isinstance(node, Mapping) and not points:
            self._complain(node.mark, f"points for some of {', '.join(FACETS)}")
        return tuple((facet, points[facet]) for facet in FACETS if points.get(facet))

    def _points_of(self, node: MarkedNode) -> float:
        number = self._fields.number(node)
        if number is not None and number < 0:
            self._complain(node.mark, f"points cannot be negative, found {number}")
        return float(number or 0)

    def _limits(self, node: MarkedNode) -> Limits:
        found = self._fields.mapping(node, [f.name for f in fields(Limits)])
        read = {name: self._fields.positive(n) for name, n in found.items()}
        given: dict[str, Any] = {n: v for n, v in read.items() if v is not None}
        for name in ("memory_mb", "output_kb"):
            if name in given and not isinstance(given[name], int):
                self._complain(found[name].mark, "expected a whole number")
        return replace(Limits(), **given)

    def _cases(
        self, question: Question, node: MarkedNode | None, visibility: str
    ) -> list[Case]:
        cases: list[Case] = []
        for item in self._fields.items(node) if node is not None else []:
            for path in self._matches(item):
                name = path.relative_to(self._folder).with_suffix("").as_posix()
                if (question.name, name) in self._seen:
                    self._complain(item.mark, f"{question.name} asks {name} twice")
                    continue
                self._seen.add((question.name, name))
                tree = self._tree(path)
                if tree is not None:
                    cases.append(Case(question, name, tree, visibility))
        return cases

    def _matches(self, item: MarkedNode) -> list[Path]:
        pattern = self._fields.text(item)
        if pattern is None:
            return []
        if pattern.startswith(("/", "~")) or ".." in pattern or ":" in pattern:
            self._complain(item.mark, f"{pattern}: give a path below this folder")
            return []
        found = sorted(self._folder.glob(pattern))
        trees = [p for p in found if p.suffix == ".yaml" and p.name != FILE]
        if not trees:
            self._complain(item.mark, f"{pattern}: no tree file (*.yaml) fits")
        return trees

    def _tree(self, path: Path) -> GameTree | None:
        """The tree of a file, which is read once; its problems join ours."""
        if path not in self._trees:
            self._trees[path] = None
            try:
                self._trees[path] = treefile.load(path)
            except FileProblems as fault:
                self.tree_problems.extend(fault.problems)
        return self._trees[path]

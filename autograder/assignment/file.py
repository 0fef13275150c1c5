"""`assignment.yaml`: read with its trees and all that is wrong, and written."""

from __future__ import annotations

import glob
from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from autograder.assignment.questions import (
    BUDGET,
    FACETS,
    FEEDBACK,
    NO_SEARCH,
    ORDERS,
    TIES,
    VISIBILITIES,
    VISIBLE,
    VISITS,
    Assignment,
    Case,
    Limits,
    Question,
)
from autograder.assignment.signature import (
    EVERY,
    STARTS,
    TEXTBOOK,
    USUAL,
    WITH_CHANCE,
    Entry,
    function_at,
)
from autograder.errors import FileProblems, Problem
from autograder.game import Number
from autograder.text import clean, listed
from autograder.trees import file as treefile
from autograder.trees.fields import Fields, unknown_key
from autograder.trees.marked import (
    SHOWN,
    Mapping,
    MarkedNode,
    Scalar,
    Sequence,
    Source,
    read,
)
from autograder.trees.tree import PLAYERS, GameTree, common_window

FILE = "assignment.yaml"
TITLE = "Game-tree search"  # where the file gives none
KEYS = ("title", "budget", "counterexample", "pictures", "questions")
QUESTION_KEYS = (
    *("name", "module", "search", "entry", "arguments", "conventions", "accept"),
    *("ties", "order", "repeats", "visits", "points", "limits", "trees"),
    *("visibility", "feedback"),
)
REQUIRED = ("name", "points", "trees")
MESSAGE = 300  # characters of names, or of what Python says
MOST_BUDGET, MOST_SEARCH = 86_400, 60  # seconds
PICTURES = ("none", "svg")
TRUTH = ("true", "false")
MOST = {"seconds": 3600, "memory_mb": 65_536, "output_kb": 65_536}  # of each limit


def load(folder: Path) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file."""
    source = Source(folder / FILE)
    root = read(source)
    reader = _AssignmentReader(source, folder)
    assignment = reader.assignment(root) if root is not None else None
    problems = (*source.problems, *reader.trees.problems)
    if problems or assignment is None:
        raise FileProblems(problems)
    return assignment


class _AssignmentReader:
    """Reads the file and, through `treefile`, every tree that it names."""

    def __init__(self, source: Source, folder: Path) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self._folder = folder
        self._seen: set[tuple[str, str]] = set()
        self.trees = TreeSet(source, folder)

    def assignment(self, root: MarkedNode) -> Assignment | None:
        keys = self._fields.mapping(root, KEYS)
        title = self._read(keys, "title", self._fields.text, TITLE)
        budget = self._read(keys, "budget", self._seconds(MOST_BUDGET), BUDGET)
        search = self._read(keys, "counterexample", self._seconds(MOST_SEARCH), 0.0)
        pictures = self._read(keys, "pictures", self._choice(PICTURES), PICTURES[0])
        if "questions" not in keys:
            self._complain(root.mark, "an assignment has a list of `questions`")
            return None
        cases: list[Case] = []
        for node in self._some(keys["questions"], "question"):
            cases.extend(self._question(node))
        return Assignment(
            self._folder,
            title,
            tuple(cases),
            float(budget),
            float(search),
            pictures == PICTURES[1],
        )

    def _some(self, node: MarkedNode, what: str) -> list[MarkedNode]:
        """The items of a list, of which there must be some."""
        if isinstance(node, Sequence) and not node.items:
            self._complain(node.mark, f"expected at least one {what}")
        return self._fields.items(node)

    def _seconds(self, most: int) -> Callable[[MarkedNode], Number | None]:
        return lambda node: self._at_most(node, self._fields.positive(node), most)

    def _at_most(
        self, node: MarkedNode, value: Number | None, most: int
    ) -> Number | None:
        if value is not None and value > most:
            self._complain(node.mark, f"expected at most {most}, found {value}")
        return value

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
        keys = self._fields.mapping(node, QUESTION_KEYS)
        missing = tuple(f"`{key}`" for key in REQUIRED if key not in keys)
        if missing and isinstance(node, Mapping):
            self._complain(node.mark, f"a question needs {listed(missing)}")
        name = self._read(keys, "name", self._identifier, "")
        module = self._read(keys, "module", self._identifier, name)
        conventions = self._read(keys, "conventions", self._names, (USUAL,))
        question = Question(
            name,
            module,
            self._read(keys, "search", self._search, f"{module}_search"),
            self._read(keys, "arguments", self._arguments, None),
            conventions,
            self._read(keys, "accept", self._names, conventions[:1]),
            self._read(keys, "ties", self._choice(TIES), TIES[0]),
            self._read(keys, "order", self._choice(ORDERS), ORDERS[0]),
            self._read(keys, "points", self._points, ()),
            self._read(keys, "limits", self._limits, Limits()),
            self._read(keys, "entry", self._entry, None),
            repeats=self._read(keys, "repeats", self._choice(TRUTH), TRUTH[1])
            == TRUTH[0],
            visits=self._read(keys, "visits", self._choice(VISITS), VISITS[0]),
            marks=_marks(node),
        )
        if "accept" in keys:
            self._check_accepted(keys["accept"], conventions)
        shown = (
            self._read(keys, "visibility", self._choice(VISIBILITIES), VISIBLE),
            self._read(keys, "feedback", self._choice(FEEDBACK), FEEDBACK[0]),
        )
        cases = self._cases(question, keys.get("trees"), shown)
        self._check_movers(node, keys.get("entry"), cases)
        within = common_window(case.tree for case in cases)
        return [
            replace(c, question=replace(_of_two(c.question, cases), within=within))
            for c in cases
        ]

    def _check_accepted(self, node: MarkedNode, conventions: tuple[str, ...]) -> None:
        for item in node.items if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar) and item.text.strip() not in conventions:
                known = clean(listed(conventions), MESSAGE)
                name = clean(item.text, SHOWN)
                self._complain(item.mark, f"{name} is not a convention here: {known}")

    def _identifier(self, node: MarkedNode) -> str | None:
        text = self._fields.text(node)
        if text is not None and not text.isidentifier():
            found = f"{text[:SHOWN]!r} is not a name that Python knows"
            self._complain(node.mark, found)
            return None
        return text

    def _search(self, node: MarkedNode) -> str | None:
        """The name of a function; "" where it is said that there is none."""
        name = self._identifier(node)
        return "" if name == NO_SEARCH else name

    def _names(self, node: MarkedNode) -> tuple[str, ...] | None:
        """Names, each once."""
        names: dict[str, None] = {}
        for item in self._some(node, "name"):
            name = self._identifier(item)
            if name in names:
                shown = clean(name or "", SHOWN)
                self._complain(item.mark, f"{shown} stands here twice")
            elif name is not None:
                names[name] = None
        return tuple(names) or None

    def _arguments(self, node: MarkedNode) -> tuple[str, ...] | None:
        """Names of which it is known what they start with."""
        names = self._names(node)
        for item in self._fields.items(node) if names else ():
            if isinstance(item, Scalar) and item.text.strip() not in STARTS:
                name, known = clean(item.text, SHOWN), listed(tuple(STARTS))
                self._complain(item.mark, f"{name} is no argument; there are {known}")
        return names

    def _entry(self, node: MarkedNode) -> Entry | None:
        """One function for the nodes of all players, or one for those of each."""
        if isinstance(node, Scalar):
            name = self._identifier(node)
            return ((EVERY, name),) if name else None
        keys = self._fields.mapping(node)
        if isinstance(node, Mapping) and not node.pairs:
            self._complain(node.mark, "expected a function, or one for each who moves")
        found = [(player, self._identifier(name)) for player, name in keys.items()]
        order = {player: place for place, (player, _) in enumerate(WITH_CHANCE)}
        found.sort(key=lambda row: order.get(row[0], len(order)))
        return tuple((player, name) for player, name in found if name) or None

    def _check_movers(
        self, node: MarkedNode, entry: MarkedNode | None, cases: list[Case]
    ) -> None:
        """Complain where a player moves in a tree and no function is called for him."""
        moving = {n.to_move for case in cases for n in case.tree.nodes if n.children}
        movers = tuple(sorted(moving))
        named = {who for who, _ in WITH_CHANCE}
        question = cases[0].question if cases else None
        if question is None or question.entry is None or entry is None:
            others = tuple(who for who in movers if who not in named)
            if others:
                told = f"{clean(listed(others), MESSAGE)} move in its trees"
                remedy = "say with `entry` which function is called for them"
                self._complain(node.mark, f"{told}; {remedy}")
            return
        for key, _ in entry.pairs if isinstance(entry, Mapping) else ():
            known = tuple(dict.fromkeys((*dict(WITH_CHANCE), *movers)))
            if key.text not in known:
                self._complain(key.mark, unknown_key(key.text, known))
        missing = [who for who in movers if not function_at(question.entry, who)]
        if missing:
            listing = listed(tuple(f"`{clean(who, SHOWN)}`" for who in missing))
            self._complain(entry.mark, f"an entry needs {listing} too")

    def _choice(self, known: tuple[str, ...]) -> Callable[[MarkedNode], str | None]:
        return lambda node: self._fields.choice(node, known)

    def _points(self, node: MarkedNode) -> tuple[tuple[str, float], ...]:
        """What each facet earns; whether there is a function of a name is told later.

        They stand in the order of FACETS, the functions behind them as in the file.
        """
        found = self._fields.mapping(node)
        for key, _ in node.pairs if isinstance(node, Mapping) else ():
            if not key.text.isidentifier():
                self._complain(key.mark, unknown_key(key.text, FACETS))
        points = {facet: self._points_of(n) for facet, n in found.items()}
        if isinstance(node, Mapping) and not points:
            facets = ", ".join((*FACETS, *dict(TEXTBOOK).values()))
            self._complain(node.mark, f"points for some of {facets}")
        order = dict.fromkeys((*FACETS, *points))
        return tuple((facet, points[facet]) for facet in order if points.get(facet))

    def _points_of(self, node: MarkedNode) -> float:
        number = self._fields.number(node)
        if number is not None and number < 0:
            self._complain(node.mark, f"points cannot be negative, found {number}")
        return float(number or 0)

    def _limits(self, node: MarkedNode) -> Limits:
        given: dict[str, Any] = {}
        for name, item in self._fields.mapping(node, MOST).items():
            value = self._fields.positive(item)
            if value is None or name not in MOST:
                continue
            given[name] = self._at_most(item, value, MOST[name])
            if name != "seconds" and not isinstance(value, int):
                self._complain(item.mark, f"expected a whole number, found {value}")
        return replace(Limits(), **given)

    def _cases(
        self, question: Question, node: MarkedNode | None, shown: tuple[str, str]
    ) -> list[Case]:
        cases: list[Case] = []
        for item in self._some(node, "tree") if node is not None else []:
            for path in self.trees.matches(item):
                name = self.trees.name(path)
                if question.name and (question.name, name) in self._seen:
                    asking, asked = clean(question.name, SHOWN), clean(name, SHOWN)
                    self._complain(item.mark, f"{asking} asks {asked} twice")
                    continue
                self._seen.add((question.name, name))
                tree = self.trees.tree(path)
                if tree is not None:
                    cases.append(Case(question, name, tree, *shown))
        return cases


BAD_PATTERN = (ValueError, NotImplementedError, IndexError, OSError, RecursionError)


class TreeSet:
    """The tree files below a folder; `problems` are those of the files read so far."""

    def __init__(self, source: Source, folder: Path) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self._folder = folder
        self._trees: dict[Path, GameTree | None] = {}
        self.problems: list[Problem] = []

    def name(self, path: Path) -> str:
        """By which the tree of a file is known."""
        return path.relative_to(self._folder).with_suffix("").as_posix()

    def matches(self, item: MarkedNode) -> list[Path]:
        """The tree files that a pattern names; a complaint where there are none."""
        pattern = self._fields.text(item)
        if pattern is None:
            return []
        shown = clean(pattern, SHOWN)
        if pattern[0] in "/~" or ".." in pattern.split("/") or pattern[1:2] == ":":
            self._complain(item.mark, f"{shown}: give a path below this folder")
            return []
        try:
            found = sorted(set(self._folder.glob(pattern)))
        except BAD_PATTERN as fault:
            reason = clean(getattr(fault, "strerror", None) or str(fault), MESSAGE)
            self._complain(item.mark, f"{shown}: not a pattern ({reason})")
            return []
        trees = [p for p in found if p.suffix == ".yaml" and p.name != FILE]
        if not trees:
            self._complain(item.mark, f"{shown}: no tree file (*.yaml) fits")
        return trees

    def tree(self, path: Path) -> GameTree | None:
        """The tree of a file, which is read once; its problems join ours."""
        if path not in self._trees:
            self._trees[path] = None
            try:
                self._trees[path] = treefile.load(path)
            except FileProblems as fault:
                self.problems.extend(fault.problems)
        return self._trees[path]


def dump(assignment: Assignment) -> str:
    """An assignment as a file that reads back as the same one, tree by tree."""
    runs = groupby(
        assignment.cases, lambda case: (case.question, case.visibility, case.feedback)
    )
    questions = [
        {
            **_plain(question),
            "visibility": visibility,
            "feedback": feedback,
            "trees": [glob.escape(f"{case.tree_name}.yaml") for case in cases],
        }
        for (question, visibility, feedback), cases in runs
    ]
    content = {
        "title": assignment.title,
        "budget": assignment.budget,
        **(
            {"counterexample": searched}
            if (searched := assignment.counterexample)
            else {}
        ),
        "pictures": "svg" if assignment.pictures else "none",
        "questions": questions,
    }
    return yaml.safe_dump(content, sort_keys=False, width=80)


def _of_two(question: Question, cases: list[Case]) -> Question:
    """The question; one function for all is, where two play, that of both."""
    if question.entry is None or dict(question.entry).keys() != {EVERY}:
        return question
    if not all({n.to_move for n in c.tree.nodes} <= {*PLAYERS} for c in cases):
        return question
    (_, name), *_ = question.entry
    return replace(question, entry=tuple((player, name) for player in PLAYERS))


def _marks(node: MarkedNode) -> dict[str, tuple[int, int]]:
    """Where a question and its keys stand, and its points facet by facet."""
    found = {"": node.mark}
    for key, value in node.pairs if isinstance(node, Mapping) else ():
        found[key.text] = key.mark
        if key.text == "points" and isinstance(value, Mapping):
            found |= {f"points {facet.text}": facet.mark for facet, _ in value.pairs}
    return {key: (mark.line, mark.column) for key, mark in found.items()}


def _plain(question: Question) -> dict[str, Any]:
    """The fields of a question as YAML takes them; what is as usual is left out."""
    given = [key for key in QUESTION_KEYS if hasattr(question, key)]
    rows = {key: getattr(question, key) for key in given}
    for key in ("conventions", "accept"):
        rows[key] = question.named(rows[key])
    entry = dict(question.entry or ())
    one_for_all = len({*entry.values()}) == 1 and {*entry} in ({EVERY}, {*PLAYERS})
    rows["entry"] = next(iter(entry.values())) if one_for_all else entry
    rows["limits"] = asdict(question.limits)
    rows["points"] = dict(question.points) or {FACETS[0]: 0}
    lists = {key: list(v) for key, v in rows.items() if isinstance(v, tuple)}
    return {key: value for key, value in {**rows, **lists}.items() if value}

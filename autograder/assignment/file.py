"""`assignment.yaml`: read with all that its questions ask about, and written.

Of a question it reads what all have. What else it has, its kind reads.
"""

from __future__ import annotations

import ast
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping as ByName
from collections.abc import Sequence as Many
from dataclasses import replace
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

import yaml

from autograder.assignment.questions import (
    BUDGET,
    FEEDBACK,
    HINTS,
    PYTHON,
    UNITS,
    VISIBILITIES,
    VISIBLE,
    AnyTest,
    Assignment,
    Interface,
    Part,
    Points,
    Shares,
    points_per_test,
)
from autograder.assignment.reading import (
    BAD_PATTERN,
    FILE,
    MESSAGE,
    PARTS,
    Keys,
    Reader,
    marks_of,
)
from autograder.errors import AssignmentError, FileProblems, UntoldError
from autograder.files import visible
from autograder.project import command_line, is_for_authors
from autograder.text import clean, listed
from autograder.trees.marked import SHOWN, Mapping, MarkedNode, Source, read

INTERFACE_KEYS = ("provided", "hands_in", "stubs")
WILD = "*?["
BELOW = "give a path below this folder"
SHADOWS = "{} would stand in place of Python's own module of that name; rename it"
OF_GRADER = "{} would stand in place of the grader; rename it"
PACKAGE = "autograder"
OF_GRADERS = {PACKAGE, "gradescope_utils", "pytest", "timeout_decorator", "yaml"}
NOT_THEIRS = {"", PACKAGE, *sys.stdlib_module_names}


def read_interface(reader: Reader, folder: Path, keys: Keys) -> Interface:
    """What these keys of an assignment say; what is wrong is complained of.

    The interface of a course is what it lays beside each submission, and what students
    send. It may keep its stubs: then a question's module is an adapter, a module of the
    author's, with the functions that are called here, which calls what the student has
    written under the course's own names.
    """
    found: dict[PurePosixPath, Path] = {}
    patterns: list[str] = []
    for item in (
        reader.non_empty_items(keys["provided"], "module") if "provided" in keys else ()
    ):
        pattern = reader.fields.text(item)
        if pattern is not None:
            patterns.append(pattern)
            for path, file in _matches(reader, item, folder, pattern).items():
                name = path.parts[0].removesuffix(PYTHON)
                if name in OF_GRADERS:
                    reader.complain(item.mark, OF_GRADER.format(path))
                elif name in sys.stdlib_module_names:
                    reader.complain(item.mark, SHADOWS.format(clean(str(path), SHOWN)))
                elif found.setdefault(path, file) != file:
                    told = f"{clean(str(path), SHOWN)} is provided twice, by two files"
                    reader.complain(item.mark, told)
    handed = _handed_in(reader, keys["hands_in"], found) if "hands_in" in keys else ()
    stubs = None
    if "stubs" in keys:
        stubs = _stubs(reader, keys["stubs"], folder, handed, found)
    return Interface(found, tuple(patterns), handed, stubs)


def check_modules(
    reader: Reader, keys: Keys, interface: Interface, modules: Many[str]
) -> None:
    """Complain where a question asks for a module that nobody has, or students none."""
    asked = [module for module in modules if not interface.provides(module)]
    if "provided" in keys and not interface.hands_in and not asked:
        told = "all modules are `provided`: `hands_in` says what students send"
        reader.complain(keys["provided"].mark, told)
    lost = tuple(f"{m}{PYTHON}" for m in asked if m not in interface.hands_in)
    if interface.hands_in and lost:
        told = f"{listed(lost)} is asked for: students hand it in, or it is `provided`"
        reader.complain(keys["hands_in"].mark, told)


def _matches(
    reader: Reader, item: MarkedNode, folder: Path, pattern: str
) -> dict[PurePosixPath, Path]:
    """The modules that fit a pattern, by their paths below its first folders."""
    shown = clean(pattern, SHOWN)
    parts = PurePosixPath(pattern).parts
    if pattern[0] in "/~" or pattern[1:2] == ":" or ".." in parts:
        reader.complain(item.mark, f"{shown}: {BELOW}")
        return {}
    try:
        paths = [p for p in visible(folder, pattern) if p.is_file()]
    except BAD_PATTERN as fault:
        reason = clean(getattr(fault, "strerror", None) or str(fault), MESSAGE)
        reader.complain(item.mark, f"{shown}: not a pattern ({reason})")
        return {}
    mine = [p for p in paths if p.suffix == PYTHON and not is_for_authors(p, folder)]
    if not mine:
        reader.complain(item.mark, f"{shown}: no module (*.py) fits")
    wild = [place for place, part in enumerate(parts) if {*WILD} & {*part}]
    top = folder.joinpath(*parts[: wild[0] if wild else -1])
    return {PurePosixPath(p.relative_to(top).as_posix()): p for p in mine}


def _handed_in(
    reader: Reader, node: MarkedNode, provided: ByName[PurePosixPath, Path]
) -> tuple[str, ...]:
    """The modules of these files, each once."""
    modules: dict[str, None] = {}
    for item in reader.non_empty_items(node, "file"):
        name = reader.fields.text(item)
        if name is None:
            continue
        module, shown = name.removesuffix(PYTHON), clean(name, SHOWN)
        if module == name or not module.isidentifier():
            told = f"{shown}: expected the name of a module, such as search.py"
            reader.complain(item.mark, told)
        elif PurePosixPath(name) in provided:
            reader.complain(item.mark, f"{shown} is `provided`: students need not")
        elif module in modules:
            reader.complain(item.mark, f"{shown} stands here twice")
        else:
            modules[module] = None
    return tuple(modules)


def _stubs(
    reader: Reader,
    node: MarkedNode,
    folder: Path,
    handed: Many[str],
    provided: ByName[PurePosixPath, Path],
) -> Path | None:
    """The folder of the course's stubs, which has all that students hand in."""
    name = reader.fields.text(node)
    if name is None:
        return None
    shown, inside, path = clean(name, SHOWN), PurePosixPath(name), folder / name
    if not path.is_dir() or ".." in inside.parts or inside.is_absolute():
        reader.complain(node.mark, f"{shown}: there is no such folder below this one")
        return None
    files = {module: path / f"{module}{PYTHON}" for module in handed}
    lost = tuple(file.name for file in files.values() if not file.is_file())
    if lost:
        reader.complain(node.mark, f"{shown} has no {listed(lost)}")
    beside = {*handed, *(each.parts[0].removesuffix(PYTHON) for each in provided)}
    for file in () if lost else files.values():
        for name in sorted(_imports(file) - beside):
            told = f"{shown}/{file.name} imports {name}, which is not `provided`"
            reader.complain(node.mark, told)
    if not handed:
        told = "`stubs` stand in place of what `hands_in` names, which is not said"
        reader.complain(node.mark, told)
    return path


def _imports(stub: Path) -> set[str]:
    """The modules that a stub imports wherever it runs, and that are not Python's."""
    try:
        body = ast.parse(stub.read_bytes()).body
    except (SyntaxError, ValueError):
        return set()
    names = [each.name for n in body if isinstance(n, ast.Import) for each in n.names]
    names += [n.module or "" for n in body if isinstance(n, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names} - NOT_THEIRS


TITLE = "Game-tree search"  # where the file gives none
OF_ALL = ("hints",)  # which stand for all questions, or in each
KEYS = (
    *("title", "budget", "counterexample", "pictures", "graded_later", *OF_ALL),
    *("unseen", *INTERFACE_KEYS),
    "questions",
)
# Which stand for all parts, or in each.
OF_PARTS = ("points", "visibility", "feedback", "hints")
PART_KEYS = ("worth", "group", *OF_PARTS)
QUESTION_KEYS = ("name", "kind", "module", "limits", *PART_KEYS, PARTS)
MOST_BUDGET, MOST_SEARCH = 86_400, 60  # seconds
PICTURES = ("none", "svg")
UNSEEN = ("drawn", "none")
TITLES = "titles"
OVER_ANOTHER = (
    "here {} were unpacked over one another; unpack each student.zip into an empty "
    "folder, and copy your own files there"
)


class Form(Protocol):
    """How the questions of a kind stand in the file: a module of that kind.

    `KEYS` are those of a question, `ASKED` is that of a part which says what is asked
    about; `FACETS` are those of which it is known what they are.
    """

    KEYS: tuple[str, ...]
    ASKED: str
    FACETS: tuple[str, ...]

    def question(self, reader: Reader, node: MarkedNode, keys: Keys) -> Any:
        """A question, from its keys."""

    def points(self, reader: Reader, question: Any, node: MarkedNode) -> Shares:
        """What facets earn."""

    def tests(
        self, reader: Reader, question: Any, part: Part, node: MarkedNode
    ) -> Many[Any]:
        """The tests of a part, from what it asks about."""

    def checked_tests(
        self, reader: Reader, node: MarkedNode, keys: Keys, tests: Many[Any]
    ) -> Many[AnyTest]:
        """The tests of all parts, with what only all of them together tell."""

    def question_keys(self, question: Any) -> dict[str, Any]:
        """A question as YAML takes it, but for its parts."""

    def subject_keys(self, tests: Many[Any]) -> Any:
        """What a part asks about, as YAML takes it."""


class Kind(Protocol):
    """A kind of question, of which a file knows no more than its form."""

    @property
    def form(self) -> Form:
        """The module that reads and writes its questions."""


Kinds = ByName[str, Kind]  # by name; the first is meant where none is named


def load(folder: Path, kinds: Kinds) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file.

    Raises AssignmentError where students' copies of several were unpacked there.
    """
    paths = visible(folder / TITLES, "*.txt")
    if len(paths) > 1:  # the last has the file, and of the others parts are left
        titles = [path.read_text("utf-8", errors="replace") for path in paths]
        names = tuple(f"“{clean(title, SHOWN)}”" for title in titles)
        raise AssignmentError(f"{folder}: {OVER_ANOTHER.format(listed(names))}")
    path = folder / FILE
    if not path.exists():
        remedy = command_line("new", folder)
        raise UntoldError(f"{path}: there is no such file; `{remedy}` writes one")
    source = Source(path)
    root = read(source)
    reader = _AssignmentReader(source, folder, kinds)
    assignment = reader.assignment(root) if root is not None else None
    if reader.problems or assignment is None:
        raise FileProblems(reader.problems)
    return assignment


def title_file(title: str) -> str:
    """Where in its folder a student's copy of an assignment says which it is."""
    return f"{TITLES}/{zlib.crc32(title.encode()):08x}.txt"


class _AssignmentReader(Reader):
    def __init__(self, source: Source, folder: Path, kinds: Kinds) -> None:
        super().__init__(source, folder)
        self._folder = folder
        self._kinds = kinds
        self._kind_of: dict[str, str] = {}  # by question
        self._in_parts: dict[str, bool] = {}  # by question
        self._usual: Keys = {}  # what stands for all questions

    def assignment(self, root: MarkedNode) -> Assignment | None:
        keys = self.fields.mapping(root, KEYS)
        title = self.read(keys, "title", self.fields.text, TITLE)
        budget = self.read(keys, "budget", self.seconds_reader(MOST_BUDGET), BUDGET)
        search = self.read(
            keys, "counterexample", self.seconds_reader(MOST_SEARCH), 0.0
        )
        pictures = self.read(
            keys, "pictures", self.choice_reader(PICTURES), PICTURES[0]
        )
        unseen = self.read(keys, "unseen", self.choice_reader(UNSEEN), UNSEEN[0])
        later = self.read(keys, "graded_later", self.fields.positive, 0.0)
        self._usual = {key: keys[key] for key in OF_ALL if key in keys}
        own = read_interface(self, self._folder, keys)
        if "questions" not in keys:
            self.complain(root.mark, "an assignment has a list of `questions`")
            return None
        tests: list[AnyTest] = []
        for node in self.non_empty_items(keys["questions"], "question"):
            tests.extend(self._question(node))
        modules = tuple(dict.fromkeys(test.question.module for test in tests))
        check_modules(self, keys, own, modules)
        return Assignment(
            folder=self._folder,
            title=title,
            tests=tuple(tests),
            budget=float(budget),
            counterexample=float(search),
            pictures=pictures == PICTURES[1],
            later=float(later),
            interface=own,
            unseen=unseen == UNSEEN[0],
        )

    def _question(self, node: MarkedNode) -> Many[AnyTest]:
        known = tuple(self._kinds)
        given = {key.text: value for key, value in _pairs(node)}
        usual = "" if "kind" in given else known[0]
        name = self.read(given, "kind", self.choice_reader(known), usual)
        if not name:  # which keys there are is not known
            return ()
        kind = self._kinds[name].form
        self._check_keys(node, name)
        keys = self.fields.mapping(node, (*QUESTION_KEYS, *kind.KEYS, kind.ASKED))
        of_one = () if PARTS in keys else ("points", kind.ASKED)
        missing = tuple(f"`{key}`" for key in ("name", *of_one) if key not in keys)
        if missing and isinstance(node, Mapping):
            self.complain(node.mark, f"a question needs {listed(missing)}")
        question = kind.question(self, node, keys)
        self._check_parts(node, keys, kind)
        found = [*self._tests(kind, question, keys)]
        facets = dict.fromkeys(facet for test in found for facet in test.points.facets)
        order = {facet: place for place, facet in enumerate(kind.FACETS)}
        known = tuple(sorted(facets, key=lambda facet: order.get(facet, len(order))))
        asked = replace(question, facets=known)
        found = [replace(test, question=asked) for test in found]
        tests = kind.checked_tests(self, node, keys, found)
        for question in {test.question.name: test.question for test in tests}.values():
            first = self._kind_of.setdefault(question.name, question.kind)
            if question.name and question.kind != first:
                here = f"{question.name} is a {question.kind} here, and a {first} above"
                self.complain(node.mark, f"{here}; give it another name")
        return tests

    def _tests(self, kind: Form, question: Any, keys: Keys) -> Iterator[Any]:
        """The tests of all parts; a question without parts is one itself."""
        of_question = {key: keys[key] for key in OF_PARTS if key in keys}
        usual = {**self._usual, **of_question}
        shares: dict[int, Shares] = {}  # what stands for all parts is read once
        for node, own in self._parts(kind, keys):
            told = {**usual, **own}
            stands = told.get("points")
            if stands is not None and id(stands) not in shares:
                shares[id(stands)] = kind.points(self, question, stands)
            part = Part(
                shares.get(id(stands), ()),
                self.read(told, "worth", self.worth, None),
                self.read(
                    told, "visibility", self.choice_reader(VISIBILITIES), VISIBLE
                ),
                self.read(told, "feedback", self.choice_reader(FEEDBACK), FEEDBACK[0]),
                self.read(told, "hints", self.choice_reader(HINTS), HINTS[0]),
                group=self.read(told, "group", self.fields.text, ""),
                marks=marks_of(node) if node else {},
            )
            if kind.ASKED in told:
                tests = kind.tests(self, question, part, told[kind.ASKED])
                yield from self._paid(part, tests, told)

    def _parts(
        self, kind: Form, keys: Keys
    ) -> Iterator[tuple[MarkedNode | None, Keys]]:
        if PARTS not in keys:
            yield None, keys
            return
        for node in self.non_empty_items(keys[PARTS], "part"):
            own = self.fields.mapping(node, (*PART_KEYS, kind.ASKED))
            there = {*own, *keys}
            needed = [key for key in ("points", kind.ASKED) if key not in there]
            if needed and isinstance(node, Mapping):
                names = listed(tuple(f"`{key}`" for key in needed))
                self.complain(node.mark, f"a part needs {names}")
            yield node, own

    def _paid(self, part: Part, tests: Many[Any], keys: Keys) -> Iterator[Any]:
        if part.worth is not None and not part.points and _pairs(keys.get("points")):
            self.complain(keys["worth"].mark, "no facet has points to share it by")
            return
        if part.worth is None or not part.points:
            earned: Many[Points] = [Points(part.points)] * len(tests)
        elif round(part.worth * UNITS) < len(tests):
            told = f"{len(tests)} tests share it: less than a hundredth for each"
            self.complain(keys["worth"].mark, told)
            return
        else:
            earned = points_per_test(part.worth, part.points, len(tests))
        for test, points in zip(tests, earned, strict=True):
            yield replace(test, points=points)

    def _check_parts(self, node: MarkedNode, keys: Keys, kind: Form) -> None:
        """Complain of what stands beside parts, and of a question that comes again."""
        for key in ("group", "worth", kind.ASKED) if PARTS in keys else ():
            if key in keys:
                self.complain(keys[key].mark, f"`{key}` stands in each of the `parts`")
        name = self.read(keys, "name", self.fields.text, "")
        before = self._in_parts.get(name)
        if name and before is not None and (before or PARTS in keys):
            told = f"{clean(name, SHOWN)} stands above; with `parts` a question is one"
            self.complain(node.mark, told)
        self._in_parts.setdefault(name, PARTS in keys)

    def _check_keys(self, node: MarkedNode, kind: str) -> None:
        """Complain of keys that questions of another kind have."""
        own = (*QUESTION_KEYS, *_keys_of(self._kinds[kind].form))
        for key in [key for key, _ in _pairs(node) if key.text not in own]:
            others = [n for n, k in self._kinds.items() if key.text in _keys_of(k.form)]
            if others:
                told = f"`{key.text}` is a key of `kind: {others[0]}`"
                self.complain(key.mark, told)


def _pairs(node: MarkedNode | None) -> list[tuple[Any, MarkedNode]]:
    return [*node.pairs] if isinstance(node, Mapping) else []


def _keys_of(kind: Form) -> tuple[str, ...]:
    return (*kind.KEYS, kind.ASKED)


def dump(assignment: Assignment, kinds: Kinds) -> str:
    """An assignment as a file that reads back as the same one, test by test."""
    searched = assignment.counterexample
    content = {
        "title": assignment.title,
        "budget": assignment.budget,
        **({"counterexample": searched} if searched else {}),
        "pictures": "svg" if assignment.pictures else "none",
        **({"graded_later": assignment.later} if assignment.later else {}),
        **({} if assignment.unseen else {"unseen": UNSEEN[1]}),
        **assignment.interface.interface_keys(),
        "questions": [*_plain(assignment.tests, kinds)],
    }
    return yaml.safe_dump(content, sort_keys=False, width=80)


def _plain(tests: Many[AnyTest], kinds: Kinds) -> Iterator[dict[str, Any]]:
    """Each question as YAML takes it; the only part of one stands in it.

    One that others interrupt stands there part by part.
    """
    runs = [(q, [*of_one]) for q, of_one in groupby(tests, lambda test: test.question)]
    often = Counter(question.name for question, _ in runs)
    for question, of_one in runs:
        kind = kinds[question.kind].form
        in_parts = groupby(of_one, lambda test: id(test.part))
        parts = [_part(kind, [*own]) for _, own in in_parts]
        if len(parts) > 1 and often[question.name] == 1:
            yield {**kind.question_keys(question), PARTS: parts}
        else:
            yield from ({**kind.question_keys(question), **part} for part in parts)


def _part(kind: Form, tests: Many[AnyTest]) -> dict[str, Any]:
    part = tests[0].part
    shares = part.points or ((kind.FACETS[0], 0.0),)
    return {
        **({"group": part.group} if part.group else {}),
        **({} if part.worth is None else {"worth": part.worth}),
        "points": dict(shares),
        kind.ASKED: kind.subject_keys(tests),
        "visibility": part.visibility,
        "feedback": part.feedback,
        **({} if part.hints == HINTS[0] else {"hints": part.hints}),
    }

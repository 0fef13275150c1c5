"""`assignment.yaml`: read with all that its questions ask about, and written.

Of a question it reads what all have. What else it has, its kind reads.
"""

from __future__ import annotations

from collections.abc import Mapping as ByName
from collections.abc import Sequence as Many
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

import yaml

from autograder.assignment.questions import BUDGET, AnyQuestion, AnyTest, Assignment
from autograder.assignment.reading import FILE, Keys, Reader
from autograder.errors import FileProblems
from autograder.text import listed
from autograder.trees.marked import Mapping, MarkedNode, Source, read

TITLE = "Game-tree search"  # where the file gives none
KEYS = ("title", "budget", "counterexample", "pictures", "questions")
QUESTION_KEYS = (
    *("name", "kind", "module", "points", "limits"),
    *("visibility", "feedback"),
)
REQUIRED = ("name", "points")
MOST_BUDGET, MOST_SEARCH = 86_400, 60  # seconds
PICTURES = ("none", "svg")


class Kind(Protocol):
    """What a kind of question adds to the file: `keys`, some of them `required`."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Those that its questions have beside those of all."""
        ...

    @property
    def required(self) -> tuple[str, ...]:
        """Those of them that must be given."""
        ...

    def read(self, reader: Reader, node: MarkedNode, keys: Keys) -> Many[AnyTest]:
        """The tests of a question."""
        ...

    def plain(self, question: Any, tests: Many[Any]) -> dict[str, Any]:
        """A question as YAML takes it, but for visibility and feedback."""
        ...


Kinds = ByName[str, Kind]  # by name; the first is meant where none is named


def load(folder: Path, kinds: Kinds) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file."""
    source = Source(folder / FILE)
    root = read(source)
    reader = _AssignmentReader(source, folder, kinds)
    assignment = reader.assignment(root) if root is not None else None
    problems = (*source.problems, *reader.trees.problems)
    if problems or assignment is None:
        raise FileProblems(problems)
    return assignment


class _AssignmentReader(Reader):
    """Reads the file, and what its questions name."""

    def __init__(self, source: Source, folder: Path, kinds: Kinds) -> None:
        super().__init__(source, folder)
        self._folder = folder
        self._kinds = kinds
        self._kind_of: dict[str, str] = {}  # by question

    def assignment(self, root: MarkedNode) -> Assignment | None:
        keys = self.fields.mapping(root, KEYS)
        title = self.read(keys, "title", self.fields.text, TITLE)
        budget = self.read(keys, "budget", self.seconds(MOST_BUDGET), BUDGET)
        search = self.read(keys, "counterexample", self.seconds(MOST_SEARCH), 0.0)
        pictures = self.read(keys, "pictures", self.choice(PICTURES), PICTURES[0])
        if "questions" not in keys:
            self.complain(root.mark, "an assignment has a list of `questions`")
            return None
        tests: list[AnyTest] = []
        for node in self.some(keys["questions"], "question"):
            tests.extend(self._question(node))
        return Assignment(
            self._folder,
            title,
            tuple(tests),
            float(budget),
            float(search),
            pictures == PICTURES[1],
        )

    def _question(self, node: MarkedNode) -> Many[AnyTest]:
        known = tuple(self._kinds)
        given = {key.text: value for key, value in _pairs(node)}
        usual = "" if "kind" in given else known[0]
        name = self.read(given, "kind", self.choice(known), usual)
        if not name:  # which keys there are is not known
            return ()
        kind = self._kinds[name]
        self._check_keys(node, name)
        keys = self.fields.mapping(node, (*QUESTION_KEYS, *kind.keys))
        required = (*REQUIRED, *kind.required)
        missing = tuple(f"`{key}`" for key in required if key not in keys)
        if missing and isinstance(node, Mapping):
            self.complain(node.mark, f"a question needs {listed(missing)}")
        tests = kind.read(self, node, keys)
        self._check_kind(node, tests)
        return tests

    def _check_keys(self, node: MarkedNode, kind: str) -> None:
        """Complain of keys that questions of another kind have."""
        own = (*QUESTION_KEYS, *self._kinds[kind].keys)
        for key, _ in _pairs(node):
            others = [n for n, each in self._kinds.items() if key.text in each.keys]
            if others and key.text not in own:
                told = f"`{key.text}` is a key of `kind: {others[0]}`"
                self.complain(key.mark, told)

    def _check_kind(self, node: MarkedNode, tests: Many[AnyTest]) -> None:
        """Complain where a question of that name was of another kind above."""
        for question in {test.question.name: test.question for test in tests}.values():
            first = self._kind_of.setdefault(question.name, question.kind)
            if question.name and question.kind != first:
                found = (
                    f"{question.name} is a {question.kind} here, and a {first} above"
                )
                self.complain(node.mark, f"{found}; give it another name")


def _pairs(node: MarkedNode) -> list[tuple[Any, MarkedNode]]:
    return [*node.pairs] if isinstance(node, Mapping) else []


def dump(assignment: Assignment, kinds: Kinds) -> str:
    """An assignment as a file that reads back as the same one, test by test."""
    runs = groupby(assignment.tests, _said_once)
    questions = [
        {
            **kinds[question.kind].plain(question, [*tests]),
            "visibility": visibility,
            "feedback": feedback,
        }
        for (question, visibility, feedback), tests in runs
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


def _said_once(test: AnyTest) -> tuple[AnyQuestion, str, str]:
    """What tests that stand in one entry have in common."""
    return test.question, test.visibility, test.feedback

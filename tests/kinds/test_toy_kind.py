"""A newcomer's kind: one package and one name, and it is graded like any other.

It asks that a module is short. The package is written into a temporary folder.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from autograder import kinds
from autograder.grading.grading import Grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from tests.cases import for_each

PACKAGE = {
    "__init__.py": '"""Modules that are short."""',
    "question.py": """
        from dataclasses import dataclass
        from typing import ClassVar
        from autograder.assignment.questions import AnyQuestion, AnyTest

        KEYS = ()
        ASKED = "at_most"
        FACETS = ("length",)

        @dataclass(frozen=True)
        class Essay(AnyQuestion):
            kind: ClassVar[str] = "short"

            def functions_to_write(self):
                return ()

        @dataclass(frozen=True)
        class AtMost(AnyTest):
            most: int
            size: int = 1

        def question(reader, node, keys):
            name = reader.read(keys, "name", reader.fields.text, "")
            return Essay(name, name)

        def points(reader, question, node):
            return reader.points(node, FACETS, FACETS)

        def tests(reader, question, part, node):
            return [AtMost(question, "lines", reader.fields.positive(node), part=part)]

        def checked_tests(reader, node, keys, tests):
            return tests

        def question_keys(question):
            return {"name": question.name, "kind": "short"}

        def subject_keys(tests):
            return tests[0].most
        """,
    "kind.py": """
        from dataclasses import dataclass
        from types import SimpleNamespace
        from autograder.judging.verdicts import Verdict
        from autograder.kinds.entries import JudgedTest, Shown, Wording
        from autograder.kinds.kind import Desk, Kind
        from autograder.kinds.short import question
        from autograder.observing.outcome import Returned
        from autograder.words.blocks import Passage

        @dataclass(frozen=True)
        class Counted:
            test: question.AtMost
            lines: int
            is_deterministic: bool | None = None
            action_outcome: None = None

            @property
            def verdict(self):
                fits = self.lines <= self.test.most
                return Verdict.CORRECT if fits else Verdict.WRONG_VALUE

            @property
            def points(self):
                fits = self.verdict is Verdict.CORRECT
                return self.test.points.earned(["length"] if fits else [])

            @property
            def observed(self):
                return SimpleNamespace(
                    outcomes=(), all_outcomes=(), printed="", cpu_seconds=0.0
                )

            @property
            def main_outcome(self):
                return Returned("number", str(self.lines), self.lines)

        def headline(result):
            return f"{result.lines} lines, at most {result.test.most}"

        WORDING = Wording(
            headline, {}, lambda _: (),
            lambda result: Shown(value=result.lines), "lengths",
        )

        class Ruler(Desk):
            def __init__(self, bench, _answers):
                self.bench = bench

            def grade(self, test, number):
                path = self.bench.staged.folder / f"{test.question.module}.py"
                lines = len(path.read_text().splitlines())
                return JudgedTest(Counted(test, lines), number, WORDING)

            def add_lessons(self, gradebook, judged, *, replays, searches):
                pass

        class ShortKind(Kind):
            name = "short"
            advice = ()
            form = question
            desk = Ruler

            def answer_files(self, assignment, watch):
                return iter(())

        KIND = ShortKind()
        """,
}
ASSIGNMENT = """
questions:
- name: essay
  kind: short
  points: {length: 3}
  at_most: 2
"""


@pytest.fixture(autouse=True)
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package `short` among the kinds, and its name among theirs."""
    package = tmp_path / "kinds" / "short"
    package.mkdir(parents=True)
    for name, text in PACKAGE.items():
        (package / name).write_text(dedent(text), encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(package.parent)])
    monkeypatch.setattr(assignments, "NAMES", [*assignments.NAMES, "short"])
    for name in [n for n in sys.modules if n.startswith("autograder.kinds.short")]:
        monkeypatch.delitem(sys.modules, name)


@for_each("text, score", [("x = 1\n", 3.0), ("x = 1\n" * 5, 0.0)])
def test_a_kind_of_ones_own_is_graded(text: str, score: float, tmp_path: Path) -> None:
    """Its points, its words and its value stand in the report."""
    course, work = tmp_path / f"course{score}", tmp_path / f"work{score}"
    for folder in (course, work):
        folder.mkdir()
    (course / "assignment.yaml").write_text(ASSIGNMENT, encoding="utf-8")
    (work / "essay.py").write_text(text, encoding="utf-8")
    with Sandbox() as sandbox:
        grading = Grading.of(assignments.load(course), work, sandbox)
        gradebook = Gradebook(None)
        grade_fully(grading, gradebook, Wanted())
    (entry,) = gradebook.report.all()
    count = text.count("\n")
    assert (entry.score, entry.max_score) == (score, 3.0)
    assert entry.headline == f"{count} lines, at most 2"
    assert entry.extra["value"] == count

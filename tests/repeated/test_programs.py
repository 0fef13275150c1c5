"""Whole programs in many hands: the right ones earn all, and the faulty ones do not.

Each folder of tests/programs holds a module, as a student would hand it in, and says in
program.yaml what is wrong with it:

assignment: test_trees    of which `question` it is
faulty: true
mistake: one sentence, or one for each of two mistakes
line: the faulty line of the code, or one for each
effect: what a student should be told that would help

`python -m tests.repeated.test_programs` counts of how many the faulty line is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import yaml

from autograder.assignment.questions import Assignment
from autograder.assignment.selection import only_selected
from autograder.commands.options import show
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.words import details
from autograder.report.entries import groups_of, wrong_groups
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import Facet
from tests import screens
from tests.small import ROOT

FOLDER = ROOT / "tests" / "programs"
DECLARATION = "program.yaml"
PROGRAMS = sorted(
    path.parent.relative_to(FOLDER).as_posix() for path in FOLDER.rglob(DECLARATION)
)


@dataclass(frozen=True, slots=True)
class Graded:
    """What became of a program: whether it earned all.

    `line` is the text of the line that the screen shows of it.
    """

    is_right: bool
    line: str


@cache
def assignment(folder: str) -> Assignment:
    """The assignment of a folder, read once."""
    return assignments.load(ROOT / folder)


def declared(program: str) -> dict[str, Any]:
    """What the folder says of its program."""
    text = (FOLDER / program / DECLARATION).read_text(encoding="utf-8")
    content: dict[str, Any] = yaml.safe_load(text)
    return content


def graded(program: str, sandbox: Sandbox) -> Graded:
    """Grade a program on all trees of its question."""
    declaration = declared(program)
    question = declaration["question"]
    part = only_selected(assignment(declaration["assignment"]), question, None)
    whole = screens.graded(FOLDER / program, part, sandbox)
    earned = sum(result.points for result in whole.results)
    for result in whole.results:
        if isinstance(result, CaseResult):
            names_what_it_judges(result)
    is_right = earned == pytest.approx(part.max_points())
    failing = wrong_groups(groups_of(whole.report.all()))
    line = failing[0].entry_told_first.line if failing else None
    return Graded(is_right, line.source if line else "")


def shows_the_line(program: str, seen: Graded) -> bool:
    """Whether the line that is shown is a faulty one, or a part of it."""
    lines = declared(program)["line"]
    faulty = [lines] if isinstance(lines, str) else lines
    shown = seen.line.strip()
    return any(each.strip() in shown or (shown and shown in each) for each in faulty)


def names_what_it_judges(result: CaseResult) -> None:
    """The sentence beside a function's facet says nothing of another function."""
    functions = result.case.question.entry_functions
    for passage in details(result):
        for block in passage:
            if isinstance(block, Facet) and block.name in functions:
                first = block.sentence.split()[0]
                assert first not in functions or first == block.name, block


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all of them."""
    with Sandbox() as shared:
        yield shared


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_right_program_alone_earns_all(program: str, sandbox: Sandbox) -> None:
    """A faulty one does not.

    What is shown of it fits on a screen.
    """
    declaration, seen = declared(program), graded(program, sandbox)
    assert seen.is_right is not declaration["faulty"]


def test_each_says_what_is_wrong_with_it() -> None:
    """A faulty one says what and where: the line stands in its code."""
    for program in PROGRAMS:
        declaration = declared(program)
        if declaration["faulty"]:
            (module,) = (FOLDER / program).glob("*.py")
            code = module.read_text(encoding="utf-8")
            lines = declaration["line"]
            for line in [lines] if isinstance(lines, str) else lines:
                assert line in code, program
            assert declaration["mistake"], program
            assert declaration["effect"], program


def count() -> None:
    """Print of how many the screen shows the very line, without a repair."""
    led, total = 0, 0
    with Sandbox() as shared:
        for program in PROGRAMS:
            if declared(program)["faulty"]:
                total += 1
                led += shows_the_line(program, graded(program, shared))
    show(f"of {led} of {total} faulty programs the screen shows the very line")


if __name__ == "__main__":
    count()

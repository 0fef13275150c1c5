"""The misconceptions as programs that can be run, staged and looked at."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from autograder.answers import signatures
from autograder.answers.board import Board
from autograder.assignment.questions import Assignment, Question
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.runner import observe as observed_call
from autograder.authoring.styles import Style, styles_of
from autograder.kinds import all as assignments
from autograder.observing.observation import Observed, both, requests_of
from autograder.rewriting.program import Program
from autograder.teaching import catalogue
from autograder.teaching.catalogue import Catalogue
from autograder.trees.deep import deep_enough
from autograder.trees.tree import GameTree
from tests.small import ROOT

QUESTIONS = ("minimax", "alpha_beta")
UNITS = sorted(path.parent for path in (ROOT / "test_trees").glob("*/assignment.yaml"))


@cache
def assignment() -> Assignment:
    """The default assignment, with its signatures."""
    return signatures.load(assignments.load(ROOT / "test_trees"))


def question(name: str) -> Question:
    """A question of the default assignment."""
    return next(each for each in assignment().questions() if each.name == name)


@cache
def catalogued(name: str) -> Catalogue:
    """The catalogue of a question."""
    found = catalogue.load(assignment(), name)
    assert found is not None
    return found


def shown(name: str) -> frozenset[str]:
    """The misconceptions that show on some tree of a question."""
    return frozenset(each.name for each in catalogued(name).misconceptions)


@cache
def unit(folder: Path) -> Assignment:
    """An assignment beside the default one, with its signatures."""
    return signatures.load(assignments.load(folder))


@cache
def shown_in_units() -> frozenset[str]:
    """The misconceptions that show on some tree of an assignment beside the default."""
    found = (
        catalogue.load(unit(folder), question.name)
        for folder in UNITS
        for question in unit(folder).questions()
    )
    return frozenset(m.name for each in found if each for m in each.misconceptions)


@cache
def every_style() -> tuple[Style, ...]:
    """The styles of all questions, those of the default assignment first."""
    every = (question for folder in UNITS for question in unit(folder).questions())
    return tuple(
        style
        for question in (*assignment().questions(), *every)
        for style in styles_of(question)
    )


@cache
def styles(name: str) -> tuple[Style, ...]:
    """The styles of a question; the first is that of the reference."""
    return styles_of(question(name))


@cache
def mistakes(name: str, style: str = "") -> dict[str, tuple[Mistake, Program]]:
    """Each misconception that can be made in a style, by name; else in the first."""
    found = next(each for each in styles(name) if style in (each.name, ""))
    made = ((each, each.made_in(found)) for each in misconceptions.every())
    return {each.name: (each, program) for each, program in made if program}


def module_of(question: str, name: str, style: str = "") -> ModuleType:
    """A misconception as a module."""
    return mistakes(question, style)[name][1].module(name)


def write(question: str, name: str, folder: Path, style: str = "") -> Path:
    """A misconception as a submission: the file that was written."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{question}.py"
    path.write_text(mistakes(question, style)[name][1].text(), "utf-8")
    return path


def observe(module: ModuleType, question: Question, tree: GameTree) -> Observed:
    """What a module does on a tree, in this process."""
    board = Board(tree)
    with deep_enough(tree.height()):
        requests = requests_of(question, tree)
        made = tuple(observed_call(vars(module), r, board) for r in requests)
    return Observed(both(question, tree, made))

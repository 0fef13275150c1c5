"""The misconceptions as programs that can be run, staged and looked at."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from autograder.answers.board import Board
from autograder.answers.program import Program
from autograder.assignment.questions import Assignment, Question
from autograder.authoring.misconceptions import Mistake
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.kinds.search.matrix import mistakes_made_in_reference
from autograder.kinds.search.matrix import observe as observed_call
from autograder.observing.observation import (
    Observed,
    value_and_action_calls,
    value_and_action_requests,
)
from autograder.trees.tree import GameTree, deep_recursion
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
def unit(folder: Path) -> Assignment:
    """An assignment beside the default one, with its signatures."""
    return signatures.load(assignments.load(folder))


@cache
def mistakes(name: str) -> dict[str, tuple[Mistake, Program]]:
    """Each misconception that shows on some tree of a question, by name."""
    made = mistakes_made_in_reference(assignment(), question(name))
    return {each.mistake.name: (each.mistake, each.program) for each in made}


def module_of(question: str, name: str) -> ModuleType:
    """A misconception as a module."""
    return mistakes(question)[name][1].module(name)


def observe(module: ModuleType, question: Question, tree: GameTree) -> Observed:
    """What a module does on a tree, in this process."""
    board = Board(tree)
    with deep_recursion(tree.height()):
        requests = value_and_action_requests(question, tree)
        made = tuple(observed_call(vars(module), r, board) for r in requests)
    return Observed(value_and_action_calls(question, tree, made))

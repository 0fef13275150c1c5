"""What an instructor's own test gets as `submission`: calls, made in a worker."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any

from autograder.assignment.questions import Limits
from autograder.errors import AssignmentError, GraderError
from autograder.game import Number
from autograder.grading.grading import Grading
from autograder.judging.observation import CallRequest, Observation, Workers
from autograder.judging.outcome import Fault
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.words.faults import VALUE_HINTS, fault_sentence, traceback

AnyTree = GameTree | str | list[Any] | dict[str, Any]


class SubmissionFailed(AssertionError):  # noqa: N818 - the failure of a test
    """The submission did not return what a test can use; the text tells why."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a call returned, a number or a text, and the labels visited, in order."""

    value: Number | str
    visited: tuple[str, ...]


class CallableSubmission:
    """The submission under test."""

    def __init__(self, grading: Grading) -> None:
        self._grading = grading

    def call(
        self, function: str, tree: AnyTree, *arguments: float, module: str
    ) -> Called:
        """Call a function with the game, the root of a tree, and the arguments.

        The tree is one of the assignment by its name, nested lists of leaves, a
        mapping with the key `tree` or `game` as a whole tree file has it, or any other
        mapping as a root. Raises SubmissionFailed, which fails the test
        with a sentence for the student, unless a number or a text comes back; and
        AssignmentError, for which no student loses points, if there is no such tree.
        """
        grading = self._grading
        game_tree = self._tree(tree)
        if not grading.staged.has(module):
            raise SubmissionFailed(grading.staged.missing(module))
        if grading.out_of_time():
            raise SubmissionFailed(grading.out_of_time())
        names = ("alpha", "beta")[: len(arguments)]
        request = CallRequest(function, names, arguments)
        try:
            folder = grading.staged.folder
            workers = Workers(grading.sandbox, folder, module, game_tree)
            observed = workers.call((request,), Limits())
        except OSError as fault:
            raise GraderError(f"no worker could be had: {fault}") from None
        return _called(observed.calls[0])

    def _tree(self, tree: AnyTree) -> GameTree:
        if isinstance(tree, GameTree):
            return tree
        if not isinstance(tree, str):
            return treefile.parse(_file_of(tree))
        known = self._grading.assignment.trees()
        if tree not in known:
            near = difflib.get_close_matches(tree, known, n=1, cutoff=0.0)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise AssignmentError(f"the assignment has no tree {tree!r}{hint}")
        return known[tree]


def _file_of(tree: list[Any] | dict[str, Any]) -> str:
    """A tree that stands in a check, as the text of a file."""
    content: dict[str, Any] = {"tree": tree}
    if isinstance(tree, dict) and any(kind in tree for kind in treefile.KINDS):
        content = tree
    try:
        return "".join(f"{key}: {explicit.flow(v)}\n" for key, v in content.items())
    except (RecursionError, TypeError) as fault:
        raise AssignmentError(f"this is no tree: {fault}") from None


def _called(observation: Observation) -> Called:
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        lines = [fault_sentence(outcome, observation)]
        lines += traceback(outcome) if outcome.frames else []
        raise SubmissionFailed("\n".join(lines))
    if outcome.number is None and outcome.kind != "str":
        hint = VALUE_HINTS.get(outcome.kind, "expected a number or a text")
        raise SubmissionFailed(f"{observation.function} returned {outcome}: {hint}")
    value = outcome.text if outcome.number is None else outcome.number
    return Called(value, observation.visited)

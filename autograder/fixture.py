"""What an instructor's own test gets as `submission`: calls, made in a worker."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from autograder import treefile
from autograder.explain import VALUE_HINTS, fault_sentence, traceback
from autograder.game import Number
from autograder.grading import Grading
from autograder.limits import Limits
from autograder.observation import CallRequest, Observation, call
from autograder.outcome import Fault
from autograder.trees import GameTree

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

        The tree is one of the assignment by its name, nested lists of leaves, or a
        mapping as in a tree file. Raises SubmissionFailed, which fails the test
        with a sentence for the student, unless a number or a text comes back.
        """
        staged = self._grading.staged
        if not staged.has(module):
            raise SubmissionFailed(staged.missing(module))
        names = ("alpha", "beta")[: len(arguments)]
        request = CallRequest(function, names, arguments)
        observed = call(
            self._grading.sandbox,
            staged.folder,
            module,
            self._tree(tree),
            (request,),
            limits=Limits(),
        )
        return _called(observed.calls[0])

    def _tree(self, tree: AnyTree) -> GameTree:
        if isinstance(tree, GameTree):
            return tree
        if isinstance(tree, str):
            return self._grading.assignment.trees()[tree]
        return treefile.parse(f"tree: {json.dumps(tree)}")


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

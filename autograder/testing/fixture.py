"""What an instructor's own test gets as `submission`: calls, made in a worker."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from autograder.assignment.questions import Limits
from autograder.assignment.signature import WINDOW
from autograder.errors import AssignmentError, GraderError
from autograder.game import Value
from autograder.grading.grading import Grading
from autograder.observing.observation import CallRequest, Observation, Workers
from autograder.observing.outcome import Fault
from autograder.report import plain
from autograder.sandbox.sandbox import DeadlineError
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.words.faults import VALUE_HINTS, fault_sentence, not_run, traceback

AnyTree = GameTree | str | list[Any] | dict[str, Any]


class SubmissionFailed(AssertionError):  # noqa: N818 - the failure of a test
    """The submission did not return what a test can use; the text tells why."""


@dataclass(frozen=True, slots=True)
class Called:
    """What a call returned (number, text, all payoffs), and the labels visited."""

    value: Value | str
    visited: tuple[str, ...]


USAGE = "submission.call(function, tree, *arguments, module=…)"
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _called_rightly(
    method: Callable[Parameters, Result],
) -> Callable[Parameters, Result]:
    """The method; AssignmentError, in place of a TypeError, for a call that misfits."""
    signature = inspect.signature(method)

    @functools.wraps(method)
    def call(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        try:
            signature.bind(*given, **named)
        except TypeError as fault:
            raise AssignmentError(f"expected {USAGE}: {fault}") from None
        return method(*given, **named)

    return call


def _require_sendable(function: object, arguments: tuple[object, ...]) -> None:
    """AssignmentError for what no worker can be told."""
    if not isinstance(function, str):
        raise AssignmentError(f"expected {USAGE}: {function!r:.50} is no name")
    for argument in arguments:
        if not isinstance(argument, (int, float, str)):
            raise AssignmentError(
                f"{function}: the argument {argument!r:.50} cannot be sent to a "
                "worker; expected a number or a text"
            )


class CallableSubmission:
    """The submission under test."""

    def __init__(self, grading: Grading) -> None:
        self._grading = grading

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AssignmentError(f"submission has no {name}, but {USAGE}")

    @_called_rightly
    def call(
        self, function: str, tree: AnyTree, *arguments: float, module: str
    ) -> Called:
        """Call a function with the game, the root of a tree, and the arguments.

        The tree is one of the assignment by its name, nested lists of leaves, a mapping
        with the key `tree` or `game` as a whole tree file has it, or any other mapping
        as a root. Raises SubmissionFailed, which fails the test with a sentence for the
        student, unless a number or a text comes back; and AssignmentError if the call
        itself is wrong.
        """
        _require_sendable(function, arguments)
        grading = self._grading
        game_tree = self._tree(tree)
        if lacking := grading.staged.lacks(module):
            raise SubmissionFailed(grading.staged.missing(lacking))
        if out_of_time := grading.out_of_time():
            raise SubmissionFailed(not_run(out_of_time))
        others = [f"argument_{place}" for place, _ in enumerate(arguments, start=1)]
        names = tuple([*WINDOW, *others[len(WINDOW) :]][: len(arguments)])
        request = CallRequest(function, names, arguments)
        try:
            folder = grading.staged.folder
            workers = Workers(grading.sandbox, folder, module, game_tree)
            observed = workers.call((request,), Limits())
        except DeadlineError:
            over = grading.out_of_time()
            raise SubmissionFailed(not_run(over) if over else "") from None
        except OSError as fault:
            raise GraderError(f"no worker could be had: {fault}") from None
        return _called(observed.calls[0], vectors=game_tree.has_vectors)

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
    content: dict[str, Any] = {"tree": tree}
    if isinstance(tree, dict) and any(kind in tree for kind in treefile.KINDS):
        content = tree
    try:
        return "".join(f"{key}: {explicit.flow(v)}\n" for key, v in content.items())
    except (RecursionError, TypeError) as fault:
        raise AssignmentError(f"this is no tree: {fault}") from None


def _called(observation: Observation, *, vectors: bool) -> Called:
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        lines = [fault_sentence(outcome, observation)]
        lines += plain.lines([(traceback(outcome),)]) if outcome.frames else []
        raise SubmissionFailed("\n".join(lines))
    if vectors and outcome.payoffs is not None:
        return Called(outcome.payoffs, observation.visited)
    if outcome.number is None and outcome.kind != "str":
        hint = VALUE_HINTS.get(outcome.kind, "expected a number or a text")
        raise SubmissionFailed(f"{observation.function} returned {outcome}: {hint}")
    value = outcome.text if outcome.number is None else outcome.number
    return Called(value, observation.visited)

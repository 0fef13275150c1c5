"""Observations: what a submission did on one tree, and taking one from a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment import Question
from autograder.game import MAX
from autograder.limits import Limits
from autograder.oracle import Oracle
from autograder.outcome import Fault, Outcome, outcomes_of, split_trace
from autograder.printed import own_words
from autograder.sandbox import Call, Job, Sandbox
from autograder.trees import GameTree

FRAMES_PER_PLY = 10  # that a deep tree's search may use
LEAST_RECURSION = 1000  # Python's own limit


@dataclass(frozen=True, slots=True)
class Observation:
    """One call on one tree: what came back or went wrong, and the nodes visited.

    `signature` is the call as it is made. `visited` holds labels in the order of
    first touch.
    """

    function: str
    signature: str
    outcome: Outcome
    visited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observed:
    """All calls of one test, what was printed, and the CPU seconds it took."""

    calls: tuple[Observation, ...]
    printed: str = ""
    cpu_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CallRequest:
    """One call to make: the function, and its arguments after game and state."""

    function: str
    names: tuple[str, ...] = ()
    arguments: tuple[float, ...] = ()

    @property
    def signature(self) -> str:
        """The call as a student reads it."""
        return f"{self.function}({', '.join(('game', 'state', *self.names))})"


def value_call(question: Question, tree: GameTree) -> CallRequest:
    """The call from which value and visits are read."""
    function = "max_value" if tree.root.to_move == MAX else "min_value"
    window = tree.window if question.arguments else ()
    return CallRequest(function, question.arguments, window)


def requests_of(question: Question, tree: GameTree) -> tuple[CallRequest, CallRequest]:
    """The calls of a test: the value's first, then the search function's."""
    return value_call(question, tree), CallRequest(question.search)


def unobserved(question: Question, tree: GameTree, fault: Fault) -> Observed:
    """What stands for the observations where no call could be made."""
    return Observed(
        tuple(
            Observation(request.function, request.signature, fault)
            for request in requests_of(question, tree)
        )
    )


def observe(
    sandbox: Sandbox, folder: Path, question: Question, tree: GameTree
) -> Observed:
    """Make the calls of a test, in one worker."""
    requests = requests_of(question, tree)
    return call(
        sandbox, folder, question.module, tree, requests, limits=question.limits
    )


def call(  # noqa: PLR0913 - a job has these six parts
    sandbox: Sandbox,
    folder: Path,
    module: str,
    tree: GameTree,
    requests: tuple[CallRequest, ...],
    *,
    limits: Limits,
) -> Observed:
    """Make calls of one module on one tree, in one fresh worker."""
    calls = tuple(Call(r.function, r.arguments, Oracle(tree)) for r in requests)
    depth = LEAST_RECURSION + FRAMES_PER_PLY * tree.height()
    ended = sandbox.run(Job(folder, module, calls, limits, depth))
    outcomes = outcomes_of(ended, folder, limits, len(calls))

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    observations = [
        Observation(
            made.function,
            request.signature,
            _told(outcome, own),
            _labels(made.oracle),
        )
        for request, made, outcome in zip(requests, calls, outcomes, strict=True)
    ]
    printed, _ = split_trace(ended.output)
    return Observed(tuple(observations), own(printed), ended.cpu_seconds)


def _told(outcome: Outcome, own: Callable[[str], str]) -> Outcome:
    """The outcome with a student's texts in the student's own words."""
    if isinstance(outcome, Fault):
        return replace(outcome, message=own(outcome.message))
    return replace(outcome, text=own(outcome.text))


def _labels(oracle: Oracle) -> tuple[str, ...]:
    return tuple(oracle.tree.nodes[index].label for index in oracle.visited)

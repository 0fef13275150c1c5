"""Observations: what a submission did on one tree, and taking one from a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.assignment import Question
from autograder.exactly import ExactOracle
from autograder.game import MAX, Number
from autograder.jobs import Call, Job
from autograder.limits import Limits
from autograder.oracle import Asked, Oracle
from autograder.outcome import Fault, Outcome, outcomes_of, split_trace
from autograder.printed import own_words
from autograder.sandbox import Sandbox
from autograder.trees import GameTree

FRAMES_PER_PLY = 10  # that a deep tree's search may use
LEAST_RECURSION = 1000  # Python's own limit
ALONE = 0.5  # CPU seconds for one function alone, where the whole used up its time


@dataclass(frozen=True, slots=True)
class Observation:
    """One call on one tree: what came back or went wrong, and the nodes visited.

    `signature` is the call as it is made. `visited` holds labels in the order of
    first touch, `asked` the calls of a function that was replaced.
    """

    function: str
    signature: str
    outcome: Outcome
    visited: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Observed:
    """All calls of one test, what was printed, and the CPU seconds it took.

    `alone` are the calls of one function with the other replaced.
    """

    calls: tuple[Observation, ...]
    printed: str = ""
    cpu_seconds: float = 0.0
    alone: tuple[Observation, ...] = ()


@dataclass(frozen=True, slots=True)
class CallRequest:
    """One call to make: the function, and its arguments after game and state.

    It starts at the node whose index is `at`. The function `replaced`, if there is
    one, gives way to what knows `values`.
    """

    function: str
    names: tuple[str, ...] = ()
    arguments: tuple[float, ...] = ()
    at: int = 0
    replaced: str = ""
    values: Mapping[str, Number] = field(default_factory=dict, compare=False)

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
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    tree: GameTree,
    alone: tuple[CallRequest, ...] = (),
) -> Observed:
    """Make the calls of a test, in one worker; then those of a function alone.

    Those that it did not come to, since one of the others ended the process or took
    all its time, are made in another.
    """
    requests = requests_of(question, tree)
    worker = Workers(sandbox, folder, question.module, tree)
    observed = worker.call(requests, question.limits, later=alone)
    if not any(map(_is_unreached, observed.alone)):
        return observed
    limits = replace(question.limits, seconds=min(question.limits.seconds, ALONE))
    made = dict(zip(alone, observed.alone, strict=True))
    for function in dict.fromkeys(request.function for request in alone):
        left = tuple(
            request
            for request, call in made.items()
            if request.function == function and _is_unreached(call)
        )
        if left:
            made |= zip(left, worker.call(left, limits).calls, strict=True)
    return replace(observed, alone=tuple(made.values()))


def _is_unreached(call: Observation) -> bool:
    outcome = call.outcome
    return isinstance(outcome, Fault) and outcome.stage == "unreached"


@dataclass(frozen=True, slots=True)
class Workers:
    """Makes calls of one module on one tree, each time in a fresh worker."""

    sandbox: Sandbox
    folder: Path
    module: str
    tree: GameTree

    def call(
        self,
        requests: tuple[CallRequest, ...],
        limits: Limits,
        later: tuple[CallRequest, ...] = (),
    ) -> Observed:
        """What came of the calls, and then of the later ones, as `alone`."""
        calls, later_calls = self._calls(requests), self._calls(later)
        depth = LEAST_RECURSION + FRAMES_PER_PLY * self.tree.height()
        job = Job(self.folder, self.module, calls, limits, depth, later_calls)
        ended = self.sandbox.run(job)
        made = calls + later_calls
        outcomes = outcomes_of(ended, self.folder, limits, len(made))
        observations = tuple(
            Observation(
                call.function,
                request.signature,
                _told(outcome, self._own),
                _labels(call.oracle),
                tuple(call.oracle.asked),
            )
            for request, call, outcome in zip(
                requests + later, made, outcomes, strict=True
            )
        )
        printed, _ = split_trace(ended.output)
        first, rest = observations[: len(calls)], observations[len(calls) :]
        return Observed(first, self._own(printed), ended.cpu_seconds, rest)

    def _calls(self, requests: tuple[CallRequest, ...]) -> tuple[Call, ...]:
        return tuple(
            Call(r.function, r.arguments, self._oracle(r), r.replaced) for r in requests
        )

    def _oracle(self, request: CallRequest) -> Oracle:
        if not request.replaced:
            return Oracle(self.tree, request.at)
        return ExactOracle(self.tree, request.at, request.replaced, request.values)

    def _own(self, text: str) -> str:
        return own_words(text, self.folder, self.sandbox.folder)


def _told(outcome: Outcome, own: Callable[[str], str]) -> Outcome:
    """The outcome with a student's texts in the student's own words."""
    if isinstance(outcome, Fault):
        return replace(outcome, message=own(outcome.message))
    return replace(outcome, text=own(outcome.text))


def _labels(oracle: Oracle) -> tuple[str, ...]:
    return tuple(oracle.tree.nodes[index].label for index in oracle.visited)

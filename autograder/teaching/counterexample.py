"""The smallest tree on which a submission differs from the reference, for a student.

Tiny trees are tried in order of their size, then larger ones at random, of which one
that fails is made smaller, move by move, for as long as it fails. Many trees go to one
worker, since starting it takes longer than to search them. The right answers come
from `reference/`, so where that is not, there is no search.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from autograder.answers.file import Answers
from autograder.assignment.questions import VISIBLE, Case, Question
from autograder.errors import AutograderError
from autograder.judging.compare import CaseResult, judge
from autograder.judging.observation import (
    FRAMES_PER_PLY,
    LEAST_RECURSION,
    Observation,
    Observed,
    observe,
    requests_of,
)
from autograder.judging.outcome import outcomes_of
from autograder.judging.verdicts import Verdict
from autograder.project import REFERENCE
from autograder.sandbox.jobs import Call, Job
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import small
from autograder.trees.tree import GameTree

FACETS = ("value", "action", "visits", "search_visits")  # of a whole search
NAME = "counterexample"  # of the tree, where others have their file's
MOST_TREES = 10_000  # of one search
AT_RANDOM, WITH_WINDOW = 1500, 500  # trees that are tried where no tiny one fails
TOGETHER = 50  # trees in one worker
SECONDS = 0.5  # of CPU that a worker has: a thousand times what these trees need


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A tree on which the submission is wrong, what it did there, and what is right.

    `tried` counts the trees of the search.
    """

    tree: GameTree
    result: CaseResult
    answers: Answers
    tried: int


def available(question: Question) -> bool:
    """Whether right answers can be computed here."""
    return (REFERENCE / f"{question.module}.py").is_file()


def search(
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    seconds: float,
    most_trees: int = MOST_TREES,
) -> Counterexample | None:
    """The smallest tree found on which the staged submission is not correct, or None.

    The search ends after so many seconds and one job more, or so many trees. None,
    too, if the module or its reference is missing, if the grader fails, or if the
    submission does something else when asked again: nothing that counts hangs on this.
    """
    whole = tuple((facet, 0.0) for facet, _ in question.points if facet in FACETS)
    if not whole or not available(question):
        return None
    question = replace(question, points=whole)
    try:
        if not (folder / f"{question.module}.py").is_file():
            return None
        return _found(_Probe(sandbox, folder, question, seconds, most_trees))
    except (AutograderError, OSError):
        return None


def _found(probe: _Probe) -> Counterexample | None:
    """The first tiny tree that is wrong, else one of the others, made small."""
    tree = probe.first_wrong(small.every_tree())
    tree = tree or probe.first_wrong(_at_random(windowed=probe.windowed))
    while tree is not None:
        smaller = probe.first_wrong(small.smaller(tree))
        if smaller is None:
            return probe.counterexample(tree)
        tree = smaller
    return None


def _at_random(*, windowed: bool) -> Iterator[GameTree]:
    """Larger trees, the same in each search."""
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    for _ in range(AT_RANDOM):
        yield small.random_tree(chance)
    for _ in range(WITH_WINDOW if windowed else 0):
        yield small.random_tree(chance, windowed=True)


class _Probe:
    """Asks a submission about trees for as long as there is time."""

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        question: Question,
        seconds: float,
        most_trees: int,
    ) -> None:
        limits = question.limits
        hasty = replace(limits, seconds=min(SECONDS, limits.seconds))
        self._sandbox = sandbox
        self._folder = folder
        self._question = question
        self._hasty = replace(question, limits=hasty, conventions=_needed(question))
        self._deadline = time.monotonic() + seconds
        self._most = most_trees
        self._together = TOGETHER
        self.windowed = question.signature.prunes
        self.tried = 0

    def first_wrong(self, trees: Iterable[GameTree]) -> GameTree | None:
        """The first tree on which the submission is wrong; None if time ends before.

        The very first has a worker to itself: where every tree is wrong, and perhaps
        slowly so, this finds it out at once.
        """
        waiting = iter(trees)
        while batch := self._next(waiting):
            wrong = self._first_of(batch)
            if wrong is not None:
                return wrong
        return None

    def counterexample(self, tree: GameTree) -> Counterexample | None:
        """The tree with what is done there under the question's own limits."""
        result = self._alone(self._question, tree)
        if result.verdict is Verdict.CORRECT:
            return None
        return Counterexample(tree, result, _answers(self._question, tree), self.tried)

    def _first_of(self, batch: list[GameTree]) -> GameTree | None:
        """The first tree of a batch that is wrong in a worker of its own.

        One that is wrong only behind others tells that the submission keeps something
        from call to call, or has used up what all share. From then on each tree has
        its own worker, as in grading.
        """
        if len(batch) == 1:
            return batch[0] if self._is_wrong(batch[0]) else None
        for tree in self._suspects(batch):
            if self._late():
                return None
            if self._is_wrong(tree):
                return tree
            self._together = 1
        return None

    def _next(self, waiting: Iterator[GameTree]) -> list[GameTree]:
        """The trees for one worker; none if the time is over or all were tried."""
        if self.tried and self._late():
            return []
        together = self._together if self.tried else 1
        batch = list(islice(waiting, min(together, self._most - self.tried)))
        self.tried += len(batch)
        return batch

    def _is_wrong(self, tree: GameTree) -> bool:
        return self._alone(self._hasty, tree).verdict is not Verdict.CORRECT

    def _suspects(self, batch: list[GameTree]) -> list[GameTree]:
        """The first tree that is wrong in one worker for all, and those behind it."""
        question = self._hasty
        requests = [requests_of(question, tree) for tree in batch]
        calls = tuple(
            Call(request.function, request.arguments, Oracle(tree))
            for tree, pair in zip(batch, requests, strict=True)
            for request in pair
        )
        depth = LEAST_RECURSION + FRAMES_PER_PLY * max(t.height() for t in batch)
        job = Job(self._folder, question.module, calls, question.limits, depth)
        ended = self._sandbox.run(job)
        outcomes = outcomes_of(ended, self._folder, question.limits, len(calls))
        observations = [
            Observation(call.function, "", outcome, _labels(call.oracle))
            for call, outcome in zip(calls, outcomes, strict=True)
        ]
        for index, tree in enumerate(batch):
            observed = Observed(tuple(observations[2 * index : 2 * index + 2]))
            if _judged(question, tree, observed).verdict is not Verdict.CORRECT:
                return batch[index:]
        return []

    def _alone(self, question: Question, tree: GameTree) -> CaseResult:
        """What the submission does on a tree in a worker of its own."""
        observed = observe(self._sandbox, self._folder, question, tree)
        return _judged(question, tree, observed)

    def _late(self) -> bool:
        return time.monotonic() > self._deadline


def _needed(question: Question) -> tuple[str, ...]:
    """The conventions that decide: the first, and those that are accepted."""
    first, *others = question.conventions
    return (first, *(name for name in others if name in question.accept))


def _judged(question: Question, tree: GameTree, observed: Observed) -> CaseResult:
    case = Case(question, NAME, tree, VISIBLE)
    return judge(case, _answers(question, tree), observed)


def _answers(question: Question, tree: GameTree) -> Answers:
    from autograder.answers import trusted  # noqa: PLC0415 - grading needs no reference

    return trusted.compute(tree, (question,))


def _labels(oracle: Oracle) -> tuple[str, ...]:
    return tuple(oracle.tree.nodes[index].label for index in oracle.visited)

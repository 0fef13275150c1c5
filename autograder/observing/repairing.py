"""A search for repairs of a submission's program, on tests that its student may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Limits
from autograder.observing.observation import LEAST_RECURSION
from autograder.sandbox.jobs import Ended, Job
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.trials import Facets, Trial, calls_nearby
from autograder.trees.tree import GameTree, Node

__all__ = ["Ended", "Facets", "Job", "Trial"]  # what a kind makes trials of
MEMORY_MB = 1024  # for the program and all that is made of it
SECONDS_PER_MILLION = 8.0  # of CPU time, that a million steps may take at most
LEAST_SECONDS = 20.0
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Score:
    """How a program is tried on the tests of one question.

    `module` is what the tests call, `entries` the functions that are called. `chooser`
    is the one that chooses an action, "" where none does, on which all but the first
    `of_value` facets of a test hang. Each test has some of the `trials`, and is right
    where all of these are: `test_of` has the place of the test for each. The `trees`
    are those that trials name by their places.
    """

    module: str
    entries: tuple[str, ...]
    trials: Sequence[Trial]
    test_of: Sequence[int]
    chooser: str = ""
    of_value: int = 0
    trees: Sequence[GameTree] = ()

    def by_test(self, right: Sequence[bool]) -> list[bool]:
        """Whether each test is right, from whether each trial is."""
        tests = [True] * (max(self.test_of, default=-1) + 1)
        for test, each in zip(self.test_of, right, strict=True):
            tests[test] &= each
        return tests


@dataclass(frozen=True, slots=True)
class Change:
    """A place in a student's module, from `before` to `after`, as written out."""

    module: str
    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A program that is right on all trials: the modules that change, and where."""

    sources: dict[str, str] = field(hash=False)
    changes: tuple[Change, ...]
    size: float

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """The module and line of each place, once."""
        return tuple(dict.fromkeys((c.module, c.line) for c in self.changes))


@dataclass(frozen=True, slots=True)
class Repairs:
    """What a search has found, the smallest first; which tests were right before.

    It has made so many `steps`.
    """

    right: tuple[bool, ...]
    repairs: tuple[Repair, ...]
    steps: int


def look_for_repairs(
    sandbox: Sandbox,
    folder: Path,
    modules: Sequence[str],
    score: Score,
    most: tuple[float, float],
) -> Repairs:
    """Search for the smallest edits of modules of a folder that make all trials right.

    It makes at `most` so many millions of steps, in so many seconds. GraderError where
    it comes to no end.
    """
    budget, seconds = most
    wishes = {
        "modules": modules,
        "entries": score.entries,
        "chooser": score.chooser,
        "of_value": score.of_value,
        "budget": int(budget * MILLION),
        "sizes": [trial.size for trial in score.trials],
        "steps": [trial.steps for trial in score.trials],
        "calls": [calls_nearby(trial) for trial in score.trials],
        "trees": [[_row(node) for node in tree.nodes] for tree in score.trees],
    }
    job = _job(folder, score, budget, seconds)
    answer = sandbox.search(job, wishes, score.trials)
    return Repairs(
        tuple(score.by_test(answer["right"])),
        tuple([_repair(each) for each in answer["repairs"]]),
        answer["steps"],
    )


def _job(folder: Path, score: Score, budget: float, seconds: float) -> Job:
    """What the worker has of the program, and what it may use in all."""
    usual = LEAST_SECONDS + SECONDS_PER_MILLION * budget
    frames = (trial.recursion for trial in score.trials)
    return Job(
        folder=folder,
        module=score.module,
        calls=(),
        limits=Limits(min(usual, seconds), MEMORY_MB),
        recursion_limit=max(LEAST_RECURSION, *frames),
    )


def _repair(sent: Mapping[str, Any]) -> Repair:
    changes = tuple([Change(*each) for each in sent["places"]])
    return Repair(sent["sources"], changes, sent["size"])


def _row(node: Node) -> list[object]:
    """A node as the worker has it, where the whole tree lies there."""
    return [
        *(node.label, node.to_move, node.children, node.moves, node.utility),
        *(node.probabilities, node.quiet, node.worth_at_sight, node.content),
    ]

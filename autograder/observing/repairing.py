"""A search for repairs of a submission's program, on tests that its student may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Limits
from autograder.observing.observation import LEAST_RECURSION
from autograder.sandbox.jobs import Asked, Ended, Facets, Job, Trial, calls_nearby
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node

__all__ = [  # what a kind makes trials of
    "LEAST_RECURSION",
    "Asked",
    "Ended",
    "Facets",
    "Job",
    "Trial",
]
MEMORY_MB = 1024  # for the program and all that is made of it
SECONDS_PER_MILLION = 8.0  # of CPU time, that a million steps may take at most
LEAST_SECONDS = 20.0
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class PartWords:
    """What is told of parts that are right: a note on all, and a sentence of each.

    Where one of those is wrong that others `need`, they are told only if all are right,
    but for those that are judged `by_themselves`: then all that others need.
    `beside` has what else must be right for a part to be told, by its first word.
    """

    note: str
    sentences: Mapping[str, str] = field(hash=False)
    needs: tuple[str, ...] = ()
    by_themselves: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Score:
    """How a program is tried on the tests of one question.

    `parts` has the places of trials that are no tests, by what they try. For the `late`
    one only lines are edited that first run behind the last playout. Where one tries
    what a function does, it `begins` with that. Of repairs as small as each other it
    `settles` which are right on further trees, from the folder of the edited program;
    None where that is not known.
    """

    module: str  # that the tests call
    entries: tuple[str, ...]  # functions that are called
    trials: Sequence[Trial]
    test_of: Sequence[int]  # place of the test of each of the first trials
    chooser: str = ""  # of an action, "" where none does
    of_value: int = 0  # facets that do not hang on it
    trees: Sequence[GameTree] = ()  # that trials name by place
    parts: Mapping[str, Sequence[int]] = field(default_factory=dict)  # of no tests
    words: PartWords | None = None  # what is told of them
    late: str = ""
    begins: Mapping[str, str] = field(default_factory=dict)  # by what is tried
    settles: Callable[[Path], bool | None] | None = None

    def by_test(self, right: Sequence[bool]) -> list[bool]:
        """Whether each test is right, from whether each trial is."""
        tests = [True] * (max(self.test_of, default=-1) + 1)
        for test, each in zip(self.test_of, right, strict=False):
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
    edits: int  # done for both players counts once
    rewrites: bool  # so much that its lines tell nothing
    size: float

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """The module and line of each place, once."""
        return tuple(dict.fromkeys((c.module, c.line) for c in self.changes))


@dataclass(frozen=True, slots=True)
class OfFunction:
    """What makes all trials of some `parts` of one function right."""

    function: str
    repair: Repair
    parts: tuple[str, ...]
    calls: int  # that there are


@dataclass(frozen=True, slots=True)
class Repairs:
    """What a search has found, the smallest first."""

    right: tuple[bool, ...]  # tests before
    repairs: tuple[Repair, ...]
    functions: tuple[OfFunction, ...]  # where no whole repair is small
    partly: tuple[Repair, ...]  # makes most tests right, if there is none
    parts: Mapping[str, bool]  # right before
    steps: int


def look_for_repairs(
    sandbox: Sandbox,
    folder: Path,
    modules: Sequence[str],
    score: Score,
    most: tuple[float, float],
) -> Repairs:
    """Search for the smallest edits of modules that make all trials right.

    It makes at `most` so many millions of steps, in so many seconds; or GraderError.
    """
    budget, seconds = most
    usual = LEAST_SECONDS + SECONDS_PER_MILLION * budget
    frames = (trial.recursion for trial in score.trials)
    job = Job(
        folder=folder,
        module=score.module,
        calls=(),
        limits=Limits(min(usual, seconds), MEMORY_MB),
        recursion_limit=max(LEAST_RECURSION, *frames),
    )
    wishes = {
        "modules": modules,
        "entries": score.entries,
        "chooser": score.chooser,
        "of_value": score.of_value,
        "budget": int(budget * MILLION),
        "sizes": [trial.size for trial in score.trials],
        "steps": [trial.steps for trial in score.trials],
        "calls": [calls_nearby(trial) for trial in score.trials],
        "part_of": [trial.part_of for trial in score.trials],
        "trees": [[_row(node) for node in tree.nodes] for tree in score.trees],
        "tests": len(score.test_of),
        "parts": score.parts,
        "late": score.late,
        "begins": score.begins,
        "parts_first": bool(score.words) and score.trials[0].lies_there,
    }
    return _read(score, sandbox.search(job, wishes, score.trials))


def _read(score: Score, answer: Mapping[str, Any]) -> Repairs:
    """What the worker has found, as records."""
    right = answer["right"]
    functions = [
        OfFunction(
            each["function"],
            _repair(each["repair"]),
            tuple(each["parts"]),
            each["calls"],
        )
        for each in answer["functions"]
    ]
    return Repairs(
        right=tuple(score.by_test(right)),
        repairs=tuple([_repair(each) for each in answer["repairs"]]),
        functions=tuple(functions),
        partly=tuple([_repair(each) for each in answer["partly"]]),
        parts={name: all(right[n] for n in part) for name, part in score.parts.items()},
        steps=answer["steps"],
    )


def _repair(sent: Mapping[str, Any]) -> Repair:
    changes = tuple([Change(*each) for each in sent["places"]])
    return Repair(
        sent["sources"], changes, sent["edits"], sent["rewrites"], sent["size"]
    )


def _row(node: Node) -> list[object]:
    """A node as the worker has it, where the whole tree lies there."""
    return [
        *(node.label, node.to_move, node.children, node.moves, node.utility),
        *(node.probabilities, node.quiet, node.worth_at_sight, node.content),
    ]

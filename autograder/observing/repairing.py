"""A search for repairs of a submission's program, on tests that its student may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.questions import Limits
from autograder.observing.observation import LEAST_RECURSION
from autograder.sandbox.jobs import Job
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.trials import Answer, Trial, calls_nearby
from autograder.trees.tree import GameTree, Node

MEMORY_MB = 1024  # for the program and all that is made of it
CPU_PER_MILLION = 4.0  # seconds, at most, that a million steps may take
LEAST_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be repaired, and how much may be spent on it.

    `module` is what the tests call, `modules` are all that may be edited, `entries` the
    functions that are called. `chooser` is the one that chooses an action, "" where
    none does, on which all but the first `of_value` facets of a test hang. The search
    may make `budget` millions of steps.
    """

    module: str
    modules: tuple[str, ...]
    entries: tuple[str, ...]
    chooser: str
    of_value: int
    budget: float


def repairs(
    sandbox: Sandbox,
    folder: Path,
    wanted: Wanted,
    trials: Sequence[Trial],
    trees: Sequence[GameTree] = (),
) -> Answer:
    """What a search for repairs has found; GraderError where it came to no end.

    The `trees` are those that trials name by their places: students may see them.
    """
    seconds = LEAST_SECONDS + CPU_PER_MILLION * wanted.budget
    job = Job(
        folder=folder,
        module=wanted.module,
        calls=(),
        limits=Limits(seconds, MEMORY_MB),
        recursion_limit=max(
            [LEAST_RECURSION, *(trial.recursion for trial in trials)]
        ),
    )
    wishes = {
        "modules": wanted.modules,
        "entries": wanted.entries,
        "chooser": wanted.chooser,
        "of_value": wanted.of_value,
        "budget": int(wanted.budget * 1_000_000),
        "sizes": [trial.size for trial in trials],
        "steps": [trial.steps for trial in trials],
        "calls": [calls_nearby(trial) for trial in trials],
        "trees": [[_row(node) for node in tree.nodes] for tree in trees],
    }
    return sandbox.search(job, wishes, trials)


def _row(node: Node) -> list[object]:
    """A node as the worker has it, where the whole tree lies there."""
    return [
        *(node.label, node.to_move, node.children, node.moves, node.utility),
        *(node.probabilities, node.quiet, node.worth_at_sight, node.content),
    ]

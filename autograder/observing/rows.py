"""What a function did on rows of arguments, each call in one worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment.tables import Row, TableTest
from autograder.observing.observation import (
    LEAST_RECURSION,
    Observation,
    in_own_words,
)
from autograder.observing.outcome import Outcome, outcomes_of, split_trace
from autograder.observing.printed import own_words
from autograder.sandbox.jobs import Job, PlainCall
from autograder.sandbox.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class RowSeen:
    """What came of one call; `changed` where it changed its arguments, as it says."""

    row: Row
    call: Observation
    changed: bool = False

    @property
    def outcome(self) -> Outcome:
        """What it returned, or raised."""
        return self.call.outcome


@dataclass(frozen=True, slots=True)
class TableObserved:
    """What a function did on the rows of a test, what it printed, how long it took."""

    rows: tuple[RowSeen, ...]
    printed: str = ""
    cpu_seconds: float = 0.0

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call."""
        return tuple([seen.outcome for seen in self.rows])

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call: no others are made."""
        return self.outcomes


def observe(
    sandbox: Sandbox, folder: Path, test: TableTest, names: Sequence[str]
) -> TableObserved:
    """Call the function on each row, in one worker, each with arguments of its own."""
    question = test.question
    calls = tuple(PlainCall(question.function, row.arguments) for row in test.rows)
    job = Job(
        folder=folder,
        module=question.module,
        calls=calls,
        limits=question.limits,
        recursion_limit=LEAST_RECURSION,
    )
    ended = sandbox.run(job)
    outcomes = outcomes_of(ended, folder, job.limits, len(calls))
    changed = [result.get("changed") is True for result in ended.said.results]
    changed += [False] * (len(calls) - len(changed))

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    seen = tuple(
        RowSeen(row, _call(test, row, names, in_own_words(outcome, own)), was_changed)
        for row, outcome, was_changed in zip(test.rows, outcomes, changed, strict=True)
    )
    printed, _ = split_trace(ended.output)
    return TableObserved(seen, own(printed), ended.cpu_seconds)


def observe_alone(
    sandbox: Sandbox, folder: Path, test: TableTest, seen: RowSeen
) -> Outcome:
    """What one call comes to by itself."""
    made = observe(sandbox, folder, replace(test, rows=(seen.row,)), ())
    return made.rows[0].outcome


def unobserved(
    test: TableTest, names: Sequence[str], outcome: Outcome
) -> TableObserved:
    """What stands for the calls where none is made."""
    seen = (RowSeen(row, _call(test, row, names, outcome)) for row in test.rows)
    return TableObserved(tuple(seen))


def _call(
    test: TableTest, row: Row, names: Sequence[str], outcome: Outcome
) -> Observation:
    """What came of a call; where no names are known, arguments are but counted."""
    function = test.question.function
    names = names or ("…",) * len(row.arguments)
    return Observation(function, f"{function}({', '.join(names)})", outcome)

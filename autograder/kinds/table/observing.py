"""What a function did on rows of arguments, each call in one worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.kinds.table.question import Row, TableTest
from autograder.observing.observation import (
    LEAST_RECURSION,
    Observation,
    in_own_words,
)
from autograder.observing.outcome import Outcome, outcomes_of, split_trace
from autograder.observing.printed import own_words
from autograder.sandbox.jobs import Ended, Job, PlainCall
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
    job, seen = calls(sandbox, folder, test, names)
    return seen(sandbox.run(job))


def calls(
    sandbox: Sandbox, folder: Path, test: TableTest, names: Sequence[str]
) -> tuple[Job, Callable[[Ended], TableObserved]]:
    """A job that calls the function on each row, and what is seen once it has ended."""
    question = test.question
    job = Job(
        folder=folder,
        module=question.module,
        calls=tuple(PlainCall(question.function, row.arguments) for row in test.rows),
        limits=question.limits,
        recursion_limit=LEAST_RECURSION,
    )

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    def seen(ended: Ended) -> TableObserved:
        outcomes = outcomes_of(ended, folder, job.limits, len(test.rows))
        changed = [result.get("changed") is True for result in ended.said.results]
        changed += [False] * (len(test.rows) - len(changed))
        rows = zip(test.rows, outcomes, changed, strict=True)
        came = tuple(
            RowSeen(row, _call(test, row, names, in_own_words(outcome, own)), is_other)
            for row, outcome, is_other in rows
        )
        printed, _ = split_trace(ended.output)
        return TableObserved(came, own(printed), ended.cpu_seconds)

    return job, seen


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

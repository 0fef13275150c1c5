"""A submission that is being graded, and what the tests of all kinds share of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.observing.budget import UNSHARED, Budget, LoopLimits, Turns
from autograder.observing.outcome import BEFORE, CUT, NOT_RUN, Fault, Outcome
from autograder.sandbox.jobs import Job
from autograder.sandbox.sandbox import STARVED, DeadlineError, Sandbox
from autograder.text import without_folders
from autograder.uploads import staging
from autograder.uploads.staging import PickedFiles

if TYPE_CHECKING:  # most tests are right
    from autograder.observing.sources import Sources

LIMITS = Limits(seconds=1.0)
DEPTH = 1000  # Python's own limit


def stateless_modules(sandbox: Sandbox, folder: Path) -> frozenset[str]:
    """A folder's modules that can keep nothing from call to call, if they are known."""
    files = tuple(path.name for path in folder.glob("*.py") if path.is_file())
    if not files:
        return frozenset()
    job = Job(
        folder=folder,
        module="",
        calls=(),
        limits=LIMITS,
        recursion_limit=DEPTH,
        reads=files,
    )
    with suppress(GraderError, OSError):
        for told in sandbox.run(job).said.results:
            return frozenset(f[:-3] for f in files if f in told.get("stateless", ()))
    return frozenset()


Result = TypeVar("Result")


@dataclass(slots=True)
class Experience:
    """What earlier tests of a submission have shown, for those that follow."""

    questions: set[str] = field(default_factory=set)  # the questions that were run
    late: Counter[tuple[str, str]] = field(default_factory=Counter)  # by function
    unimportable: dict[str, tuple[Outcome, ...]] = field(default_factory=dict)
    recursion: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by question

    def copied(self) -> Experience:
        """A copy, in which nothing that is added shows here."""
        return Experience(
            {*self.questions},
            Counter(self.late),
            {**self.unimportable},
            {**self.recursion},
        )


class Bench:
    """What is staged of a submission, its one sandbox, and the budget of all runs."""

    stage: ClassVar[str] = "submission"  # the folder in that of the sandbox

    def __init__(
        self,
        picked: PickedFiles,
        sandbox: Sandbox,
        budget: Budget,
        turns: Turns = UNSHARED,
    ) -> None:
        self.sandbox, self.budget, self._turns = sandbox, budget, turns
        self.staged = staging.stage(picked, sandbox.folder / self.stage)
        sandbox.deadline = budget.end
        self.records = False  # whether calls are recorded, for the page
        self.apart = False  # whether each test has a worker of its own in any case
        self.was_otherwise = False  # in a worker that tests shared, than in its own
        self.experience, self.haste = Experience(), LoopLimits()
        self._stateless: frozenset[str] | None = None  # until all is read

    @cached_property
    def sources(self) -> Sources:
        """The lines of what is staged."""
        from autograder.observing.sources import Sources  # noqa: PLC0415 - most are right

        return Sources(self.staged.folder)

    def in_turn(
        self, run: Callable[[], Result], has_waited: Callable[[Result], bool]
    ) -> Result:
        """The result of a test; one late, perhaps by no fault of its own, again."""
        if self._stateless is None:
            self._stateless = stateless_modules(self.sandbox, self.staged.folder)
        seen, held_up = self.experience.copied(), self.sandbox.held_up
        with self.beside_others():
            began = time.monotonic()
            result = run()
        if not has_waited(result):
            return result
        if self._turns.is_shared:
            self.budget.give_back(time.monotonic() - began)
        elif self.sandbox.held_up == held_up:
            return result
        self.experience = seen
        with self._turns.alone() as waited:
            self.budget.give_back(waited)
            return run()

    @contextmanager
    def beside_others(self) -> Iterator[None]:
        """What is run meanwhile, other gradings may run beside."""
        with self._turns.beside_others() as waited:
            self.budget.give_back(waited)
            yield

    def may_share(self, module: str) -> bool:
        """Whether tests of a module may be asked in one worker."""
        return not self.apart and self.is_stateless(module)

    def take_apart(self) -> None:
        """Give each test a worker of its own: one that was shared told otherwise."""
        self.apart = self.was_otherwise = True

    def unrun(self, module: str) -> tuple[Outcome, ...]:
        """Why no test of a module is run now; nothing if one is."""
        if lacking := self.staged.lacks(module):
            return (Fault("module", self.staged.missing(lacking)),)
        if self.budget.is_over():
            return (self.unreached(),)
        return self.experience.unimportable.get(module, ())

    def can_import(self, module: str) -> bool:
        """Whether a module has not failed twice, in processes of its own, to load."""
        return module not in self.experience.unimportable

    def is_stateless(self, module: str) -> bool:
        """Whether a module does the same whenever it is called, as its text shows."""
        return module in (self._stateless or ())

    def unreached(self, why: str = BEFORE) -> Fault:
        """What stands for something that was not done, for want of time."""
        if not self.budget.is_used_up():
            return Fault("grader", STARVED)
        return Fault(NOT_RUN, f"{self.budget.seconds:g}", stage=why)

    def fault_of(self, error: GraderError | OSError) -> Fault:
        """What stands for a call that was not made, or not to its end."""
        if isinstance(error, DeadlineError) and self.budget.is_used_up():
            return Fault(NOT_RUN, f"{self.budget.seconds:g}", stage=CUT)
        return fault_of_ours(error)

    def out_of_time(self) -> Fault | None:
        """Why no more checks run, or None; GraderError where others had the time."""
        if not self.budget.is_over():
            return None
        fault = self.unreached()
        if fault.kind == "grader":
            raise GraderError(fault.message)
        return fault


def fault_of_ours(error: GraderError | OSError) -> Fault:
    """What stands for a call where the grader itself has failed."""
    return Fault("grader", without_folders(str(error)))

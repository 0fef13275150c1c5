"""A submission that is being graded: its time, and what all of its tests share."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from autograder.assignment.questions import AnyQuestion, Hurried, Limits
from autograder.errors import GraderError
from autograder.observing.outcome import (
    BEFORE,
    CUT,
    HURRIED,
    LATE,
    NOT_RUN,
    Fault,
    Outcome,
    is_out_of_time,
)
from autograder.sandbox.sandbox import STARVED, DeadlineError, Sandbox
from autograder.text import without_folders
from autograder.uploads import staging
from autograder.uploads.staging import PickedFiles

SECOND_RUNS = 0.1  # of the budget, that second runs may take together
REPEATED_CALLS = 0.1  # likewise, calls about what was asked already
RECORDINGS = 0.05  # the same, of runs that are made for the page
BEYOND = 0.1  # of the budget, that may pass on the wall while others have the core,
LEAST = 2.0  # and so many seconds at least


class Extra(Enum):
    """What is done beside the tests, within seconds of its own."""

    SECOND_RUNS = "second runs"
    REPEATED_CALLS = "repeated calls"
    SMALLEST_TREES = "smallest trees"
    RECORDINGS = "recordings"
    REPAIRS = "repairs"


def wall_seconds() -> float:
    """Seconds, whatever they were spent on."""
    return time.monotonic()


class Budget:
    """So many `seconds` of a clock, of which smallest trees may take `searches`.

    By the clock on the wall it may be `beyond` that by such a share of them.
    """

    def __init__(
        self,
        seconds: float,
        searches: float,
        clock: Callable[[], float] = wall_seconds,
        beyond: float = BEYOND,
    ) -> None:
        self.seconds, self._clock = seconds, clock
        self._deadline = clock() + seconds
        self.end = wall_seconds() + seconds + max(seconds * beyond, LEAST)
        self.was_short = False  # whether something was not done for want of time
        self._left = {
            Extra.SECOND_RUNS: seconds * SECOND_RUNS,
            Extra.REPEATED_CALLS: seconds * REPEATED_CALLS,
            Extra.SMALLEST_TREES: searches,
            Extra.RECORDINGS: seconds * RECORDINGS,
            Extra.REPAIRS: seconds,  # whatever is left
        }

    def is_over(self) -> bool:
        """Whether nothing more is to be begun."""
        over = self.is_used_up() or wall_seconds() > self.end
        self.was_short |= over
        return over

    def is_used_up(self) -> bool:
        """Whether the submission has had all of it; else others had the core."""
        return self._clock() > self._deadline

    def give_back(self, seconds: float) -> None:
        """Time that was not the submission's to spend."""
        self._deadline += seconds
        self.end += seconds

    def affords(self, extra: Extra, seconds: float) -> bool:
        """Whether there is time for what is expected to take so long."""
        enough = seconds <= self.left_for(extra)
        self.was_short |= not enough
        return enough

    def left_for(self, extra: Extra) -> float:
        """The seconds that this may still take; 0 once the budget is over."""
        left = min(self._deadline - self._clock(), self.end - wall_seconds())
        return max(0.0, min(self._left[extra], left))

    @contextmanager
    def spent_on(self, extra: Extra) -> Iterator[None]:
        """What happens meanwhile is taken from the seconds of this."""
        started = self._clock()
        try:
            yield
        finally:
            self._left[extra] -= self._clock() - started


ENDLESS = 2  # time-outs in one function, after which tests of the question are hurried
WAITS = 1  # by waiting, which takes longer, after which those of all questions are
SHARE = 0.1  # of the limit, for a test that is
GLANCE = 0.02  # likewise, where no test of the question has ended so far
WINK = 0.005  # of the clock's limit, in a glance at what has waited before
PATIENCE = 0.1  # of the clock's limit, before the first test of all is taken to wait

Where = tuple[str, str, str]  # a question, a file, and a function of it


class LoopLimits:
    """Which functions of a submission have not ended, by question.

    It hurries nobody until somebody begins with it, who is to ask again, with the whole
    limit, what was marked. What is noted of a test concerns those that are run later.
    """

    def __init__(self) -> None:
        self._hurries = False
        self._is_first = True  # whether no test has been noted
        self._late: Counter[Where] = Counter()
        self._waits = 0
        self._ending: set[str] = set()  # questions of which a test has ended

    def begin_hurrying(self) -> None:
        """Hurry from now on."""
        self._hurries = True

    @contextmanager
    def without_hurry(self) -> Iterator[None]:
        """What is run meanwhile has its whole limit."""
        before, self._hurries = self._hurries, False
        try:
            yield
        finally:
            self._hurries = before

    def note_outcomes(self, question: AnyQuestion, outcomes: Iterable[Outcome]) -> None:
        """Take in what came of the calls of a test."""
        late = [*filter(is_out_of_time, outcomes)]
        if not late:
            self._ending.add(question.name)
        whole = [each for each in late if each.kind != HURRIED]
        self._waits += sum(each.kind == LATE for each in whole)
        if self._is_first and len(whole) < len(late):
            self._waits += self.has_waited(late)
        self._is_first = False
        self._late.update(_functions(question, whole))

    def limits(self, question: AnyQuestion) -> tuple[Limits, ...]:
        """What a test may use; of several each where that before is not `is_enough`."""
        if self._hurries and self._is_first:
            whole = question.limits
            return replace(_part_of(whole, PATIENCE), seconds=whole.seconds), whole
        if not self._hurries or not self.is_endless(question):
            return (question.limits,)
        share = _part_of(question.limits, SHARE)
        if question.name in self._ending:
            return (share,)
        glance = _part_of(question.limits, GLANCE)
        if self._waits >= WAITS:
            glance = replace(glance, wall=WINK * question.limits.wall_seconds)
        return glance, share

    def of_small_trees(self, question: AnyQuestion) -> Limits:
        """What a small tree may use: a share, or a glance, where no test has ended."""
        if question.name in self._ending or not self.is_endless(question):
            return question.limits
        share = _part_of(question.limits, SHARE)
        if not self.only_waits(question):
            return share
        return replace(share, wall=GLANCE * question.limits.wall_seconds)

    def only_waits(self, question: AnyQuestion) -> bool:
        """Whether no test of a question has ended, and some test of any has waited."""
        return self._waits >= WAITS and question.name not in self._ending

    def has_waited(self, outcomes: Iterable[Outcome]) -> bool:
        """Whether what has not ended in a share has waited, and not been reckoning."""
        faults = (each for each in outcomes if isinstance(each, Fault))
        return all(each.type == LATE for each in faults if each.kind == HURRIED)

    def is_enough(self, question: AnyQuestion, outcomes: Iterable[Outcome]) -> bool:
        """Whether what came of a share of the time stands, at least for now.

        It has ended; or the time was over in a function in which it was before, or, in
        the first test of all, by waiting.
        """
        late = [*filter(is_out_of_time, outcomes)]
        if not late:
            return True
        if self._is_first:
            return self.has_waited(late)
        return not self._late.keys().isdisjoint(_functions(question, late))

    def is_endless(self, question: AnyQuestion) -> bool:
        """Whether a function has not ended twice, or one of any question has waited."""
        return self._waits >= WAITS or any(
            name == question.name and times >= ENDLESS
            for (name, *_), times in self._late.items()
        )


def _functions(question: AnyQuestion, late: Iterable[Outcome]) -> Iterator[Where]:
    """The student's functions in which the time was over; the line is chance."""
    for outcome in late:
        if isinstance(outcome, Fault) and outcome.frames:
            yield question.name, outcome.frames[-1].file, outcome.frames[-1].function


def _part_of(limits: Limits, share: float) -> Hurried:
    """A share of the time of a test."""
    return Hurried(
        seconds=share * limits.seconds,
        memory_mb=limits.memory_mb,
        output_kb=limits.output_kb,
        wall=share * limits.wall_seconds,
    )


if sys.platform != "win32":
    import fcntl


class Turns:
    """A grading that no other runs beside: its turn is always."""

    @contextmanager
    def running_beside_others(self) -> Iterator[float]:
        """Run what others may run beside; gives the seconds spent in waiting."""
        yield 0.0

    @contextmanager
    def running_alone(self) -> Iterator[float]:
        """Run what nobody may run beside; likewise."""
        yield 0.0

    @property
    def is_shared(self) -> bool:
        """Whether others may run beside at all."""
        return False


UNSHARED = Turns()


class SharedTurns(Turns):
    """Turns among processes that name one folder; who will be alone has the gate."""

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT
        self._gate, self._room = (
            os.open(folder / name, flags, 0o600) for name in ("gate", "room")
        )

    def close(self) -> None:
        """Give the descriptors back, and with them what is held."""
        os.close(self._gate)
        os.close(self._room)

    @property
    def is_shared(self) -> bool:
        """Others may."""
        return True

    @contextmanager
    def running_beside_others(self) -> Iterator[float]:
        """Run what others may run beside; gives the seconds spent in waiting."""
        began = time.monotonic()
        with _held(self._gate):
            _lock(self._room, alone=False)
        try:
            yield time.monotonic() - began
        finally:
            _unlock(self._room)

    @contextmanager
    def running_alone(self) -> Iterator[float]:
        """Run what nobody may run beside; likewise."""
        began = time.monotonic()
        with _held(self._gate), _held(self._room):
            yield time.monotonic() - began


@contextmanager
def _held(file: int) -> Iterator[None]:
    _lock(file, alone=True)
    try:
        yield
    finally:
        _unlock(file)


def _lock(file: int, *, alone: bool) -> None:
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)


def _unlock(file: int) -> None:
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_UN)


if TYPE_CHECKING:  # most tests are right
    from autograder.observing.sources import Sources

Result = TypeVar("Result")


@dataclass(slots=True)
class Experience:
    """What earlier tests of a submission have shown, for those that follow."""

    questions: set[str] = field(default_factory=set)  # the questions that were run
    late: Counter[tuple[str, str]] = field(default_factory=Counter)  # by function
    unkept: Counter[str] = field(default_factory=Counter)  # tests, by question
    unimportable: dict[str, tuple[Outcome, ...]] = field(default_factory=dict)
    recursion: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by question

    def copied(self) -> Experience:
        """A copy, in which nothing that is added shows here."""
        return Experience(
            {*self.questions},
            Counter(self.late),
            Counter(self.unkept),
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

    @cached_property
    def sources(self) -> Sources:
        """The lines of what is staged."""
        from autograder.observing.sources import Sources  # noqa: PLC0415 - most are right

        return Sources(self.staged.folder)

    def in_turn(
        self, run: Callable[[], Result], has_waited: Callable[[Result], bool]
    ) -> Result:
        """The result of a test; one late, perhaps by no fault of its own, again."""
        seen, held_up = self.experience.copied(), self.sandbox.held_up
        with self.running_beside_others():
            began = time.monotonic()
            result = run()
        if not has_waited(result):
            return result
        if self._turns.is_shared:
            self.budget.give_back(time.monotonic() - began)
        elif self.sandbox.held_up == held_up:
            return result
        self.experience = seen
        with self._turns.running_alone() as waited:
            self.budget.give_back(waited)
            return run()

    @contextmanager
    def running_beside_others(self) -> Iterator[None]:
        """What is run meanwhile, other gradings may run beside."""
        with self._turns.running_beside_others() as waited:
            self.budget.give_back(waited)
            yield

    def run_tests_apart(self) -> None:
        """Give each test a worker of its own: one that was shared told otherwise."""
        self.apart = self.was_otherwise = True

    def faults_before_run(self, module: str) -> tuple[Outcome, ...]:
        """Why no test of a module is run now; nothing if one is."""
        if lacking := self.staged.lacks(module):
            return (Fault("module", self.staged.missing(lacking)),)
        if self.budget.is_over():
            return (self.fault_of_unreached(),)
        return self.experience.unimportable.get(module, ())

    def can_import(self, module: str) -> bool:
        """Whether a module has not failed twice, in processes of its own, to load."""
        return module not in self.experience.unimportable

    def fault_of_unreached(self, why: str = BEFORE) -> Fault:
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
        fault = self.fault_of_unreached()
        if fault.kind == "grader":
            raise GraderError(fault.message)
        return fault


def fault_of_ours(error: GraderError | OSError) -> Fault:
    """What stands for a call where the grader itself has failed."""
    return Fault("grader", without_folders(str(error)))

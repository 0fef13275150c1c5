"""Grade a submission case by case, within the time that all of them may take."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment, Case
from autograder.errors import GraderError
from autograder.grading.budget import Budget, Extra
from autograder.grading.bytecode import compile_all
from autograder.grading.ready import Ready, ready
from autograder.grading.turns import UNSHARED, Turns
from autograder.judging import memory
from autograder.judging.alone import requests
from autograder.judging.compare import CaseResult, is_right, judge
from autograder.judging.memory import Kept
from autograder.judging.observation import (
    CallRequest,
    Observation,
    Observed,
    observe,
    observe_in_one_game,
    observe_in_turn,
    observe_inside,
    observe_with,
    unobserved,
)
from autograder.judging.outcome import Fault
from autograder.judging.recording import record
from autograder.judging.repetition import (
    alike,
    can_be_called,
    ends_at_import,
    goes_on_from,
    has_waited,
    is_comparable,
    is_late,
    is_worth_a_second_run,
    leaves_no_trace,
    was_killed,
)
from autograder.judging.verdicts import Verdict
from autograder.project import PROJECT
from autograder.report.entries import Report
from autograder.sandbox import trust
from autograder.sandbox.sandbox import Sandbox
from autograder.text import without_folders
from autograder.uploads import staging
from autograder.uploads.reading import uploads
from autograder.uploads.staging import Picked

MOST_LATE = 2  # trees on which a function alone may use up its time
AGAIN = "(again)"  # beside the names of functions alone: calls that were made already
RUNS_AGAIN = (
    4  # so much longer than the calls of a test those take that look for memory
)
USED_UP = "the tests before used up the {0.assignment.budget:g} s for all"


@dataclass(slots=True)
class _Known:
    """What earlier tests of a submission have shown, for those that follow."""

    asked: set[str] = field(default_factory=set)  # the questions that were run
    late: Counter[tuple[str, str]] = field(default_factory=Counter)  # by function
    unimportable: dict[str, Observed] = field(default_factory=dict)  # by module

    def copied(self) -> _Known:
        """The same, by itself."""
        return _Known({*self.asked}, Counter(self.late), {**self.unimportable})


class Grading:
    """One submission under one assignment, graded in one sandbox."""

    def __init__(
        self, ready: Ready, picked: Picked, sandbox: Sandbox, turns: Turns = UNSHARED
    ) -> None:
        self.ready, self.sandbox, self._turns = ready, sandbox, turns
        self.assignment, self.answers = ready.assignment, ready.answers
        self.staged = staging.stage(picked, sandbox.folder / "submission")
        most = self.assignment.budget, self.assignment.counterexample
        self.budget = Budget(*most, sandbox.clock)
        self.records = False  # whether calls are recorded, for the page
        self._known = _Known()
        self._stateless: frozenset[str] | None = None  # until all is compiled

    @classmethod
    def of(cls, assignment: Assignment, submission: Path, sandbox: Sandbox) -> Grading:
        """The grading of what lies at a path."""
        prepared = ready(assignment)
        modules = assignment.modules()
        picked = staging.pick(uploads(submission), modules, prepared.checks)
        return cls(prepared, picked, sandbox)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the student should know of the files that were sent, in sentences."""
        return self.staged.notes

    def grade(self, case: Case) -> CaseResult:
        """The result of one test; a fault of the grader is one of its verdicts.

        A test that is not correct, and the first of each question, is run twice
        where that is cheap, to find out whether the submission does the same again.
        One that was late, and perhaps by no fault of its own, is run once more.
        """
        if self._stateless is None:
            self._stateless = compile_all(self.sandbox, self.staged.folder)
        known, held_up = self._known.copied(), self.sandbox.held_up
        with self.beside_others():
            began = time.monotonic()
            result = self.recorded(self._graded(case))
        if not has_waited(result.observed):
            return result
        if self._turns.is_shared:
            self.budget.give_back(time.monotonic() - began)
        elif self.sandbox.held_up == held_up:
            return result
        self._known = known
        with self._turns.alone() as waited:
            self.budget.give_back(waited)
            return self.recorded(self._graded(case))

    @contextmanager
    def beside_others(self) -> Iterator[None]:
        """What is run meanwhile, other gradings may run beside."""
        with self._turns.beside_others() as waited:
            self.budget.give_back(waited)
            yield

    def recorded(self, result: CaseResult) -> CaseResult:
        """The same with what the submission says of its calls, where that is wanted.

        Only where a run is cheap, and where it does again what it did when it counted.
        """
        case, observed = result.case, result.observed
        if not self.records or not is_worth_a_second_run(
            observed, case.question.limits
        ):
            return result
        if not self.budget.affords(Extra.RECORDINGS, observed.cpu_seconds):
            return result
        try:
            with self.budget.spent_on(Extra.RECORDINGS):
                recording = record(self.sandbox, self.staged.folder, case)
        except (GraderError, OSError):
            return result
        again = recording.visited == observed.calls[0].visited
        return replace(result, recording=recording) if again else result

    def _graded(self, case: Case) -> CaseResult:
        """The result of one test, run twice where that tells something."""
        started = self.sandbox.clock()
        observed = self._observe(case)
        seconds = self.sandbox.clock() - started
        result = self._judged(case, observed)
        asked_before = case.question.name in self._known.asked
        self._known.asked.add(case.question.name)
        if result.verdict is Verdict.CORRECT and asked_before:
            return result
        if not is_worth_a_second_run(observed, case.question.limits):
            return result
        module = case.question.module
        if not self.can_import(module) or self.is_stateless(module):
            return replace(result, second=observed)
        result = replace(result, second=self._observe_again(case, seconds))
        if result.verdict is Verdict.CORRECT or not result.deterministic:
            return result
        return self.with_memory(result, self.answers[case.tree_name], seconds)

    def with_memory(
        self, result: CaseResult, answers: Answers, seconds: float
    ) -> CaseResult:
        """The result with what shows that the submission keeps something, if it does.

        It is looked for while there is time for calls of which a run's take `seconds`.
        A function that uses up the time whenever it is called again is left alone.
        """
        case = result.case
        if self.is_stateless(case.question.module):
            return result
        if not self.budget.affords(Extra.REPEATED_CALLS, RUNS_AGAIN * seconds):
            return result
        if self._known.late[case.question.name, AGAIN] >= MOST_LATE:
            return result
        try:
            with self.budget.spent_on(Extra.REPEATED_CALLS):
                return replace(result, kept=self._kept(case, answers, result.observed))
        except (GraderError, OSError):
            return result

    def _kept(self, case: Case, answers: Answers, observed: Observed) -> Kept | None:
        """What shows that the submission keeps something from call to call."""
        where = (self.sandbox, self.staged.folder)
        asked = memory.requests(case, answers)
        made = observe_in_one_game(*where, case, asked)
        self._known.late[case.question.name, AGAIN] += any(map(is_late, made))
        found = memory.kept(case, observed, tuple(zip(asked, made, strict=True)))
        unique = memory.with_unique_positions(case.tree)
        if found is None and unique is not None:
            told_apart = observe(*where, case.question, unique)
            return memory.kept_positions(case, observed, told_apart)
        if found is None or not found.is_table:
            return found
        in_turn = observe_in_turn(*where, case.question, unique or case.tree)
        harmless = memory.is_harmless(case, observed, in_turn)
        return replace(found, harmless=harmless)

    def can_import(self, module: str) -> bool:
        """Whether a module has not failed twice, in processes of its own, to load."""
        return module not in self._known.unimportable

    def is_stateless(self, module: str) -> bool:
        """Whether a module does the same whenever it is called, as its text shows."""
        return module in (self._stateless or ())

    def out_of_time(self) -> str:
        """Why no further test is run; "" while the budget lasts."""
        return f"not run: {USED_UP.format(self)}" if self.budget.is_over() else ""

    def _observe_again(self, case: Case, seconds: float) -> Observed | None:
        """What a second run does, if there is time for one that takes so long.

        A grader that fails in a second run has failed in nothing that counts.
        """
        if not self.budget.affords(Extra.SECOND_RUNS, seconds):
            return None
        asked = (self.sandbox, self.staged.folder, case.question, case.tree)
        try:
            with self.budget.spent_on(Extra.SECOND_RUNS):
                second = observe(*asked)
        except (GraderError, OSError):
            return None
        return second if is_comparable(second) else None

    def _observe(self, case: Case) -> Observed:
        question, tree = case.question, case.tree
        try:
            if not self.staged.has(question.module):
                fault = Fault("module", self.staged.missing(question.module))
            elif self.out_of_time():
                fault = Fault("not_run", self.out_of_time())
            elif not self.can_import(question.module):
                calls = self._known.unimportable[question.module].calls
                return unobserved(question, tree, *(call.outcome for call in calls))
            else:
                return self._observe_importing(case)
        except (GraderError, OSError) as error:
            fault = Fault("grader", without_folders(str(error)))
        return unobserved(question, tree, fault)

    def _observe_importing(self, case: Case) -> Observed:
        """What a run does; one that ends at the import is tried once more.

        Where that ends alike, so would all others: the tests of the module that follow
        take their verdict from it, and each loop costs its time twice and no more.
        """
        first = self._observe_unkilled(case)
        if not ends_at_import(first) or self.budget.is_over():
            return first
        second = self._observe_unkilled(case)
        if ends_at_import(second) and alike(first, second):
            self._known.unimportable[case.question.module] = first
        return first

    def _observe_unkilled(self, case: Case) -> Observed:
        """What a run does; one that was killed, perhaps from outside, is repeated.

        The second counts if the first was on its way: what it had seen besides might
        have been handed on.
        """
        asked = (self.sandbox, self.staged.folder, case.question, case.tree)
        together = observe_with(*asked, partial(self._inside, case))
        if together is None:  # a second run will do, and has no third
            return observe(*asked)
        first = together
        if not was_killed(first) or self.budget.is_over():
            return first
        second = observe(*asked)
        return second if goes_on_from(first, second) else first

    def _inside(self, case: Case, seen: Observed) -> tuple[CallRequest, ...]:
        """The calls that can be made in the worker that was seen to end the others.

        What a call has kept could spoil them. Where it was right, one that is not shows
        that; else only a module that can keep nothing is asked there.
        """
        answers = self.answers[case.tree_name]
        right = is_right(judge(case, answers, seen))
        if not right:
            calm = self.is_stateless(case.question.module) and leaves_no_trace(seen)
            if not calm:
                return ()
        calls = requests(case, answers, alone=not right)
        late = any(self._unasked(case.question.name, c.function) for c in calls)
        return () if late else calls

    def _judged(self, case: Case, observed: Observed) -> CaseResult:
        """The result with that of each function, in calls that can spoil no other."""
        answers, module = self.answers[case.tree_name], case.question.module
        result = judge(case, answers, observed)
        if observed.inside:
            if result.verdict is Verdict.CORRECT or self.is_stateless(module):
                return result
            observed = replace(observed, inside=())
            result = judge(case, answers, observed)
        if not self.can_import(module):
            return result
        calls = requests(case, answers, alone=not is_right(result))
        if not calls or not can_be_called(observed):
            return result
        inside = self._observe_inside(case, calls)
        return judge(case, answers, replace(observed, inside=inside))

    def _observe_inside(
        self, case: Case, calls: tuple[CallRequest, ...]
    ) -> tuple[tuple[CallRequest, Observation], ...]:
        """What came of calls at inner nodes; those that are not made have a fault.

        No function gains by not answering, and no student pays for a fault of ours:
        that leaves the whole test without a score.
        """
        name = case.question.name
        why = {call.function: self._unasked(name, call.function) for call in calls}
        wanted = tuple(call for call in calls if why[call.function] is None)
        asked = () if self.budget.is_over() else wanted
        try:
            where = (self.sandbox, self.staged.folder, case)
            made = observe_inside(*where, asked, self.budget.is_over)
        except (GraderError, OSError) as error:
            ours = Fault("grader", without_folders(str(error)))
            return tuple((call, call.unanswered(ours)) for call in calls)
        late = {call.function for call, seen in made.items() if is_late(seen)}
        self._known.late.update((name, function) for function in late)
        over = Fault("not_run", f"not judged: {USED_UP.format(self)}")
        return tuple(
            (call, made.get(call) or call.unanswered(why[call.function] or over))
            for call in calls
        )

    def _unasked(self, question: str, function: str) -> Fault | None:
        """Why a function is not judged alone; None if it is, or if no time is left."""
        if self._known.late[question, function] >= MOST_LATE:
            return Fault(
                "not_run",
                f"not judged: alone, {function} used up its time on {MOST_LATE} trees",
            )
        return None


def require_trust(assignment: Assignment, submissions: Path, sandbox: Sandbox) -> None:
    """AssignmentError where what lies there might read what it must not."""
    secrets = (assignment.folder, PROJECT / "reference")
    trust.require(sandbox.layers, submissions, secrets)


def introduce(grading: Grading, report: Report) -> None:
    """Put into the report what holds for all of a grading."""
    report.title = grading.assignment.title
    report.pictures = grading.assignment.pictures
    report.notes.extend(grading.notes)
    report.sandbox = grading.sandbox.sentence()
    report.layers = grading.sandbox.layers.table()


def opened(
    assignment: Assignment,
    submission: Path,
    sandbox: Sandbox,
    report: Report,
    *,
    trusted: bool,
) -> Grading:
    """A grading of what lies at a path, and in the report what holds for all of it.

    Raises AssignmentError where the submission might read what it must not, unless
    it is trusted.
    """
    report.title = assignment.title
    if not trusted:
        require_trust(assignment, submission, sandbox)
    grading = Grading.of(assignment, submission, sandbox)
    introduce(grading, report)
    return grading

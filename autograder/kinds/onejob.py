"""Kinds whose tests are one job each, with one file of answers for each question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from autograder.answers.board import TookTooLong, result_in_time
from autograder.answers.file import answers_path, grouped_tests
from autograder.assignment.questions import (
    AnyQuestion,
    AnyTest,
    Assignment,
    Limits,
    exact_sum,
)
from autograder.judging.verdicts import AnyResult, Verdict
from autograder.kinds.entries import line_at
from autograder.kinds.kind import (
    TREES,
    Files,
    Kind,
    Observed,
    Result,
    Runner,
    Test,
    with_fields,
)
from autograder.observing.observation import LEAST_RECURSION, outcome_in_students_words
from autograder.observing.outcome import (
    CRASH,
    TIMEOUT,
    Fault,
    Outcome,
    RunOfTest,
    outcome_of_result,
    outcomes_of,
    split_trace,
    text_in_students_words,
)
from autograder.observing.repairing import Asked, Facets, Score, Trial
from autograder.observing.sources import Clue, Place, Sources
from autograder.sandbox.jobs import AnyCall, Ended, Job
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.values import encode


def job_of(
    folder: Path,
    question: AnyQuestion,
    calls: tuple[AnyCall, ...],
    recursion: int = LEAST_RECURSION,
) -> Job:
    """A job of these calls to the module of a folder that a question asks for."""
    return Job(folder, question.module, calls, question.limits, recursion)


def outcomes_and_prints(
    sandbox: Sandbox, job: Job, ended: Ended
) -> tuple[list[Outcome], str]:
    """What came of each call of a job, and what was printed, in the student's words."""
    own = partial(text_in_students_words, staged=job.folder, session=sandbox.folder)
    outcomes = outcomes_of(ended, job.folder, job.limits, len(job.calls))
    printed, _ = split_trace(ended.output)
    told = [outcome_in_students_words(outcome, own) for outcome in outcomes]
    return told, own(printed)


def outcome_in_time(
    seconds: float,
    call: Callable[[], object],
    encoded: Callable[[object], Any] = encode,
) -> Outcome:
    """What comes of a call of a program in this process, as from a worker."""
    try:
        returned = result_in_time(seconds, call)
    except TookTooLong:
        return Fault(TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        return Fault(CRASH, str(error), type(error).__name__)
    return outcome_of_result({"returned": encoded(returned)})


class OneJob(Runner[Test, Observed, Result]):
    """Runs tests that are one job each; `answers` are by question."""

    @abstractmethod
    def job(self, test: Test) -> tuple[Job, Callable[[Ended], Observed]]:
        """What a worker does for a test, and what is observed once it has ended."""

    @abstractmethod
    def trials(self, tests: Sequence[Test]) -> list[Trial]:
        """How a program that was edited is tried: one trial for each test."""

    def observe(self, test: Test, limits: Limits) -> Observed:
        """What the submission does in one worker."""
        asked = with_fields(test.question, limits=limits)
        job, observed = self.job(with_fields(test, question=asked))
        return observed(self.bench.sandbox.run(job))

    def score(self, tests: Sequence[Test]) -> Score | None:
        """How a program that was edited is tried on tests of one question."""
        question, places = tests[0].question, range(len(tests))
        trials = self.trials(tests)
        return Score(question.module, question.functions_to_write(), trials, places)

    def calls_and_judge(
        self, test: Test, facets: Callable[[Observed], Facets]
    ) -> Callable[[], Asked]:
        """What makes the calls of a test, and says who judges what came of them."""

        def ask() -> Asked:
            job, observed = self.job(test)
            return job, lambda ended: facets(observed(ended))

        return ask


@dataclass(frozen=True, slots=True)
class OfFacets:
    """A result whose findings are one for each facet, where nothing is chosen.

    `second` is what a second run did, `clues` are what the submission's text tells.
    """

    test: AnyTest
    verdict: Verdict
    findings: tuple[Any, ...]
    observed: RunOfTest
    _: KW_ONLY
    second: Any = None
    clues: tuple[Clue, ...] = ()
    differs_at: ClassVar[Any] = None  # where the second run did, if anywhere

    @property
    def points(self) -> float:
        """What the test earned: the sum of its facets."""
        return exact_sum(map(self.earned, self.findings))

    def earned(self, finding: Any) -> float:
        """What one facet earned."""
        is_right = finding.verdict is Verdict.CORRECT
        return self.test.points.earned([finding.facet]) if is_right else 0.0

    @property
    def action_outcome(self) -> Outcome | None:
        """What was chosen, where there is anything to choose."""
        return None

    @property
    def is_deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else not self.differs_at


def line_of_function(result: AnyResult, sources: Sources, function: str) -> Any:
    """The line where a call broke off, or of what its function returns, or None."""
    place: Any = None
    outcome, file = result.main_outcome, f"{result.test.question.module}.py"
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    elif function:
        place = place_that_returns(sources, file, function)
    return line_at(place)


def place_that_returns(sources: Sources, file: str, function: str) -> Place | None:
    """The one line with which a function returns, or else where it is defined."""
    head = sources.definition_that_computes(file, function)
    return None if head is None else sources.line_that_returns(head)


class OneFile(Kind):
    """A kind that has one file of answers for each question; its tests are a `Test`.

    Its form has `load_answers` and `dump_answers`, and where something is asked that no
    submission has met, `load_unseen`.
    """

    form: Any
    Test: type[Any]

    def answers_to(self, assignment: Assignment, tests: Sequence[Any]) -> Any:
        """The answers to one question; UntoldError if they are absent, or stale."""
        answers = self.form.load_answers(assignment, tests)
        if not hasattr(self.form, "load_unseen"):
            return answers
        unseen = self.form.load_unseen(assignment, tests[0].question.name)
        return replace(answers, unseen=unseen)

    def answers(self, assignment: Assignment) -> Mapping[str, Any]:
        """What is right, by question."""
        asked = grouped_tests(assignment, self.Test)
        return {
            name: self.answers_to(assignment, tests) for name, tests in asked.items()
        }

    def files(self, assignment: Assignment) -> Files:
        """What each question needs, and the answers to its tests alone."""
        files: Files = {}
        for tests in grouped_tests(assignment, self.Test).values():
            files |= self.other_zip_files(assignment, tests)
            path = answers_path(assignment, tests[0].question)
            place = path.relative_to(assignment.folder).as_posix()
            text = self.answers_text(self.answers_to(assignment, tests), tests)
            files[f"{TREES}/{place}"] = text.encode()
        return files

    def answers_text(self, answers: Any, tests: Sequence[Any]) -> str:
        """The file of answers to these tests, in which no others are told."""
        text: str = self.form.dump_answers(answers, tests)
        return text

    def other_zip_files(self, assignment: Assignment, tests: Sequence[Any]) -> Files:
        """What a zip needs of a question beside its answers."""
        return {}

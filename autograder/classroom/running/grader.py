"""A process that grades one submission after the other, and loads all else once.

It is told a `Setting`, says `Hello`, and answers each `GradingJob` with a `Graded`:
pickles on its standard streams. Where a grading takes long it says `Still` now and
then. A `Turn` lets it rest between two workers or go on. When nobody listens it ends,
too.
"""

from __future__ import annotations

import math
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import IO

from autograder import errors
from autograder.classroom.course import Graded, QuestionRow, TestRow, ungraded
from autograder.classroom.running import recounting
from autograder.classroom.running.state import GraderState, state_of
from autograder.grading.explaining import explain
from autograder.grading.grading import (
    Grading,
    Ready,
    ready,
    report_remarks,
    require_trust,
)
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds.all import load
from autograder.kinds.entries import AllJudged, AnyJudged
from autograder.kinds.kind import Replays
from autograder.observing.bench import UNSHARED, SharedTurns, Turns
from autograder.observing.outcome import OUT_OF_TIME, Fault, Outcome
from autograder.report.entries import Entry, Report, max_score, score
from autograder.report.gradebook import Gradebook
from autograder.sandbox import runqueue
from autograder.sandbox.sandbox import Sandbox
from autograder.testing.runner import by_pytest
from autograder.uploads.staging import PickedFiles
from autograder.walls.leftovers import remove
from autograder.words import explanations
from autograder.words.explanations import Explanation

if sys.platform != "win32":
    import resource

TIME = "time"  # the behaviour of what used up its limits
EVERY = 1.0  # seconds between two words of a grading that goes on
DIGITS = 3  # of seconds
UNREADABLE = "what the store has of its grading cannot be read"


@dataclass(frozen=True, slots=True)
class Setting:
    """What all jobs have in common."""

    assignment: Path
    submissions: Path  # cannot read the answers
    trusted: bool  # unless so
    turns: Path  # a folder of files by which gradings take turns
    core: int | None = None
    scratch: Path | None = None  # a folder; None: that of temporary files
    memory: int | None = None  # bytes


@dataclass(frozen=True, slots=True)
class Hello:
    """That jobs are waited for, or a `fault` and the exit status that it has."""

    state: GraderState | None
    fault: str = ""
    status: int = 0


@dataclass(frozen=True, slots=True)
class Still:
    """That a grading goes on, after so many seconds without waiting."""

    seconds: float


class Turn(Enum):
    """What a grading is to do once the worker that it waits for has ended."""

    GO = "go"
    REST = "rest"


Instead = Callable[[Sandbox, int | None], Graded]  # on this core, if on one


@dataclass(frozen=True, slots=True)
class GradingJob:
    """A submission to be graded."""

    picked: PickedFiles
    page: bool  # also the student's pages
    record: bytes = b""  # of its grading, to be explained
    steps: float = 0.0  # millions, in which that is looked for
    instead: Instead | None = None  # of a grading: what is done


def main() -> None:
    """Answer jobs until None comes."""
    orders, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what an instructor's check prints must not be taken for an answer
    setting: Setting = pickle.load(orders)  # noqa: S301 - from who has begun this
    _limit(setting.memory)
    with Sandbox(core=setting.core, within=setting.scratch) as sandbox:
        try:
            grader = Grader(setting, sandbox, partial(_answer, answers))
        except (errors.AutograderError, OSError) as fault:
            status = errors.GraderError.exit_status
            if isinstance(fault, OSError):
                return _answer(
                    answers, Hello(None, errors.system_error_sentence(fault), status)
                )
            return _answer(answers, Hello(None, str(fault), fault.exit_status))
        _answer(answers, Hello(grader.state))
        for job in iter(_jobs(orders, grader.goes).get, None):
            _answer(answers, grader.graded(job))
    return None


def _limit(memory: int | None) -> None:
    if memory is not None and sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        soft = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (soft, most))


def _jobs(orders: IO[bytes], goes: threading.Event) -> queue.Queue[GradingJob | None]:
    """The jobs as they come, turns obeyed at once; where they break off, all ends."""
    found: queue.Queue[GradingJob | None] = queue.Queue()

    def read() -> None:
        try:
            order = True
            while order is not None:
                order = pickle.load(orders)  # noqa: S301 - as above
                if not isinstance(order, Turn):
                    found.put(order)
                elif order is Turn.GO:
                    goes.set()
                else:
                    goes.clear()
        except (EOFError, OSError, pickle.UnpicklingError):
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=read, daemon=True).start()
    return found


def _answer(answers: IO[bytes], answer: Hello | Graded | Still) -> None:
    pickle.dump(answer, answers)
    answers.flush()


@cache
def ready_assignment(folder: Path) -> tuple[Ready, GraderState]:
    """An assignment, and its state in no layers; AssignmentError if unusable."""
    assignment = load(folder)
    return ready(assignment), state_of(assignment.folder, {})


class Grader:
    """Grades submissions in one sandbox; rests between two workers unless it `goes`.

    Between two tests where others wait for turns. `tells` is called now and then while
    a grading goes on.
    """

    def __init__(
        self, setting: Setting, sandbox: Sandbox, tells: Callable[[Still], None]
    ) -> None:
        """Raises AssignmentError where the assignment cannot be used, or trusted."""
        self._ready, state = ready_assignment(setting.assignment)
        if not setting.trusted:
            assignment = self._ready.assignment
            require_trust(assignment, setting.submissions, sandbox)
        self._sandbox, self._core = sandbox, setting.core
        self._tells, self._told = tells, time.monotonic()
        self._began = 0.0  # by the sandbox's clock
        self.goes = threading.Event()
        self.goes.set()
        self._turns: Turns = SharedTurns(setting.turns)
        if (
            runqueue.are_waits_counted()
        ):  # what a busy machine does, so that it costs nobody
            self._turns = UNSHARED
            sandbox.before_each = self._tell_or_rest
        self.state = state.with_layers(sandbox.layers.table())

    def graded(self, job: GradingJob) -> Graded:
        """What comes of a submission; where the grader fails, that and no points.

        What had too little time beside others is graded once more alone.
        """
        began = self._began = self._sandbox.clock_seconds()
        try:
            if job.instead is not None:
                return job.instead(self._sandbox, self._core)
            if job.record:
                return self._explained(job)
            found, short = self._once(job, self._turns)
            if short and self._turns.is_shared:
                with self._turns.running_alone():
                    found, _ = self._once(job, UNSHARED)
        except errors.AutograderError as fault:
            return ungraded(str(fault), type(fault).__name__)
        except OSError as fault:
            return ungraded(errors.system_error_sentence(fault))
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is ours
            traceback.print_exc()
            last = traceback.extract_tb(fault.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            return ungraded(f"{type(fault).__name__} at {where}: {fault}")
        return replace(found, seconds=self._seconds_since(began))

    def _once(self, job: GradingJob, turns: Turns) -> tuple[Graded, bool]:
        """What comes of it, and whether there was too little time."""
        gradebook = Gradebook(None, self._tell)
        with self._grading(job, turns) as grading:
            began = self._sandbox.clock_seconds()
            grading.records = job.page
            report_remarks(grading, gradebook.report)
            draws = job.page or self._ready.assignment.pictures
            replays = Replays.ALL if draws else Replays.NONE
            wanted = Wanted(checks=by_pytest, replays=replays)
            results = grade_fully(grading, gradebook, wanted)
        seconds = self._seconds_since(began)
        graded = graded_result(gradebook, results, seconds, page=job.page)
        return graded, grading.budget.was_short

    @contextmanager
    def _grading(self, job: GradingJob, turns: Turns) -> Iterator[Grading]:
        """What is left of it is swept up in the end."""
        within = self._ready, job.picked, self._sandbox, turns
        try:
            yield Grading(*within, beyond=math.inf)  # others may go before
        finally:
            remove(self._sandbox.folder / "submission")
            self._sandbox.separate_submissions()

    def _explained(self, job: GradingJob) -> Graded:
        """What was graded, with what explains it; no points change."""
        record = recounting.record_from_bytes(job.record)
        if record is None:
            raise errors.GraderError(UNREADABLE)
        gradebook = Gradebook(None, self._tell)
        gradebook.report = record.report
        with self._grading(job, self._turns) as grading:
            causes = explain(grading, gradebook, job.steps)
        if gradebook.report.complaints:
            raise errors.GraderError(gradebook.report.complaints[-1])
        questions = [_caused(each, causes.get(each.name)) for each in record.questions]
        record = replace(record, questions=tuple(questions), explained=job.steps)
        return replace(
            recounting.graded_of(record), record=recounting.packed_record(record)
        )

    def _tell(self, _: Report, __: str) -> None:
        self._tell_or_rest()

    def _tell_or_rest(self) -> None:
        """Say that it goes on, if that was not said just before; rest where it must."""
        if time.monotonic() - self._told >= EVERY:
            self._say()
        if not self.goes.is_set():
            with self._sandbox.with_clock_stopped():
                while not self.goes.wait(EVERY):
                    self._say()

    def _say(self) -> None:
        self._told = time.monotonic()
        self._tells(Still(self._seconds_since(self._began)))

    def _seconds_since(self, began: float) -> float:
        return round(self._sandbox.clock_seconds() - began, DIGITS)


def graded_result(
    gradebook: Gradebook, results: AllJudged, seconds: float, *, page: bool
) -> Graded:
    """All that is kept of a grading of so many seconds; no points by our fault."""
    report = gradebook.report
    entries = report.entries.items()
    rows = [(node, each) for node, each in entries if each.max_score is not None]
    names = dict.fromkeys(entry.group for _, entry in rows)
    record = recounting.Record(
        report=report,
        questions=tuple(_question(name, report) for name in names),
        tests=tuple(_test(entry, results.get(node)) for node, entry in rows),
        seconds=seconds,
        page=page,
        right=recounting.right_facets(results),
    )
    graded = recounting.graded_of(record)
    blames = {report.blame, *(entry.blame for entry in report.all())} - {None}
    if not blames:
        return replace(graded, record=recounting.packed_record(record))
    faults = (entry.headline for entry in report.all() if entry.blame is not None)
    first = next(chain(faults, (note.title for note in report.notes)), "")
    if errors.GraderError not in blames:
        return replace(graded, fault=first, blame=errors.AssignmentError.__name__)
    return replace(graded, points=None, fault=first, blame=errors.GraderError.__name__)


def _question(name: str, report: Report) -> QuestionRow:
    mine = [entry for entry in report.all() if entry.group == name]
    followed = [text for each in mine if (text := each.extra.get("convention"))]
    return QuestionRow(
        name,
        score(mine) if all(each.blame is None for each in mine) else None,
        max_score(mine),
        convention=followed[0] if followed else "",
        smallest=next((each.smallest for each in mine if each.smallest), ""),
        unseen=report.unseen.get(name, 0),
    )


def _caused(row: QuestionRow, cause: Explanation | None) -> QuestionRow:
    """A question with the change that makes it right, in place of an earlier one."""
    if cause is None:
        return row.unexplained()
    words = (*explanations.rows(cause), explanations.question_to_student(cause.family))
    return replace(
        row,
        diagnosis=cause.family,
        role=cause.role,
        lines=explanations.places(cause),
        title=explanations.title(cause),
        explanation="\n".join(words),
    )


def _test(entry: Entry, judged: AnyJudged | None) -> TestRow:
    """One test; an instructor's own has neither verdict nor behaviour."""
    chosen = judged.result.action_outcome if judged else None
    return TestRow(
        question=entry.group,
        tree=judged.test.about if judged else entry.name,
        points=entry.score,
        most=entry.max_score or 0.0,
        passed=entry.passed,
        verdict=judged.verdict.value if judged else "",
        behaviour=outcome_in_few_words(judged.result.main_outcome) if judged else "",
        action=None if chosen is None or isinstance(chosen, Fault) else str(chosen),
    )


def outcome_in_few_words(outcome: Outcome) -> str:
    """The value returned ("1" is not 1), the exception's type, or what else came."""
    if not isinstance(outcome, Fault):
        return repr(outcome.text) if outcome.kind == "str" else str(outcome)
    return TIME if outcome.kind in OUT_OF_TIME else outcome.type or outcome.kind

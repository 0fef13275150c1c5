"""What a kind of question is, and how its tests are run, in turn and once more.

Another kind is another package in this folder, and a name in `all.NAMES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from autograder.answers import file
from autograder.answers.file import FOLDER, LARGE
from autograder.assignment.file import Form
from autograder.assignment.questions import AnyQuestion, AnyTest, Assignment, Limits
from autograder.errors import AssignmentError, GraderError
from autograder.judging import verdicts
from autograder.kinds.entries import AllJudged, JudgedTest, Wording
from autograder.observing.bench import Bench, Extra
from autograder.observing.outcome import Outcome, RunOfTest
from autograder.project import GAMES, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.trees import explicit, marked
from autograder.trees.rules import OPENSPIEL, SUFFIX, games_near
from autograder.trees.tree import GameTree

if TYPE_CHECKING:  # most submissions have none
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Cost, MistakeProgram
    from autograder.authoring.prices import Losses
    from autograder.observing.repairing import Score

TREES = "test_trees"  # where both zips have their assignment
Files = dict[str, bytes]  # of a zip, by their paths in it


class Replays(Enum):
    """Of which tests a report draws what was searched."""

    NONE = "none"
    FIRST = "the smallest tree of each question that shows what is wrong"
    ALL = "all"


class Desk(ABC):
    """Grades tests of one kind, all of one submission; each is told by itself."""

    @abstractmethod
    def grade(self, test: Any, number: str) -> JudgedTest[Any]:
        """Run a test; a fault of the grader is one of its verdicts."""

    def look_for_counterexamples(  # noqa: B027 - most look for none
        self, gradebook: Gradebook, judged: Any, visibility: str
    ) -> None:
        """Look for what tests of a visibility may show, before others are run."""

    def add_shared_findings(self, gradebook: Gradebook, judged: Any) -> AllJudged:
        """The tests, told what only all of them together show; the report has it."""
        return judged  # type: ignore[no-any-return]

    def score(self, tests: Sequence[Any]) -> Score | None:
        """How an edited program is tried on tests of a question; None: not at all."""
        return None

    @abstractmethod
    def add_lessons(
        self, gradebook: Gradebook, judged: Any, *, replays: Replays, searches: bool
    ) -> None:
        """Add to the report what no test tells by itself; no points change."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Whoever waits for answers: is shown what comes now, and told what to know."""

    show: Callable[[str], None] = lambda _: None
    tell: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Adequacy:
    """Whether the tests of a kind catch its mistakes."""

    findings: tuple[str, ...] = ()  # question by question
    faults: tuple[str, ...] = ()  # a sentence each
    judged: bool = False  # where there are mistakes
    remedy: str = ""  # what helps
    summary: tuple[str, ...] = ()  # a line for each question
    costs: tuple[Cost, ...] = ()  # what mistakes lose at least


class Authors(Protocol):
    """What authors ask of a kind: a module that is imported for them alone."""

    def questions_with_mistakes(
        self, assignment: Assignment
    ) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
        """Each question with its mistakes, a program each."""

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the tests catch, and tell apart."""

    def losses(self, assignment: Assignment) -> Iterator[Losses]:
        """What each mistake has wrong on each test, question by question."""

    def payroll(self, assignment: Assignment) -> Payroll:
        """What is paid for programs that do none of the work."""


class Kind:
    """A kind of question, which by itself needs no answers and no files.

    `form` is the module that reads and writes its questions; `advice` are the headings
    of student_template/README.md that speak of them alone. At a `desk` the tests of one
    submission are graded, with the `answers`. Questions of other kinds in an assignment
    do not concern its methods.
    """

    name: str
    advice: tuple[str, ...]
    form: Form
    desk: Callable[[Bench, Any], Desk]

    @property
    def authors(self) -> Authors:
        """What authors ask of it: the module `authors` of its package."""
        package = type(self).__module__.rpartition(".")[0]
        authors: Authors = import_module(f"{package}.authors")
        return authors

    def answer_files(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Each file of answers with its text, as the reference tells it."""
        authors: Any = self.authors
        files: Iterator[tuple[Path, str]] = authors.answer_files(assignment, watch)
        return files

    def assignment_with_answers(self, assignment: Assignment) -> Assignment:
        """The assignment with what its answers tell; AssignmentError without them."""
        return assignment

    def answers(self, assignment: Assignment) -> Any:
        """All that is right, for many gradings; AssignmentError where it is stale."""

    def public(self, test: Any) -> AnyTest:
        """A visible test as students get it."""
        return test  # type: ignore[no-any-return]

    def files(self, assignment: Assignment) -> Files:
        """What a zip needs for these questions, but for assignment and stubs."""
        return {}

    def names_of_games_played(self, assignment: Assignment) -> tuple[str, ...]:
        """The games that students' programs play, whose rules are in `files`."""
        return ()

    def may_hand_in(self, assignment: Assignment) -> tuple[str, ...]:
        """Modules that a submission may have beside those that are asked for."""
        return ()

    def readme_sentences(self, assignment: Assignment) -> tuple[str, ...]:
        """Sentences of the students' README on single questions."""
        return ()

    def unseen_files(self, assignment: Assignment) -> Files:
        """What is asked beside the tests, and no student gets: trees and rows."""
        mine = (q.name for q in assignment.all_questions() if q.kind == self.name)
        paths = (file.unseen_path(assignment, name) for name in mine)
        return {
            f"{TREES}/{FOLDER}/{path.name}": path.read_bytes()
            for path in paths
            if path.is_file()
        }

    def suggestions(
        self, assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
    ) -> Iterator[str]:
        """Write so many tests of each question that catch more, and tell of each."""
        suggestions = getattr(self.authors, "suggestions", None)
        yield from (
            suggestions(assignment, folder, watch, at_most) if suggestions else ()
        )


def files_of_trees(
    folder: Path, paths: Mapping[str, Path], trees: Mapping[str, GameTree]
) -> Files:
    """Files of trees by their names, as they are, but rule games written out.

    Large or endless ones have the rules, those of OpenSpiel what `answers` has
    unrolled.
    """
    files: Files = {}
    for name, tree in trees.items():
        path = paths[name]
        game, content = _game_of(path), path.read_bytes()
        if game == OPENSPIEL:
            from autograder.trees import openspiel  # noqa: PLC0415 - few are of it

            unrolled = openspiel.unrolled_file(folder, name, path)
            files[f"{TREES}/{FOLDER}/{name}{SUFFIX}"] = unrolled
        elif game and (len(tree.nodes) > LARGE or not explicit.is_whole_game(tree)):
            rules = games_near(path)[game]
            files[f"{TRUSTED}/{GAMES}/{rules.name}"] = rules.read_bytes()
        elif game:
            try:
                content = explicit.dump(tree).encode()
            except AssignmentError as fault:
                raise AssignmentError(f"{path}: {fault}") from None
        files[f"{TREES}/{name}.yaml"] = content
    return files


def _game_of(path: Path) -> str:
    """The game that a tree file names in place of a tree; "" if it names none."""
    root = marked.read(marked.Source(path))
    pairs = root.pairs if isinstance(root, marked.Mapping) else ()
    found = {key.text: value for key, value in pairs}.get("game")
    return found.text if isinstance(found, marked.Scalar) else ""


Test = TypeVar("Test", bound=AnyTest)
Observed = TypeVar("Observed", bound=RunOfTest)
Result = TypeVar("Result", bound=verdicts.AnyResult)
Record = TypeVar("Record")


def with_fields(record: Record, **fields: Any) -> Record:
    """The record with some of its fields changed."""
    return cast("Record", replace(cast("Any", record), **fields))


class Runner(Desk, Generic[Test, Observed, Result]):
    """Runs tests of one kind, on a bench and with answers, told in its `wording`."""

    wording: Wording[Result]

    def __init__(self, bench: Bench, answers: Any) -> None:
        self.bench, self.answers = bench, answers

    @abstractmethod
    def observe(self, test: Test, limits: Limits) -> Observed:
        """What the submission does; GraderError or OSError where it was not run."""

    @abstractmethod
    def stand_in_observation(self, test: Test, *outcomes: Outcome) -> Observed:
        """What stands for that where it is not run; one outcome may stand for all."""

    @abstractmethod
    def judged(self, test: Test, observed: Observed) -> Result:
        """What was observed, held against the answers; more may be run for it."""

    def with_reason(self, result: Result, seconds: float) -> Result:
        """A result wrong twice, with what else tells why; a run takes so long."""
        return result

    def is_known(self, test: Test) -> bool:
        """Whether it was seen before that another run of the test does the same."""
        return False

    def recorded(self, result: Result) -> Result:
        """The result with what the submission says of its calls, if that is wanted."""
        return result

    def grade(self, test: Test, number: str) -> JudgedTest[Result]:
        """Run a test; a fault of the grader is one of its verdicts."""
        return JudgedTest(self.result(test), number, self.wording)

    def result(self, test: Test) -> Result:
        """The result of one test; a fault of the grader is one of its verdicts.

        One that is not correct, and the first of each question, is run twice where that
        is cheap, to find out whether the submission does the same again.
        """
        result = self.bench.in_turn(
            lambda: self._read(self.recorded(self._graded(test))),
            lambda result: verdicts.has_waited(result.observed),
        )
        self.bench.haste.note_outcomes(test.question, result.observed.all_outcomes)
        return result

    def _read(self, result: Result) -> Result:
        """A result that is not right, with what the text of the submission tells."""
        module = result.test.question.module
        if result.verdict in verdicts.DOES_RIGHT or self.bench.staged.lacks(module):
            return result
        from autograder.observing.sources import clues_in_text  # noqa: PLC0415 - most are right

        found = clues_in_text(result.observed.outcomes, module, self.bench.sources)
        return with_fields(result, clues=found)

    def _graded(self, test: Test) -> Result:
        """The result of one test, run twice where that tells something."""
        started = self.bench.sandbox.clock_seconds()
        observed = self._observed(test)
        seconds = self.bench.sandbox.clock_seconds() - started
        result = self.judged(test, observed)
        asked_before = test.question.name in self.bench.experience.questions
        self.bench.experience.questions.add(test.question.name)
        is_right = result.verdict in verdicts.DOES_RIGHT
        if is_right and asked_before:
            return result
        if not verdicts.is_worth_a_second_run(result.observed, test.question.limits):
            return result
        module = test.question.module
        if self.is_known(test) or not self.bench.can_import(module):
            second: Observed | None = observed
        else:
            second = self._again(test, seconds)
        result = with_fields(result, second=second)
        if is_right or not result.is_deterministic or not self.bench.can_import(module):
            return result
        try:
            return self.with_reason(result, seconds)
        except (GraderError, OSError):  # in nothing that counts
            return result

    def _observed(self, test: Test) -> Observed:
        try:
            why = self.bench.faults_before_run(test.question.module)
            if not why:
                return self._importing(test)
        except (GraderError, OSError) as error:
            why = (self.bench.fault_of(error),)
        return self.stand_in_observation(test, *why)

    def _importing(self, test: Test) -> Observed:
        """What a run does; where the import fails twice, all that follow fail so."""
        first = self._in_time(test)
        if (
            not verdicts.ends_the_import(first.outcomes[0])
            or self.bench.budget.is_over()
        ):
            return first
        second = self.observe(test, test.question.limits)
        if verdicts.ends_the_import(
            second.outcomes[0]
        ) and verdicts.ended_in_same_fault(first, second):
            self.bench.experience.unimportable[test.question.module] = first.outcomes
        return first

    def _in_time(self, test: Test) -> Observed:
        """What a run does in the time that a test of the question is given now."""
        *shorter, longest = self.bench.haste.limits(test.question)
        for limits in shorter:
            observed = self.observe(test, limits)
            if self.bench.haste.is_enough(test.question, observed.outcomes):
                return observed
        return self.observe(test, longest)

    def _again(self, test: Test, seconds: float) -> Observed | None:
        """What a second run does, if there is time, and the grader does not fail."""
        if not self.bench.budget.affords(Extra.SECOND_RUNS, seconds):
            return None
        try:
            with self.bench.budget.spent_on(Extra.SECOND_RUNS):
                second = self.observe_again(test)
        except (GraderError, OSError):
            return None
        return second if verdicts.is_comparable(second) else None

    def observe_again(self, test: Test) -> Observed:
        """What a second run does, in which nothing is asked beside."""
        return self.observe(test, test.question.limits)

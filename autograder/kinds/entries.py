"""The entries of tests of all kinds: before they have run, graded, and taught."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autograder.assignment.questions import FEEDBACK, AnyTest, is_seen_with, is_told
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Fault, Outcome
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.text import clean, without_folders
from autograder.words.blocks import FAILED, PASSED, Facet, Hint, Note, Passage
from autograder.words.faults import cause, of_clue, prints, told_of_faults
from autograder.words.reports import NOT_REACHED, UNFINISHED, broken
from autograder.worker.protocol import OF_COURSE

if TYPE_CHECKING:  # most tests are right, and few are drawn
    from autograder.drawing.replay import Line, Replay
    from autograder.observing.outcome import Frame
    from autograder.observing.sources import Place

Result = TypeVar("Result", bound=AnyResult)

LONGEST_MESSAGE = 300
MOST_NAMES = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """What other programs read of a result: value, action and visited nodes."""

    value: Any = None
    action: Any = None
    visited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording(Generic[Result]):
    """How the results of one kind are put into words, and shown to programs.

    `several` is what its tests are called where they are counted; `brief` has what came
    of a test in words that tell nothing of what it asked, where that is not `BRIEF`.
    """

    headline: Callable[[Result], str]
    brief: Mapping[Verdict, str]
    details: Callable[[Result], tuple[Passage, ...]]
    shown: Callable[[Result], Shown]
    several: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is known of a test once all of its question have been run.

    `convention` is what all of them follow, where this one does. `line` is the one of
    the submission to look at first. Of those that fail, one `tells_most`.
    """

    replay: Replay | None = None
    convention: str | None = None
    line: Line | None = None
    tells_most: bool = False


NO_LESSON = Lesson()


def pending_entry(test: AnyTest, number: str) -> Entry:
    """The entry of a test before it has run."""
    return Entry(
        name=named(test.about),
        group=test.question.name,
        headline=NOT_REACHED,
        max_score=test.points.most,
        number=number,
        visibility=test.visibility,
        judged=False,
        blame=GraderError,
    )


def broken_entry(test: AnyTest, number: str, message: str) -> Entry:
    """The entry of a test in which the grader itself failed."""
    told = clean(without_folders(message), LONGEST_MESSAGE)
    return replace(pending_entry(test, number), headline=broken(told))


def entry_of(result: Result, number: str, wording: Wording[Result]) -> Entry:
    """The entry of a test by itself."""
    test, judged = result.test, result.verdict is not Verdict.GRADER_ERROR
    return replace(
        pending_entry(test, number),
        headline=wording.headline(result),
        score=result.points if judged else None,
        passed=result.verdict is Verdict.CORRECT,
        details=wording.details(result),
        extra=_extra(result, wording.shown(result)),
        judged=judged,
        blame=None if judged else _blame(result.observed.all_outcomes),
        feedback=test.feedback,
        brief=brief_headline(result, wording) if judged else "",
        printed=prints(result.observed.printed),
        cause=cause(result.verdict, result.came),
        several=wording.several,
        meets_a_stub=result.verdict is Verdict.NOT_FILLED_IN,
    )


def _blame(outcomes: Iterable[Outcome]) -> type[AutograderError]:
    """Whose fault it is that a test was not judged: an author's, or the grader's."""
    kinds = {each.kind for each in outcomes if isinstance(each, Fault)}
    is_authors = OF_COURSE in kinds and "grader" not in kinds
    return AssignmentError if is_authors else GraderError


def brief_headline(result: AnyResult, wording: Wording[Any]) -> str:
    """What came of a test in words that tell nothing of what it asked."""
    briefs = {**BRIEF, **wording.brief}
    return briefs.get(result.verdict, "the code could not be run to its end")


BRIEF = {
    Verdict.CORRECT: "correct",
    Verdict.TIMED_OUT: "the time was used up",
    Verdict.NOT_RUN: "not run",
    Verdict.MODULE_MISSING: "the file is missing",
    Verdict.NOT_FILLED_IN: "a function is not yet written",
}


def facet_blocks(
    result: Any, name_of: Callable[[str], str], sentence: Callable[[Any, Any], str]
) -> Passage:
    """What each facet of a result earned, with its sentence."""
    return tuple(
        Facet(
            PASSED if finding.verdict is Verdict.CORRECT else FAILED,
            name_of(finding.facet),
            result.earned(finding),
            result.test.points.earned([finding.facet]),
            sentence(finding, result),
        )
        for finding in result.findings
    )


def below_the_headline(
    result: Any,
    passages: Sequence[Passage],
    came: Outcome | None,
    hints: Sequence[str] = (),
    notes: Passage = (),
) -> tuple[Passage, ...]:
    """These passages, and what is known of a fault; hints, notes, and the prints."""
    faults = [came] if isinstance(came, Fault) else []
    texts = filter(None, (*map(of_clue, result.clues), *hints))
    behind = tuple(map(Hint, texts)), notes, prints(result.observed.printed)
    told = told_of_faults(faults, [each for each in passages if each])
    return (*told, *(each for each in behind if each))


def _extra(result: AnyResult, shown: Shown) -> dict[str, Any]:
    """What other programs read; the keys are a contract."""
    return {
        "question": result.test.question.name,
        "tree": result.test.about,
        "verdict": result.verdict.value,
        "value": shown.value,
        "action": shown.action,
        "visited": list(shown.visited),
        "deterministic": result.deterministic,
        "convention": None,
        "diagnosis": None,
        "explanation": None,
    }


@lru_cache(maxsize=MOST_NAMES)
def named(text: str) -> str:
    """A name or a title of a test, which comes with every submission."""
    return clean(text, LONGEST_MESSAGE)


@contextmanager
def told_if_it_fails(gradebook: Gradebook) -> Iterator[None]:
    """Whatever fails meanwhile is told to the instructor; no grade hangs on it."""
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it is, it is ours
        traceback.print_exc()
        gradebook.report.complaints.append(UNFINISHED)


def line_at(place: Place | Frame | None) -> Line | None:
    """A line as it is shown, with the columns that matter; None of no place."""
    if place is None:
        return None
    from autograder.drawing.replay import Line  # noqa: PLC0415 - most tests are right

    return Line(place.file, place.line, place.source, place.start, place.end)


NO_FEEDBACK = FEEDBACK[-1]


@dataclass(frozen=True)
class JudgedTest(Generic[Result]):
    """The result of a test and the number that the test has in the report.

    Of what is told of it the words are found once, and an entry is made anew only for
    another lesson: it may stand in the report already.
    """

    result: Result
    number: str
    wording: Wording[Result]
    _taught: dict[Lesson, Entry] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def test(self) -> AnyTest:
        """Which it was."""
        return self.result.test

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""
        return self.result.verdict

    @property
    def came(self) -> Outcome:
        """What the call returned, or raised, that tells most of it."""
        return self.result.came

    @property
    def chosen(self) -> Outcome | None:
        """What was chosen, where there is anything to choose."""
        return self.result.chosen

    @cached_property
    def entry(self) -> Entry:
        """The entry of the test by itself."""
        return entry_of(self.result, self.number, self.wording)

    def entry_with(self, lesson: Lesson) -> Entry:
        """The entry once all of the question has been run."""
        if lesson == NO_LESSON:
            return self.entry
        if lesson.replay is None and lesson in self._taught:
            return self._taught[lesson]
        entry = replace(
            self.entry,
            extra={**self.entry.extra, "convention": lesson.convention},
            replay=lesson.replay,
            line=lesson.line,
            tells_most=lesson.tells_most,
        )
        if lesson.replay is None:
            self._taught[lesson] = entry
        return entry

    def with_result(self, result: Result) -> JudgedTest[Result]:
        """This test with another result; itself where that is its own."""
        return self if result is self.result else replace(self, result=result)


AnyJudged = JudgedTest[Any]
AllJudged = Mapping[str, AnyJudged]  # by the test's node in the report


def by_question(
    judged: Mapping[str, JudgedTest[Result]],
) -> dict[str, dict[str, JudgedTest[Result]]]:
    """The tests of each question, in their order."""
    groups: dict[str, dict[str, JudgedTest[Result]]] = {}
    for node, each in judged.items():
        groups.setdefault(each.test.question.name, {})[node] = each
    return groups


def each_question(
    gradebook: Gradebook,
    judged: Mapping[str, JudgedTest[Result]],
    teach: Callable[[Mapping[str, JudgedTest[Result]]], None],
) -> None:
    """Let `teach` add to the report what the tests of each question tell together.

    A fault of the grader in it is told in the report, and costs no points.
    """
    with told_if_it_fails(gradebook):
        for members in by_question(judged).values():
            teach(members)


def add_lines(
    gradebook: Gradebook,
    members: Mapping[str, JudgedTest[Result]],
    line_of: Callable[[Result], Line | None],
) -> None:
    """Add to the report the line to look at first of each test that is wrong."""
    if all(each.verdict is Verdict.CORRECT for each in members.values()):
        return
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        lesson = NO_LESSON if is_right else Lesson(line=line_of(each.result))
        gradebook.report.entries[node] = each.entry_with(lesson)
    gradebook.save_if_possible()


def seen_with(results: Sequence[Result], visibility: str) -> list[Result]:
    """The results of which a test of this visibility may tell."""
    return [r for r in results if is_seen_with(r.test.visibility, visibility)]


def note(
    gradebook: Gradebook,
    results: Sequence[Result],
    say: Callable[[Sequence[Result]], Note | None],
) -> None:
    """Say above all tests what those of a question show together.

    Students read it, so it is made of the tests that they see at once.
    """
    made = say([result for result in results if is_told(result.test)])
    if made is not None:
        gradebook.report.notes.append(made)

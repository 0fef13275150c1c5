"""The entries of tests of all kinds: before they have run, graded, and taught."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autograder.assignment import questions
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.judging.verdicts import UNJUDGED, AnyResult, Verdict, of_fault
from autograder.observing.outcome import Fault, Outcome
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.text import clean, without_folders
from autograder.words import blocks
from autograder.words.faults import cause, clue_sentence, passages_with_faults, prints
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
    """How the results of one kind are put into words, and shown to programs."""

    headline: Callable[[Result], str]
    brief: Mapping[Verdict, str]  # tells nothing of what was asked; else BRIEF
    details: Callable[[Result], tuple[blocks.Passage, ...]]
    shown: Callable[[Result], Shown]
    several: str  # its tests, where they are counted


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is known of a test once all of its question have been run."""

    replay: Replay | None = None
    convention: str | None = None  # that all follow, as this one
    line: Line | None = None  # to look at first
    tells_most: bool = False  # of those that fail


NO_LESSON = Lesson()


def pending_entry(test: questions.AnyTest, number: str) -> Entry:
    """The entry of a test before it has run."""
    return Entry(
        name=safe_name(test.about),
        group=test.question.name,
        headline=blocks.NOT_REACHED,
        max_score=test.points.max_points,
        number=number,
        visibility=test.visibility,
        purpose=test.part.group,
        judged=False,
        blame=GraderError,
    )


def broken_entry(test: questions.AnyTest, number: str, message: str) -> Entry:
    """The entry of a test in which the grader itself failed."""
    told = clean(without_folders(message), LONGEST_MESSAGE)
    return replace(
        pending_entry(test, number), headline=blocks.grader_failed_sentence(told)
    )


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
        cause=cause(result.verdict, result.main_outcome),
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
) -> blocks.Passage:
    """What each facet of a result earned, with its sentence."""
    return tuple(
        blocks.Facet(
            blocks.PASSED if finding.verdict is Verdict.CORRECT else blocks.FAILED,
            name_of(finding.facet),
            result.earned(finding),
            result.test.points.earned([finding.facet]),
            sentence(finding, result),
        )
        for finding in result.findings
    )


def below_the_headline(
    result: Any,
    passages: Sequence[blocks.Passage],
    came: Outcome | None,
    hints: Sequence[str] = (),
    notes: blocks.Passage = (),
) -> tuple[blocks.Passage, ...]:
    """These passages, and what is known of a fault; hints, notes, and the prints."""
    faults = [came] if isinstance(came, Fault) else []
    texts = filter(None, (*map(clue_sentence, result.clues), *hints))
    behind = tuple(map(blocks.Hint, texts)), notes, prints(result.observed.printed)
    told = passages_with_faults(faults, [each for each in passages if each])
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
        "deterministic": result.is_deterministic,
        "convention": None,
        "diagnosis": None,
        "explanation": None,
    }


@lru_cache(maxsize=MOST_NAMES)
def safe_name(text: str) -> str:
    """A name or a title of a test, which comes with every submission."""
    return clean(text, LONGEST_MESSAGE)


@contextmanager
def told_if_it_fails(gradebook: Gradebook) -> Iterator[None]:
    """Whatever fails meanwhile is told to the instructor; no grade hangs on it."""
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it is, it is ours
        traceback.print_exc()
        gradebook.report.complaints.append(blocks.UNFINISHED)


def line_at(place: Place | Frame | None) -> Line | None:
    """A line as it is shown, with the columns that matter; None of no place."""
    if place is None:
        return None
    from autograder.drawing.replay import Line  # noqa: PLC0415 - most tests are right

    return Line(place.file, place.line, place.source, place.start, place.end)


NO_FEEDBACK = questions.FEEDBACK[-1]


@dataclass(frozen=True)
class JudgedTest(Generic[Result]):
    """The result of a test, and its number in the report; words are found once."""

    result: Result
    number: str
    wording: Wording[Result]
    _taught: dict[Lesson, Entry] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def test(self) -> questions.AnyTest:
        """Which it was."""
        return self.result.test

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""
        return self.result.verdict

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


def teach_each_question(
    gradebook: Gradebook,
    judged: Mapping[str, JudgedTest[Result]],
    teach: Callable[[Mapping[str, JudgedTest[Result]]], None],
) -> None:
    """Let `teach` add what tests of each question tell; its faults cost no points."""
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
    with told_if_it_fails(gradebook):
        for node, each in members.items():
            is_right = each.verdict is Verdict.CORRECT
            lesson = NO_LESSON if is_right else Lesson(line=line_of(each.result))
            gradebook.report.entries[node] = each.entry_with(lesson)
        gradebook.save_if_possible()


def add_note_on_questions(
    gradebook: Gradebook,
    results: Sequence[Result],
    say: Callable[[Sequence[Result]], blocks.Note | None],
) -> None:
    """Say above all tests what those of a question show together.

    Students read it, so it is made of the tests that they see at once.
    """
    made = say([result for result in results if questions.is_told(result.test)])
    if made is not None:
        gradebook.report.notes.append(made)


LEVEL = 0.05  # what is less likely than this is not put down to chance
SEEN, ELSEWHERE = 4 / 5, 1 / 4  # least and most that a table has right here and there


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of some tests are right."""

    right: int = 0
    asked: int = 0

    @property
    def wrong(self) -> int:
        """How many are not."""
        return self.asked - self.right

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.asked + other.asked)


def tally(are_right: Iterable[bool]) -> Tally:
    """How many of these are right."""
    each = tuple(are_right)
    return Tally(sum(each), len(each))


def probability_by_chance(seen: Tally, others: Tally) -> float:
    """How likely no more of the wrong ones would be seen, were they drawn by lot.

    Fisher's exact test, one-sided (The Design of Experiments, 1935).
    """
    wrong = seen.wrong + others.wrong
    ways = (
        comb(seen.asked, each) * comb(others.asked, wrong - each)
        for each in range(min(seen.wrong, wrong) + 1)
    )
    return sum(ways) / comb(seen.asked + others.asked, wrong)


def is_mostly_right(seen: Tally) -> bool:
    """Whether enough of what is seen is right, so that others are worth asking."""
    return seen.asked > 0 and seen.right >= SEEN * seen.asked


def knows_only_what_is_visible(seen: Tally, others: Tally) -> bool:
    """Whether what is seen is right, hardly anything else, and not by chance."""
    return (
        is_mostly_right(seen)
        and others.asked > 0
        and others.right <= ELSEWHERE * others.asked
        and probability_by_chance(seen, others) < LEVEL
    )


def tell_of_tables(
    gradebook: Gradebook,
    judged: Mapping[str, JudgedTest[Result]],
    count: Callable[[Result], Tally],
    unseen: Callable[[str, Result], Iterable[Result]],
    tests: str,
) -> None:
    """Tell of each question in which visible tests fare better than by chance.

    `count` says how much of a test is right, and `unseen` what the submission does on
    what it has not met: of a question, whose tests are asked like this one.
    """
    with told_if_it_fails(gradebook):
        for name, members in by_question(judged).items():
            results = [
                each.result
                for each in members.values()
                if (
                    each.verdict is not Verdict.GRADER_ERROR
                    and of_fault(each.result.main_outcome.kind) not in UNJUDGED
                )
            ]
            seen, others = tallies(results, count)
            if not is_mostly_right(seen):
                continue
            asked: list[Result] = []
            with suppress(GraderError, OSError):  # in nothing that counts
                asked.extend(unseen(name, results[0]))
            others = sum(map(count, asked), others)
            if knows_only_what_is_visible(seen, others):
                wording = next(iter(members.values())).wording
                wrong = [r for r in asked if r.verdict is not Verdict.CORRECT]
                entries = [entry_of(result, "", wording) for result in wrong]
                beside = [  # which earn nothing
                    replace(
                        e, name=blocks.NEVER_SEEN, score=None, max_score=None, extra={}
                    )
                    for e in entries
                ]
                tell_instructor(gradebook, name, (seen, others), tests, beside)


def tallies(
    results: Sequence[Result], count: Callable[[Result], Tally]
) -> tuple[Tally, Tally]:
    """How much is right of what is visible, and of what is not."""
    seen = (r for r in results if r.test.visibility == questions.VISIBLE)
    hidden = (r for r in results if r.test.visibility != questions.VISIBLE)
    return sum(map(count, seen), Tally()), sum(map(count, hidden), Tally())


def tell_instructor(
    gradebook: Gradebook,
    question: str,
    fares: tuple[Tally, Tally],
    tests: str,
    beside: Iterable[Entry],
) -> None:
    """Tell how a submission `fares` on what it sees and elsewhere; put it `beside`."""
    seen, others = fares
    pairs = (seen.right, seen.asked), (others.right, others.asked)
    report = gradebook.report
    report.complaints.append(blocks.knows_the_visible(question, *pairs, tests))
    report.unseen[question] = others.wrong
    report.beside.extend(beside)

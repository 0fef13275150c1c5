"""The entries of tests of all kinds: before they have run, graded, and taught."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autograder.assignment.questions import AnyTest
from autograder.errors import GraderError
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.text import clean, without_folders
from autograder.words.blocks import Passage
from autograder.words.faults import cause
from autograder.words.reports import NOT_REACHED, UNFINISHED, broken

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

    `several` is what its tests are called where they are counted.
    """

    headline: Callable[[Result], str]
    brief_headline: Callable[[Result], str]
    details: Callable[[Result], tuple[Passage, ...]]
    printed: Callable[[Result], Passage]
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
        blame=None if judged else GraderError,
        feedback=test.feedback,
        brief=wording.brief_headline(result) if judged else "",
        printed=wording.printed(result),
        cause=cause(result.verdict, result.came),
        several=wording.several,
        meets_a_stub=result.verdict is Verdict.NOT_FILLED_IN,
    )


def taught(entry: Entry, lesson: Lesson) -> Entry:
    """An entry that had no lesson, with this one."""
    if lesson == NO_LESSON:
        return entry
    return replace(
        entry,
        extra={**entry.extra, "convention": lesson.convention},
        replay=lesson.replay,
        line=lesson.line,
        tells_most=lesson.tells_most,
    )


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

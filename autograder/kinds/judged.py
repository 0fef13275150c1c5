"""A test of any kind that was graded, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autograder.assignment.questions import (
    FEEDBACK,
    HIDDEN,
    VISIBLE,
    AnyTest,
    is_seen_with,
)
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Lesson, Wording, entry_of, taught, told_if_it_fails
from autograder.observing.outcome import Outcome
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Note

if TYPE_CHECKING:  # most submissions have none
    from autograder.teaching.causes import Diagnosis

Result = TypeVar("Result", bound=AnyResult)
NO_FEEDBACK = FEEDBACK[-1]

# what explains the tests seen with those of each visibility; with hidden ones, all
ByVisibility = Mapping[str, "Diagnosis | None"]


@dataclass(frozen=True)
class Judged(Generic[Result]):
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
        if lesson.replay is not None:
            return taught(self.entry, lesson)
        if lesson not in self._taught:
            self._taught[lesson] = taught(self.entry, lesson)
        return self._taught[lesson]

    def with_result(self, result: Result) -> Judged[Result]:
        """This test with another result; itself where that is its own."""
        return self if result is self.result else replace(self, result=result)


AnyJudged = Judged[Any]
AllJudged = Mapping[str, AnyJudged]  # by the test's node in the report


def by_question(
    judged: Mapping[str, Judged[Result]],
) -> dict[str, dict[str, Judged[Result]]]:
    """The tests of each question, in their order."""
    groups: dict[str, dict[str, Judged[Result]]] = {}
    for node, each in judged.items():
        groups.setdefault(each.test.question.name, {})[node] = each
    return groups


def each_question(
    gradebook: Gradebook,
    judged: Mapping[str, Judged[Result]],
    teach: Callable[[str, Mapping[str, Judged[Result]]], Diagnosis | None],
) -> dict[str, Diagnosis | None]:
    """What explains each question, of whose tests `teach` is told with its name.

    A fault of the grader in it is told in the report, and costs no points.
    """
    found: dict[str, Diagnosis | None] = {}
    with told_if_it_fails(gradebook):
        for name, members in by_question(judged).items():
            found[name] = teach(name, members)
    return found


def seen_with(results: Sequence[Result], visibility: str) -> list[Result]:
    """The results of which a test of this visibility may tell."""
    return [r for r in results if is_seen_with(r.test.visibility, visibility)]


def diagnoses(
    results: Sequence[Result],
    diagnose: Callable[[Sequence[Result], str], Diagnosis | None],
) -> dict[str, Diagnosis | None]:
    """What explains the tests of a question, as far as those of each kind are seen.

    What is told with a test is made of what is seen with it: these and no others
    `diagnose` is given, with the visibility; with hidden ones, all.
    """
    found = {HIDDEN: diagnose(results, HIDDEN)}
    for visibility in {VISIBLE, *(result.test.visibility for result in results)}:
        seen = seen_with(results, visibility)
        if len(seen) == len(results):
            found[visibility] = found[HIDDEN]
        else:
            found[visibility] = _of_shown(diagnose(seen, visibility)) if seen else None
    return found


def _of_shown(diagnosis: Diagnosis | None) -> Diagnosis | None:
    if diagnosis is None:
        return None
    from autograder.teaching.causes import made_of_shown  # noqa: PLC0415 - few have any

    return made_of_shown(diagnosis)


def note(
    gradebook: Gradebook, results: Sequence[AnyResult], diagnosis: Diagnosis | None
) -> None:
    """Say above all tests what explains those that students see at once."""
    tests = [result.test for result in results]
    if diagnosis and any(map(_is_open, tests)):
        from autograder.words import diagnoses as words  # noqa: PLC0415 - few have any

        question = tests[0].question.name
        gradebook.report.notes.append(
            Note(
                f"{question}: {words.title(diagnosis)}",
                words.lines(diagnosis),
                explains=question,
                asks=words.asks(diagnosis),
            )
        )


def _is_open(test: AnyTest) -> bool:
    """Whether a student sees the test at once, and is told something of it."""
    return test.visibility == VISIBLE and test.feedback != NO_FEEDBACK

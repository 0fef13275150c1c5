"""A test of any kind that was graded, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from autograder.assignment.questions import FEEDBACK, AnyTest, is_seen_with, is_told
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Lesson, Wording, entry_of, taught, told_if_it_fails
from autograder.observing.outcome import Outcome
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Note

Result = TypeVar("Result", bound=AnyResult)
NO_FEEDBACK = FEEDBACK[-1]


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
    teach: Callable[[str, Mapping[str, Judged[Result]]], None],
) -> None:
    """Let `teach` add to the report what the tests of each question tell together.

    A fault of the grader in it is told in the report, and costs no points.
    """
    with told_if_it_fails(gradebook):
        for name, members in by_question(judged).items():
            teach(name, members)


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

"""Point out to instructors who does well on visible tests, and hardly on any other.

Such a submission has a table of those, or a fault that they do not show. No points
change, and students read nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import comb

from autograder.assignment.questions import VISIBLE
from autograder.errors import GraderError
from autograder.judging.verdicts import UNJUDGED, Verdict, of_fault
from autograder.kinds.entries import (
    JudgedTest,
    Result,
    by_question,
    entry_of,
    told_if_it_fails,
)
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.words.reports import NEVER_SEEN, knows_the_visible

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


def by_chance(seen: Tally, others: Tally) -> float:
    """How likely no more of the wrong ones would be seen, were they drawn by lot.

    Fisher's exact test, one-sided (The Design of Experiments, 1935).
    """
    wrong = seen.wrong + others.wrong
    ways = (
        comb(seen.asked, each) * comb(others.asked, wrong - each)
        for each in range(min(seen.wrong, wrong) + 1)
    )
    return sum(ways) / comb(seen.asked + others.asked, wrong)


def may_be_a_table(seen: Tally) -> bool:
    """Whether enough of what is seen is right, so that others are worth asking."""
    return seen.asked > 0 and seen.right >= SEEN * seen.asked


def is_like_a_table(seen: Tally, others: Tally) -> bool:
    """Whether what is seen is right, hardly anything else, and not by chance."""
    return (
        may_be_a_table(seen)
        and others.asked > 0
        and others.right <= ELSEWHERE * others.asked
        and by_chance(seen, others) < LEVEL
    )


def point_out(
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
                    and of_fault(each.came.kind) not in UNJUDGED
                )
            ]
            seen, others = tallies(results, count)
            if not may_be_a_table(seen):
                continue
            asked: list[Result] = []
            with suppress(GraderError, OSError):  # in nothing that counts
                asked.extend(unseen(name, results[0]))
            others = sum(map(count, asked), others)
            if is_like_a_table(seen, others):
                wording = next(iter(members.values())).wording
                wrong = [r for r in asked if r.verdict is not Verdict.CORRECT]
                entries = [entry_of(result, "", wording) for result in wrong]
                beside = [  # which earn nothing
                    replace(e, name=NEVER_SEEN, score=None, max_score=None, extra={})
                    for e in entries
                ]
                tell(gradebook, name, (seen, others), tests, beside)


def tallies(
    results: Sequence[Result], count: Callable[[Result], Tally]
) -> tuple[Tally, Tally]:
    """How much is right of what is visible, and of what is not."""
    seen = (r for r in results if r.test.visibility == VISIBLE)
    hidden = (r for r in results if r.test.visibility != VISIBLE)
    return sum(map(count, seen), Tally()), sum(map(count, hidden), Tally())


def tell(
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
    report.complaints.append(knows_the_visible(question, *pairs, tests))
    report.unseen[question] = others.wrong
    report.beside.extend(beside)

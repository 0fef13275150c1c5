"""Whether tests catch the mistakes of a question that is asked on no drawn trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from autograder.assignment.points import exact_sum
from autograder.assignment.questions import AnyTest
from autograder.authoring.misconceptions import (
    Cost,
    Mistake,
    MistakeProgram,
    Right,
    mistake_programs,
)
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.kind import Adequacy
from autograder.rewriting.program import Program
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import BRIEF, NAMED, WIDTH, losses

Judge = Callable[[Program], Sequence[AnyResult]]  # what the tests say of a program


@dataclass(frozen=True, slots=True)
class Caught:
    """A mistake as a program, the tests `by` which it is caught, and what it loses.

    That is in percent of the points of its question.
    """

    made: MistakeProgram
    by: tuple[str, ...]
    percent: float


def caught_mistakes(
    rights: Sequence[Right], mistakes: Iterable[Mistake], judge: Judge
) -> Iterator[Caught]:
    """Each mistake that fits, as the first program that a test catches, if any does."""

    def shows(program: Program) -> bool:
        return bool(_by(judge(program)))

    for each in mistake_programs(rights, mistakes, shows):
        results = judge(each.program)
        most = exact_sum(result.test.points.most for result in results)
        lost = most - exact_sum(result.points for result in results)
        yield Caught(each, _by(results), 100 * lost / most if most else 0.0)


def _by(results: Sequence[AnyResult]) -> tuple[str, ...]:
    wrong = (r for r in results if r.verdict is not Verdict.CORRECT)
    return tuple(result.test.about for result in wrong)


LOSE = "Lose least, of {} points: {}."


@dataclass(frozen=True, slots=True)
class Question:
    """The tests of a question and its mistakes; `where` says on what these are tried.

    One `thing` of that kind catches a mistake.
    """

    tests: Sequence[AnyTest]
    mistakes: Sequence[Caught]
    where: str
    thing: str

    @property
    def name(self) -> str:
        """By which people know it."""
        return self.tests[0].question.name

    @property
    def missed(self) -> tuple[str, ...]:
        """The mistakes that no test catches."""
        return tuple(each.made.mistake.name for each in self.mistakes if not each.by)

    def costs(self) -> tuple[Cost, ...]:
        """What each mistake that loses points loses, the cheapest first."""
        lost = ((e.made.mistake.name, e.percent) for e in self.mistakes if e.percent)
        costs = [Cost(self.name, *each) for each in lost]
        return tuple(sorted(costs, key=lambda cost: (cost.percent, cost.mistake)))


def adequacy(questions: Sequence[Question], remedy: str = "") -> Adequacy:
    """What is found of each question."""
    return Adequacy(
        tuple("\n".join(_lines_on(each)) for each in questions),
        tuple(fault for each in questions for fault in _faults(each)),
        any(each.mistakes for each in questions),
        remedy=remedy,
        summary=tuple(map(_brief, questions)),
        costs=tuple(cost for each in questions for cost in each.costs()),
    )


def _brief(each: Question) -> str:
    """How many mistakes are caught, in a line."""
    every, things = len(each.mistakes), counted(len(each.tests), "test")
    return BRIEF.format(each.name, every - len(each.missed), every, things)


def _lines_on(question: Question) -> Iterator[str]:
    """How many mistakes are caught, by which tests, and which lose least."""
    name, mistakes, tests = question.name, question.mistakes, question.tests
    if not mistakes:
        yield f"{name}: there are no misconceptions of it"
        return
    yield f"{name}: {counted(len(mistakes), 'misconception')} on {question.where}"
    yield ""
    for each in mistakes:
        every = "all" if len(each.by) == len(tests) else few(each.by, NAMED)
        told = f"{each.made.mistake.name}: {every or 'none'}"
        yield from wrapped(told, WIDTH, "  ", "    ")
    yield from losses(question.costs(), exact_sum(t.points.most for t in tests), LOSE)


def _faults(question: Question) -> Iterator[str]:
    """That mistakes are missed, if any are."""
    if missed := question.missed:
        names = few(missed, NAMED)
        yield f"{question.name}: no {question.thing} catches {len(missed)} ({names})"

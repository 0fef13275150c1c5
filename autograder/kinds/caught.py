"""Whether tests catch the mistakes of a question that is asked on no drawn trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TypeVar

from autograder.answers.program import Program
from autograder.assignment.points import exact_sum
from autograder.assignment.questions import AnyQuestion, AnyTest, Assignment
from autograder.authoring.misconceptions import (
    Cost,
    MistakeProgram,
    Right,
    mistake_programs,
    of_module,
)
from autograder.judging.verdicts import AnyResult, Verdict
from autograder.kinds.kind import Adequacy
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import BRIEF, NAMED, WIDTH, losses

Test = TypeVar("Test", bound=AnyTest)


@dataclass(frozen=True, slots=True)
class Caught:
    """A mistake as a program, and the tests `by` which it is caught."""

    made: MistakeProgram
    by: tuple[str, ...]
    percent: float  # of the points of its question that it loses


def caught_mistakes(
    rights: Sequence[Right],
    tests: Sequence[Test],
    result_of: Callable[[ModuleType, Test], AnyResult],
) -> Iterator[Caught]:
    """Each mistake that fits, as the first program that is caught, or ModuleError."""
    question = tests[0].question

    @cache
    def results(program: Program) -> list[AnyResult]:
        module = program.module(question.module)
        return [result_of(module, test) for test in tests]

    def caught_by(program: Program) -> tuple[str, ...]:
        wrong = (r for r in results(program) if r.verdict is not Verdict.CORRECT)
        return tuple(result.test.about for result in wrong)

    mistakes = of_module(question.module, question.places)
    for each in mistake_programs(rights, mistakes, lambda p: bool(caught_by(p))):
        most = exact_sum(result.test.points.most for result in results(each.program))
        lost = most - exact_sum(result.points for result in results(each.program))
        percent = 100 * lost / most if most else 0.0
        yield Caught(each, caught_by(each.program), percent)


LOSE = "Lose least, of {} points: {}."


@dataclass(frozen=True, slots=True)
class Question:
    """The tests of a question, and its mistakes."""

    tests: Sequence[AnyTest]
    mistakes: Sequence[Caught]
    where: str  # on what these are tried
    thing: str  # one of which catches a mistake

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


def mistaken(
    questions: Callable[[Assignment], Iterable[Question]], assignment: Assignment
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each question with its mistakes, made in the reference."""
    for each in questions(assignment):
        yield each.tests[0].question, tuple(one.made for one in each.mistakes)


def adequacy(
    questions: Callable[[Assignment], Iterable[Question]],
    assignment: Assignment,
    remedy: str = "",
) -> Adequacy:
    """What is found of each question; AssignmentError where there are no answers."""
    every = [*questions(assignment)]
    faults = [
        f"{each.name}: no {each.thing} catches {len(missed)} ({few(missed, NAMED)})"
        for each in every
        if (missed := each.missed)
    ]
    summary = [
        BRIEF.format(
            each.name,
            len(each.mistakes) - len(each.missed),
            len(each.mistakes),
            counted(len(each.tests), "test"),
        )
        for each in every
    ]
    return Adequacy(
        tuple("\n".join(_lines_on(each)) for each in every),
        tuple(faults),
        any(each.mistakes for each in every),
        remedy=remedy,
        summary=tuple(summary),
        costs=tuple(cost for each in every for cost in each.costs()),
    )


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

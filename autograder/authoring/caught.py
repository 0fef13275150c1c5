"""Which tests catch a mistake, and what it loses: for kinds that have no trees to draw.

Such a kind gives its right programs, and what its tests say of a program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from autograder.assignment.points import added
from autograder.authoring.misconceptions import Made, Mistake, Right, made
from autograder.judging.result import AnyResult
from autograder.judging.verdicts import Verdict
from autograder.rewriting.program import Program

Judge = Callable[[Program], Sequence[AnyResult]]  # what the tests say of a program


@dataclass(frozen=True, slots=True)
class Caught:
    """A mistake as a program, the tests `by` which it is caught, and what it loses.

    That is in percent of the points of its question.
    """

    made: Made
    by: tuple[str, ...]
    percent: float


def caught(
    rights: Sequence[Right], mistakes: Iterable[Mistake], judge: Judge
) -> Iterator[Caught]:
    """Each mistake that fits, as the first program that a test catches, if any does."""

    def shows(program: Program) -> bool:
        return bool(_by(judge(program)))

    for each in made(rights, mistakes, shows):
        results = judge(each.program)
        most = added(result.test.points.most for result in results)
        lost = most - added(result.points for result in results)
        yield Caught(each, _by(results), 100 * lost / most if most else 0.0)


def _by(results: Sequence[AnyResult]) -> tuple[str, ...]:
    wrong = (r for r in results if r.verdict is not Verdict.CORRECT)
    return tuple(result.test.about for result in wrong)

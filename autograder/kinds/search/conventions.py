"""Which convention a submission follows over all tests of a question.

On one tree several of them mostly do the same, so that each tree by itself would name
another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult, key_of
from autograder.kinds.search.sheet import Sheets
from autograder.kinds.search.visits import BETWEEN, is_between

Fits = Callable[[CaseResult, str], bool]


def followed(results: Sequence[CaseResult], sheets: Sheets) -> str | None:
    """The first convention of the question that fits all tests that are right.

    Where none is right, all of which any is followed. One that fits with what the
    search function visits comes before one that does not; None if none fits them all.
    """
    right = [result for result in results if result.verdict is Verdict.CORRECT]
    asked = right or [result for result in results if result.fitting.value]
    for names, fits in _ways(asked, sheets):
        for name in names:
            if all(fits(result, name) for result in asked):
                return name
    return None


def follows(result: CaseResult, name: str | None, sheets: Sheets) -> bool:
    """Whether the value and the visits of a test are those of this convention."""
    if name is None:
        return False
    return name in result.fitting.value or _lies_between(result, name, sheets)


def _ways(
    results: Sequence[CaseResult], sheets: Sheets
) -> Iterator[tuple[tuple[str, ...], Fits]]:
    """Names, and what it is to fit one: the best way to fit first."""
    if not results:
        return
    conventions = results[0].case.question.conventions
    yield conventions, lambda result, name: name in result.fitting.whole
    yield conventions, lambda result, name: name in result.fitting.value
    between = tuple(
        dict.fromkeys(r.fitting.between for r in results if r.fitting.between)
    )
    yield between, lambda result, name: _lies_between(result, name, sheets)


def _lies_between(result: CaseResult, name: str, sheets: Sheets) -> bool:
    """Whether the visits are those of a policy between two that are accepted."""
    if name == result.fitting.between:
        return True
    if name not in BETWEEN.values() or not result.fitting.value:
        return False
    rule = key_of(sheets.of(result.case)).visits[0]
    return is_between(result.observed.calls[0].visited, rule, name)

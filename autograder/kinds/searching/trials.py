"""How a program that was edited is tried on the trees of a search, and judged there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.assignment.questions import FACETS, OF_SEARCH, Case
from autograder.judging.alone import check, requests
from autograder.judging.compare import judge
from autograder.judging.sheet import Sheet, Sheets
from autograder.judging.verdicts import Verdict
from autograder.observing.observation import (
    CallRequest,
    Observed,
    Workers,
    both,
    calls_of,
    recursion_for,
)
from autograder.sandbox.jobs import Ended, Job
from autograder.sandbox.trials import Trial
from autograder.sandbox.sandbox import Sandbox

STEPS_PER_NODE, LEAST_STEPS = 150, 6_000  # that a program may make on a tree


def trials(
    sandbox: Sandbox, folder: Path, cases: Sequence[Case], sheets: Sheets
) -> list[Trial]:
    """A trial for each tree, and for its calls at inner nodes where there are any.

    The trees are those of the cases, in their order.
    """
    return [
        trial
        for place, case in enumerate(cases)
        for trial in _of_case(sandbox, folder, sheets.of(case), place)
    ]


def of_value(case: Case) -> int:
    """How many facets of a test do not hang on the search function."""
    facets = [facet for facet in case.points.facets if facet in FACETS]
    return sum(facet not in OF_SEARCH for facet in facets)


def _of_case(
    sandbox: Sandbox, folder: Path, sheet: Sheet, place: int
) -> Iterator[Trial]:
    case = sheet.case
    workers = Workers(sandbox, folder, case.question.module, case.tree)
    size = len(case.tree.nodes)
    steps = LEAST_STEPS + STEPS_PER_NODE * size
    is_timed = case.question.deepens  # when its time is up the grader tells
    tree = None if is_timed else place
    common = size, steps, recursion_for(case.tree), tree
    whole = calls_of(case.question, case.tree)
    yield Trial(*common, *_whole(workers, sheet, whole))
    inside = requests(sheet, alone=False)
    if inside:
        yield Trial(*common, *_inside(workers, sheet, inside))


def _whole(workers: Workers, sheet: Sheet, asked: tuple[CallRequest, ...]):
    case = sheet.case

    def job() -> Job:
        return workers.job(asked, case.question.limits, shared=True)

    def facets(job: Job, ended: Ended) -> tuple[bool, ...]:
        seen = workers.observed(asked, job, ended)
        calls = both(case.question, case.tree, seen.calls)
        findings = judge(sheet, Observed(calls)).findings
        return tuple(f.verdict is Verdict.CORRECT for f in findings if f.alone is None)

    return job, facets


def _inside(workers: Workers, sheet: Sheet, asked: tuple[CallRequest, ...]):
    def job() -> Job:
        return workers.job(asked, sheet.case.question.limits, shared=True)

    def facets(job: Job, ended: Ended) -> tuple[bool, ...]:
        seen = workers.observed(asked, job, ended).calls
        checks = check(sheet, tuple(zip(asked, seen, strict=True)))
        return tuple(c.verdict is Verdict.CORRECT for c in checks.values())

    return job, facets

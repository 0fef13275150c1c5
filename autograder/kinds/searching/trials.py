"""How a program that was edited is tried on the trees of a search, and judged there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.assignment.questions import FACETS, OF_SEARCH, Case
from autograder.judging.alone import check, requests
from autograder.judging.compare import judge
from autograder.judging.sheet import Sheet, Sheets
from autograder.judging.verdicts import Verdict
from autograder.observing.bench import Bench
from autograder.observing.observation import (
    CallRequest,
    Observed,
    Workers,
    both,
    calls_of,
    recursion_for,
)
from autograder.observing.repairing import Asked, Ended, Facets, Job, Score, Trial

STEPS_PER_NODE, LEAST_STEPS = 150, 6_000  # that a program may make on a tree
Judges = Callable[[tuple[CallRequest, ...], Job, Ended], Facets]


def score(bench: Bench, cases: Sequence[Case], sheets: Sheets) -> Score:
    """A trial for each tree, and one for its calls at inner nodes if there are any."""
    question = cases[0].question
    numbered = [
        (place, trial)
        for place, case in enumerate(cases)
        for trial in _of_case(bench, sheets.of(case), place)
    ]
    facets = [facet for facet in cases[0].points.facets if facet in FACETS]
    return Score(
        question.module,
        question.written(),
        [trial for _, trial in numbered],
        [place for place, _ in numbered],
        chooser="".join(_search(question.search)),
        of_value=sum(facet not in OF_SEARCH for facet in facets),
        trees=[case.tree for case in cases],
    )


def _search(name: str) -> tuple[str, ...]:
    """The function that chooses an action, where there is one."""
    return (name,) if name else ()


def _of_case(bench: Bench, sheet: Sheet, place: int) -> Iterator[Trial]:
    case = sheet.case
    question = case.question
    staged = bench.sandbox, bench.staged.folder, question.module
    workers = Workers(*staged, case.tree)

    def trial(calls: tuple[CallRequest, ...], judges: Judges) -> Trial:
        def ask() -> Asked:
            job = workers.job(calls, question.limits, shared=True)
            return job, lambda ended: judges(calls, job, ended)

        return Trial(
            size=len(case.tree.nodes),
            steps=LEAST_STEPS + STEPS_PER_NODE * len(case.tree.nodes),
            recursion=recursion_for(case.tree),
            ask=ask,
            lies_there=not question.deepens,  # only we know when time is up
            tree=place,
        )

    def whole(calls: tuple[CallRequest, ...], job: Job, ended: Ended) -> Facets:
        seen = workers.observed(calls, job, ended)
        two = both(question, case.tree, seen.calls)
        findings = judge(sheet, Observed(two)).findings
        return tuple(f.verdict is Verdict.CORRECT for f in findings if f.alone is None)

    def inside(calls: tuple[CallRequest, ...], job: Job, ended: Ended) -> Facets:
        seen = workers.observed(calls, job, ended).calls
        checks = check(sheet, tuple(zip(calls, seen, strict=True)))
        return tuple(each.verdict is Verdict.CORRECT for each in checks.values())

    yield trial(calls_of(question, case.tree), whole)
    if at_inner_nodes := requests(sheet, alone=False):
        yield trial(at_inner_nodes, inside)

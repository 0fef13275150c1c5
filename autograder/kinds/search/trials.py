"""How a program that was edited is tried on the trees of a search, and judged there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.assignment.questions import FACETS, OF_SEARCH, Case, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import check, requests
from autograder.kinds.search.judging import judge
from autograder.kinds.search.sheet import Sheet, Sheets
from autograder.kinds.search.stumps import Stump, stumps
from autograder.observing.bench import Bench
from autograder.observing.observation import (
    CallRequest,
    Observed,
    Workers,
    calls_of,
    recursion_for,
    value_and_action_calls,
)
from autograder.observing.repairing import Asked, Ended, Facets, Job, Score, Trial

STEPS_PER_NODE, LEAST_STEPS = 150, 6_000  # that a program may make on a tree
Judges = Callable[[tuple[CallRequest, ...], Job, Ended], Facets]


def score(bench: Bench, cases: Sequence[Case], sheets: Sheets) -> Score:
    """A trial for each tree, one for its calls at inner nodes, and those on stumps."""
    question = cases[0].question
    numbered = [
        (place, trial)
        for place, case in enumerate(cases)
        for trial in _of_case(bench, sheets.of(case), place)
    ]
    facets = [facet for facet in cases[0].points.facets if facet in FACETS]
    trees = [case.tree for case in cases]
    trials = [trial for _, trial in numbered]
    parts: dict[str, list[int]] = {}
    for name, group in stumps(question, [sheets.of(case) for case in cases]).items():
        first = len(trials)
        for stump in group:
            trials.append(_of_stump(bench, question, stump, len(trees)))
            trees.append(stump.tree)
        parts[name] = [*range(first, len(trials))]
    return Score(
        question.module,
        question.written(),
        trials,
        [place for place, _ in numbered],
        chooser=question.search,
        of_value=sum(facet not in OF_SEARCH for facet in facets),
        trees=trees,
        parts=parts,
    )


def _of_stump(bench: Bench, question: Question, stump: Stump, number: int) -> Trial:
    """A trial of one function on a small tree, which has this number."""
    folder, size = bench.staged.folder, len(stump.tree.nodes)
    workers = Workers(bench.sandbox, folder, question.module, stump.tree)
    calls = (stump.request,)

    def ask() -> Asked:
        job = workers.job(calls, question.limits, shared=True)

        def facets(ended: Ended) -> Facets:
            return (stump.is_right(workers.observed(calls, job, ended).calls[0]),)

        return job, facets

    return Trial(
        size=size,
        steps=LEAST_STEPS + STEPS_PER_NODE * size,
        recursion=recursion_for(stump.tree),
        ask=ask,
        tree=number,
    )


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
        two = value_and_action_calls(question, case.tree, seen.calls)
        findings = judge(sheet, Observed(two)).findings
        return tuple(f.verdict is Verdict.CORRECT for f in findings if f.alone is None)

    def inside(calls: tuple[CallRequest, ...], job: Job, ended: Ended) -> Facets:
        seen = workers.observed(calls, job, ended).calls
        checks = check(sheet, tuple(zip(calls, seen, strict=True)))
        return tuple(each.verdict is Verdict.CORRECT for each in checks.values())

    yield trial(calls_of(question, case.tree), whole)
    if at_inner_nodes := requests(sheet, alone=False):
        yield trial(at_inner_nodes, inside)

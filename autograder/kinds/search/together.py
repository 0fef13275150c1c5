"""What a submission does on many trees, asked of one worker.

To fork a worker takes longer than most searches take. Where a module can keep nothing
from one call to the next, its tests need no process each. All searches are called
first; calls of functions alone, which are told values, come behind the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from pathlib import Path

from autograder.assignment.questions import Case, Limits, Question
from autograder.observing.observation import (
    CallRequest,
    Observation,
    Observed,
    Workers,
    both,
    calls_of,
    deepest_first,
)
from autograder.observing.outcome import outcomes_of
from autograder.sandbox.jobs import AnyCall, Conversation, Ended, Job, Result
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree

Choose = Callable[[int, Observed], tuple[CallRequest, ...]]


@dataclass(frozen=True)
class Together:
    """What came of tests that shared a worker, and how many of them it came to.

    None stands for a test of which not all calls have returned: what raised, was ended,
    or came behind such an end is to be asked by itself.
    """

    seen: tuple[Observed | None, ...]
    begun: int


def observe_many(
    sandbox: Sandbox,
    folder: Path,
    cases: Sequence[Case],
    limits: Limits,
    inside: Choose,
) -> Together:
    """Make the calls of many tests of one module, within the limits of one.

    `inside` is given the place of a test and what its search did, and tells what to
    call besides.
    """
    shared = _Shared(sandbox, folder, cases, limits)
    ended = sandbox.run(shared.job, lambda results: shared.following(results, inside))
    if ended.filled or ended.said.violation:
        return Together((None,) * len(cases), len(cases))
    return Together(tuple(shared.observed(ended)), shared.begun(ended))


def observe_first(
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    trees: Sequence[GameTree],
    calls: int,
) -> list[tuple[Observation, ...]]:
    """Make the first so many calls of a test on each tree, in one worker for all.

    The module may keep something, and a call may raise: its outcome is told then. Where
    nothing is to be chosen there is one call less.
    """
    workers = [Workers(sandbox, folder, question.module, tree) for tree in trees]
    most = calls if calls == 1 else None
    requests = [calls_of(question, tree)[:most] for tree in trees]
    pairs = zip(workers, requests, strict=True)
    jobs = [each.job(asked, question.limits, shared=True) for each, asked in pairs]
    whole = _joined(jobs)
    ended = sandbox.run(whole)
    outcomes = iter(outcomes_of(ended, folder, question.limits, len(whole.calls)))
    return [
        each.observations(asked, job, islice(outcomes, len(asked)))
        for each, asked, job in zip(workers, requests, jobs, strict=True)
    ]


def _joined(jobs: Sequence[Job]) -> Job:
    """The calls of all, in one."""
    return replace(jobs[0], calls=tuple(call for job in jobs for call in job.calls))


class _Shared:
    """The tests that share a worker, and the calls that they make in it."""

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        cases: Sequence[Case],
        limits: Limits,
    ) -> None:
        self._parts = [_Part(sandbox, folder, each, limits) for each in cases]
        self._limits = limits
        self.job = _joined([part.first for part in self._parts])
        self._searched: list[Observed | None] = []

    def following(self, results: tuple[Result, ...], inside: Choose) -> list[AnyCall]:
        """The calls of functions alone, of all tests whose searches have returned."""
        said = Conversation(results, ready=True)
        ended = Ended(said, output="", exit_code=0, cpu_seconds=0.0, late=False)
        self._searched = self._of_searches(ended)
        for place, made in enumerate(self._searched):
            if made is not None:
                self._parts[place].choose(inside(place, made))
        return [call for part in self._parts for call in part.then.calls]

    def observed(self, ended: Ended) -> list[Observed | None]:
        """What came of each test, as if it had been alone; of those that returned."""
        searches = self._searched or self._of_searches(ended)
        share = ended.cpu_seconds / len(searches)
        of_searches = self._cut(ended, 0, [part.first for part in self._parts])
        behind = len(self.job.calls)
        of_others = self._cut(ended, behind, [part.then for part in self._parts])
        each = zip(self._parts, searches, of_searches, of_others, strict=True)
        return [
            made and part.whole(replace(made, cpu_seconds=share), first, then)
            for part, made, first, then in each
        ]

    def begun(self, ended: Ended) -> int:
        """How many tests have had a result, or were under way when it ended."""
        counts = accumulate(len(part.first.calls) for part in self._parts)
        results = len(ended.said.results)
        return min(sum(count <= results for count in counts) + 1, len(self._parts))

    def _of_searches(self, ended: Ended) -> list[Observed | None]:
        cut = self._cut(ended, 0, [part.first for part in self._parts])
        pairs = zip(self._parts, cut, strict=True)
        return [part.of_search(each) for part, each in pairs]

    def _cut(self, ended: Ended, at: int, jobs: Sequence[Job]) -> Iterator[Ended]:
        """The run as that of each of these, whose results follow from a place on."""
        for job in jobs:
            yield ended.until(at + len(job.calls), self._limits, at)
            at += len(job.calls)


class _Part:
    """One of these tests: what it calls first, and then."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, case: Case, limits: Limits
    ) -> None:
        self._case, self._limits = case, limits
        module = case.question.module
        self._workers = Workers(sandbox, folder, module, case.tree)
        self._requests = calls_of(case.question, case.tree)
        self._chosen: tuple[CallRequest, ...] = ()
        self.first, self.then = map(self._job, (self._requests, ()))

    def choose(self, chosen: tuple[CallRequest, ...]) -> None:
        """Call these functions alone, too."""
        self._chosen = chosen
        self.then = self._job(deepest_first(chosen))

    def _job(self, requests: tuple[CallRequest, ...]) -> Job:
        return self._workers.job(requests, self._limits, shared=True)

    def of_search(self, ended: Ended) -> Observed | None:
        """What the calls of its search came to; None unless each has returned."""
        if not _have_returned(ended, self.first):
            return None
        made = self._workers.observed(self._requests, self.first, ended)
        calls = both(self._case.question, self._case.tree, made.calls)
        return replace(made, calls=calls)

    def whole(self, searched: Observed, first: Ended, ended: Ended) -> Observed | None:
        """The same with what it printed, and functions alone if each has returned.

        None where it printed all that it may.
        """
        if first.flooded:
            return None
        searched = replace(searched, printed=self._workers.printed(first))
        if not self._chosen or not _have_returned(ended, self.then):
            return searched
        order = deepest_first(self._chosen)
        calls = self._workers.observed(order, self.then, ended).calls
        seen = dict(zip(order, calls, strict=True))
        inside = tuple((each, seen[each]) for each in self._chosen)
        return replace(searched, inside=inside)


def _have_returned(ended: Ended, job: Job) -> bool:
    """Whether there is a result of each call, and none printed all that it may."""
    results = ended.said.results
    whole = len(results) == len(job.calls) and not ended.flooded
    return whole and all("returned" in result for result in results)

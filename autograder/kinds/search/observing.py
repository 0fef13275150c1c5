"""What a search does: many calls in one process, and what is said of each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, cycle, islice, pairwise, takewhile
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Case, Limits, Question
from autograder.game import CHANCE, Value
from autograder.observing.observation import (
    INSIDE,
    CallRequest,
    Observation,
    Observed,
    Workers,
    calls_of,
    deepest_first,
    recursion_for,
    requests_of,
    value_and_action_calls,
    value_call,
)
from autograder.observing.outcome import outcomes_of
from autograder.observing.sources import Place, Sources
from autograder.sandbox.jobs import AnyCall, Call, Conversation, Ended, Job, Result
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node

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
        calls = value_and_action_calls(self._case.question, self._case.tree, made.calls)
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


Labels = tuple[str, ...]
Told = Value | str | None  # a value, a short text of what was none, or nothing


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The first call about a state: its window, the caller's v, and what came back.

    The line is that of the call. `is_entry` says that the function called is one of the
    search's own, of which it is known what they should be handed.
    """

    alpha: Told
    beta: Told
    v: Told
    returned: Told
    place: Place | None
    is_entry: bool = True

    def then(self, later: HandedOn) -> HandedOn:
        """This call, or a later one to a function that is better known."""
        if self.is_entry or not later.is_entry:
            return self
        return replace(later, v=self.v, place=self.place)


@dataclass(frozen=True, slots=True)
class Recording:
    """One run: the states that it visited, and by label what was said of them.

    `calls` has the first call about each state, `asked_at` the line that first asked,
    and `stacks` the labels that then lay on the submission's stack, from the bottom.
    """

    visited: tuple[str, ...] = ()
    calls: Mapping[str, HandedOn] = field(default_factory=dict)
    asked_at: Mapping[str, Place] = field(default_factory=dict)
    stacks: Mapping[str, Labels] = field(default_factory=dict)

    def searched_from(self, label: str) -> Place | None:
        """The line from which a state was searched: of its call, or which asked."""
        handed = self.calls.get(label)
        place = handed.place if handed else None
        return place or self.asked_at.get(label)


def record(sandbox: Sandbox, folder: Path, case: Case) -> Recording:
    """Make the call for the value once more, in a worker that tells of its calls.

    Empty where the worker told nothing.
    """
    question, tree = case.question, case.tree
    request, oracle = value_call(question, tree), Oracle(tree)
    oracle.peeks = question.peeks
    call = Call(
        function=request.function,
        arguments=request.arguments,
        oracle=oracle,
        witnessed=question.signature.functions,
        orders=request.orders,
        peeks=request.peeks,
    )
    limits = replace(question.limits, seconds=min(question.limits.seconds, INSIDE))
    job = Job(
        folder=folder,
        module=question.module,
        calls=(call,),
        limits=limits,
        recursion_limit=recursion_for(tree),
    )
    for result in sandbox.run(job).said.results:
        if "seen" in result:
            return decode_record(result["seen"], oracle, folder)
    return Recording()


def decode_record(seen: Mapping[str, Any], oracle: Oracle, folder: Path) -> Recording:
    """What a worker told of the states of an oracle, as far as they were handed out."""
    sources, files = Sources(folder), seen["files"]

    def place(file: int | None, line: int | None) -> Place | None:
        is_told = file is not None and file < len(files)
        return sources.place(files[file], line) if is_told else None

    drawn = _drawn(oracle.tree)
    calls: dict[str, HandedOn] = {}
    for is_entry, handle, alpha, beta, v, file, line, back in seen["calls"]:
        node = oracle.node_of(handle)
        if node is not None:
            returned = tuple(back) if type(back) is list else back
            best = None if node.label in drawn else v
            call = HandedOn(
                alpha=alpha,
                beta=beta,
                v=best,
                returned=returned,
                place=place(file, line),
                is_entry=is_entry,
            )
            calls[node.label] = calls.get(node.label, call).then(call)
    asked: dict[str, Place] = {}
    stacks: dict[str, Labels] = {}
    for handle, file, line, stack in seen["asked"]:
        node, asked_from = oracle.node_of(handle), place(file, line)
        if node is not None and asked_from is not None:
            asked.setdefault(node.label, asked_from)
        lying = [oracle.node_of(each) for each in stack or ()]
        if node is not None and stack is not None and None not in lying:
            labels = tuple([each.label for each in lying if each is not None])
            stacks.setdefault(node.label, labels)
    visited = tuple(oracle.tree.nodes[index].label for index in oracle.record.visited)
    return Recording(visited, calls, asked, _from_the_bottom(stacks))


def _drawn(tree: GameTree) -> frozenset[str]:
    """The outcomes of chance, of which none is the best so far."""
    chances = (node for node in tree.nodes if node.to_move == CHANCE)
    return frozenset(tree.nodes[i].label for node in chances for i in node.children)


def _from_the_bottom(stacks: Mapping[str, Labels]) -> dict[str, Labels]:
    """The stacks with their tops last: what lies below the top stays as it is.

    Some take from the front of a list, and put there what they find.
    """
    upwards = {label: lying[::-1] for label, lying in stacks.items()}
    as_it_is, turned = map(_staying, (stacks, upwards))
    return upwards if turned > as_it_is else dict(stacks)


def _staying(stacks: Mapping[str, Labels]) -> int:
    """How many entries stay from stack to stack, counted from the first of each."""
    staying = (
        takewhile(
            lambda entries: entries[0] == entries[1],
            zip(*pair, strict=False),
        )
        for pair in pairwise(stacks.values())
    )
    return sum(1 for entries in staying for _ in entries)


PLIES = 12  # of the chain
APART = 3  # plies: some searches go down two or three in one call

Names = tuple[str, ...]


def recursion(sandbox: Sandbox, folder: Path, case: Case) -> Names:
    """A function that calls itself, and those by way of which it does; none if none.

    Where a worker told nothing there is none.
    """
    question, tree = case.question, chain(case.tree)
    calls = tuple(
        Call(asked.function, asked.arguments, Oracle(tree), counts_frames=True)
        for asked in requests_of(question, tree)
    )
    limits = replace(question.limits, seconds=min(question.limits.seconds, INSIDE))
    job = Job(
        folder=folder,
        module=question.module,
        calls=calls,
        limits=limits,
        recursion_limit=recursion_for(tree),
    )
    results = sandbox.run(job).said.results
    return next(filter(None, map(decode_recursion, results)), ())


def chain(tree: GameTree) -> GameTree:
    """Only children, of the players of a tree in turn, searched as that is."""
    payoff = next((n.utility for n in tree.nodes if n.utility is not None), 0)
    limit = tree.limit
    inner = [
        Node(f"ply {ply}", mover, children=(ply + 1,))
        for ply, mover in zip(range(PLIES), cycle(tree.players), strict=False)
    ]
    return replace(
        tree,
        nodes=(*inner, Node(f"ply {PLIES}", inner[0].to_move, utility=payoff)),
        limit=replace(
            limit, depth=limit.depth and PLIES, rounds=limit.rounds and PLIES
        ),
    )


def decode_recursion(result: Result) -> Names:
    """What `recursion` returns, from the result of one call."""
    told = result.get("frames", {"depths": (), "names": ()})
    return _round(told["names"]) if told["names"] and _grow(told["depths"]) else ()


def _grow(depths: Sequence[int]) -> bool:
    """Whether each state of the chain was met from more frames than those above."""
    pairs = zip(depths, depths[APART:], strict=False)
    return len(depths) == PLIES + 1 and all(above < below for above, below in pairs)


def _round(names: Sequence[str]) -> Names:
    """The first function that is under way twice, and which it has called meanwhile.

    What has no name of its own, as comprehensions, is left out behind it.
    """
    first = next((name for name in names if names.count(name) > 1), names[0])
    start = names.index(first)
    end = names.index(first, start + 1) if names.count(first) > 1 else start + 1
    return first, *filter(str.isidentifier, names[start + 1 : end])

"""What a search does: many calls in one process, and what is said of each call.

A function that is asked again about the same node in the same window must do the same
again, and must not see whether two states of a tree are the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, cycle, islice, pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.answers.file import Answers
from autograder.assignment.questions import Case, Limits, Question
from autograder.game import CHANCE, Value
from autograder.judging.verdicts import first_difference, have_same_outcome
from autograder.observing.observation import (
    INSIDE,
    CallRequest,
    CallsOnTree,
    Observation,
    Observed,
    calls_of,
    changes_of_function,
    deepest_first,
    recursion_limit,
    value_and_action_calls,
    value_and_action_requests,
)
from autograder.observing.outcome import Fault, outcomes_of
from autograder.sandbox.jobs import (
    AnyCall,
    Call,
    Conversation,
    Ended,
    Job,
    Result,
    TracesCall,
)
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node

if TYPE_CHECKING:  # most tests are right
    from autograder.observing.sources import Place

# From what a search did: whether that is right, and what else to call.
Choose = Callable[[Case, Observed], tuple[bool, tuple[CallRequest, ...]]]


@dataclass(frozen=True)
class Together:
    """What came of tests that shared a worker."""

    seen: tuple[Observed | None, ...]  # None: not all calls came to an end
    begun: int  # how many it came to
    leaves_traces: bool = True  # outside of the submission's modules, or it is unknown


def observe_many(
    sandbox: Sandbox,
    folder: Path,
    cases: Sequence[Case],
    limits: Limits,
    inside: Choose | None = None,
) -> Together:
    """Make the calls of many tests, within the limits of one.

    `inside` tells what else to call; where a search was wrong, traces are looked for.
    """
    shared = _Shared(sandbox, folder, cases, limits)
    then = partial(shared.further_calls, inside=inside) if inside else None
    ended = sandbox.run(shared.job, then)
    if ended.filled or ended.said.violation:
        return Together((None,) * len(cases), len(cases))
    seen = tuple(shared.observed(ended))
    last = ended.said.results[-1:]
    traces = any(result.get("changed", True) for result in last)
    return Together(seen, shared.begun(ended), traces or not last)


def observe_first(
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    trees: Sequence[GameTree],
    calls: int,
) -> list[tuple[Observation, ...]]:
    """Make the first so many calls of a test on each tree, in one worker for all."""
    workers = [CallsOnTree(sandbox, folder, question.module, tree) for tree in trees]
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
    return replace(jobs[0], calls=tuple(call for job in jobs for call in job.calls))


class _Shared:
    """The tests that share a worker, and the calls that they make in it."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, cases: Sequence[Case], limits: Limits
    ) -> None:
        self._parts = [_Part(sandbox, folder, each, limits) for each in cases]
        self._limits = limits
        self.job = _joined([part.first for part in self._parts])
        self._searched: list[Observed | None] = []

    def further_calls(
        self, results: tuple[Result, ...], inside: Choose
    ) -> list[AnyCall]:
        """Those of functions alone, where searches ended; and what looks for traces."""
        said = Conversation(results, ready=True)
        ended = Ended(said, output="", exit_code=0, cpu_seconds=0.0, late=False)
        self._searched = self._of_searches(ended)
        all_right = True
        for part, made in zip(self._parts, self._searched, strict=True):
            if made is not None:
                all_right &= part.choose(made, inside)
        then = [call for part in self._parts for call in part.then.calls]
        return then if all_right else [*then, TracesCall()]

    def observed(self, ended: Ended) -> list[Observed | None]:
        """What came of each test, as if it had been alone; of those that returned."""
        searches = self._searched or self._of_searches(ended)
        share = ended.cpu_seconds / len(searches)
        of_searches = self._cut(ended, 0, [part.first for part in self._parts])
        behind = len(self.job.calls)
        of_others = self._cut(ended, behind, [part.then for part in self._parts])
        each = zip(self._parts, searches, of_searches, of_others, strict=True)
        return [
            made
            and part.whole_observation(replace(made, cpu_seconds=share), first, then)
            for part, made, first, then in each
        ]

    def begun(self, ended: Ended) -> int:
        """How many tests have had a result, or were under way when it ended.

        It ends for all that follow where no more can be printed.
        """
        counts = accumulate(len(part.first.calls) for part in self._parts)
        room = self._limits.output_bytes
        results = sum(printed < room for printed in ended.said.printed)
        return min(sum(count <= results for count in counts) + 1, len(self._parts))

    def _of_searches(self, ended: Ended) -> list[Observed | None]:
        cut = self._cut(ended, 0, [part.first for part in self._parts])
        pairs = zip(self._parts, cut, strict=True)
        return [part.search_observation(each) for part, each in pairs]

    def _cut(self, ended: Ended, at: int, jobs: Sequence[Job]) -> Iterator[Ended]:
        """The run as that of each of these, whose results follow from a place on."""
        for job in jobs:
            yield ended.run_ended_after_results(at + len(job.calls), self._limits, at)
            at += len(job.calls)


class _Part:
    """One of these tests: what it calls first, and then."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, case: Case, limits: Limits
    ) -> None:
        self._case, self._limits = case, limits
        module = case.question.module
        self._workers = CallsOnTree(sandbox, folder, module, case.tree)
        self._requests = calls_of(case.question, case.tree)
        self._chosen: tuple[CallRequest, ...] = ()
        self.first, self.then = self._job(self._requests, (0,)), self._job((), ())

    def choose(self, searched: Observed, inside: Choose) -> bool:
        """Call functions alone, too; whether the search was right."""
        right, self._chosen = inside(self._case, searched)
        order = deepest_first(self._chosen)
        self.then = self._job(order, changes_of_function(order))
        return right

    def _job(self, requests: tuple[CallRequest, ...], renews: tuple[int, ...]) -> Job:
        return self._workers.job(requests, self._limits, shared=True, renews=renews)

    def search_observation(self, ended: Ended) -> Observed | None:
        """What the calls of its search came to; None unless each came to an end."""
        if ended.flooded or len(ended.said.results) < len(self.first.calls):
            return None
        made = self._workers.observed(self._requests, self.first, ended)
        calls = value_and_action_calls(self._case.question, self._case.tree, made.calls)
        return replace(made, calls=calls)

    def whole_observation(
        self, searched: Observed, first: Ended, ended: Ended
    ) -> Observed | None:
        """The same with prints and functions alone; None where it printed too much."""
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
    results = ended.said.results
    whole = len(results) == len(job.calls) and not ended.flooded
    return whole and all("returned" in result for result in results)


Labels = tuple[str, ...]
Told = Value | str | None  # a value, a short text of what was none, or nothing


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The first call about a state: its window, the caller's v, and what came back."""

    alpha: Told
    beta: Told
    v: Told
    returned: Told
    place: Place | None  # of the call
    is_entry: bool = True  # of one of the search's own functions

    def joined_with(self, later: HandedOn) -> HandedOn:
        """This call, or a later one to a function that is better known."""
        if self.is_entry or not later.is_entry:
            return self
        return replace(later, v=self.v, place=self.place)


@dataclass(frozen=True, slots=True)
class Recording:
    """One run: the states that it visited, and by label what was said of them."""

    visited: tuple[str, ...] = ()
    calls: Mapping[str, HandedOn] = field(default_factory=dict)  # first ones
    asked_at: Mapping[str, Place] = field(default_factory=dict)  # lines
    stacks: Mapping[str, Labels] = field(default_factory=dict)

    def searched_from(self, label: str) -> Place | None:
        """The line from which a state was searched: of its call, or which asked."""
        handed = self.calls.get(label)
        place = handed.place if handed else None
        return place or self.asked_at.get(label)


def recording_of_call(
    sandbox: Sandbox, folder: Path, case: Case, request: CallRequest
) -> Recording:
    """Make a call of a test once more, in a worker that tells of its calls, if any."""
    question, tree = case.question, case.tree
    oracle = Oracle(tree)
    oracle.peeks = question.peeks
    call = Call(
        function=request.function,
        arguments=request.arguments,
        oracle=oracle,
        witnessed=question.signature.functions,
        orders=request.orders,
        peeks=request.peeks,
    )
    job = _explaining(question, tree, (call,), folder)
    for result in sandbox.run(job).said.results:
        if "seen" in result:
            return decode_record(result["seen"], oracle, folder)
    return Recording()


def _explaining(
    question: Question, tree: GameTree, calls: tuple[Call, ...], folder: Path
) -> Job:
    """A job that counts for nothing, in no more time than a function has alone."""
    limits = replace(question.limits, seconds=min(question.limits.seconds, INSIDE))
    return Job(
        folder=folder,
        module=question.module,
        calls=calls,
        limits=limits,
        recursion_limit=recursion_limit(tree),
    )


def decode_record(seen: Mapping[str, Any], oracle: Oracle, folder: Path) -> Recording:
    """What a worker told of the states of an oracle, as far as they were handed out."""
    from autograder.observing.sources import Sources  # noqa: PLC0415 - most are right

    sources, files, nodes = Sources(folder), seen["files"], oracle.tree.nodes

    def place(file: int | None, line: int | None) -> Place | None:
        is_told = file is not None and file < len(files)
        return sources.place(files[file], line) if is_told else None

    chances = (node for node in nodes if node.to_move == CHANCE)
    drawn = {nodes[i].label for node in chances for i in node.children}
    calls: dict[str, HandedOn] = {}
    for is_entry, handle, alpha, beta, v, file, line, back in seen["calls"]:
        node = oracle.node_of(handle)
        if node is not None:
            call = HandedOn(
                alpha=alpha,
                beta=beta,
                v=None if node.label in drawn else v,  # no outcome is the best so far
                returned=tuple(back) if type(back) is list else back,
                place=place(file, line),
                is_entry=is_entry,
            )
            calls[node.label] = calls.get(node.label, call).joined_with(call)
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
    visited = tuple(nodes[index].label for index in oracle.record.visited)
    # Some take from the front of a list, and put there what they find.
    upwards = {label: lying[::-1] for label, lying in stacks.items()}
    return Recording(visited, calls, asked, max(stacks, upwards, key=_staying))


def _staying(stacks: Mapping[str, Labels]) -> int:
    """How many entries stay from stack to stack, counted from the first of each."""
    staying = 0
    for one, other in pairwise(stacks.values()):
        pairs = zip(one, other, strict=False)
        staying += sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return staying


PLIES = 12  # of the chain
APART = 3  # plies: some searches go down two or three in one call

Names = tuple[str, ...]


def recursive_functions(sandbox: Sandbox, folder: Path, case: Case) -> Names:
    """A function that calls itself, and those by way of which it does; none if none."""
    question, tree = case.question, only_child_tree(case.tree)
    calls = tuple(
        Call(asked.function, asked.arguments, Oracle(tree), counts_frames=True)
        for asked in value_and_action_requests(question, tree)
    )
    results = sandbox.run(_explaining(question, tree, calls, folder)).said.results
    return next(filter(None, map(recursive_functions_from, results)), ())


def only_child_tree(tree: GameTree) -> GameTree:
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


def recursive_functions_from(result: Result) -> Names:
    """What `recursion` returns, from the result of one call.

    Each state of the chain was met from more frames than those above. The first
    function that is under way twice is told, and which it has called meanwhile.
    """
    frames = result.get("frames", {"depths": (), "names": ()})
    depths, names = frames["depths"], frames["names"]
    pairs = zip(depths, depths[APART:], strict=False)
    grow = len(depths) == PLIES + 1 and all(above < below for above, below in pairs)
    if not names or not grow:
        return ()
    first = next((name for name in names if names.count(name) > 1), names[0])
    start = names.index(first)
    end = names.index(first, start + 1) if names.count(first) > 1 else start + 1
    return first, *filter(str.isidentifier, names[start + 1 : end])


REPEATED, UNIQUE = "#", "~"  # in the labels of a position that comes again
TELLS_NOTHING = {
    "flood",
    "grader",
    "hurried",
    "killed",
    "late",
    "memory",
    "not_run",
    "violation",
}


@dataclass(frozen=True, slots=True)
class Kept:
    """Two calls that should have done the same: they were about `at`, alike in all."""

    first: Observation
    again: Observation  # later, after others
    at: str
    positions: bool = False  # `first` was where all differ
    elsewhere: str = ""  # the tree, if another
    harmless: bool = False  # for all that counts

    @property
    def is_by_position(self) -> bool:
        """Whether what was known was not asked for, and the same came of that."""
        unasked = set(self.again.visited) <= {self.at}
        return self.positions or (unasked and have_same_outcome(self.first, self.again))


def calls_made_twice(case: Case, answers: Answers) -> tuple[CallRequest, ...]:
    """Calls in one game, each twice: at some inner nodes, and at the root.

    Inner ones come first: the last of those recorded, and one with the fewest nodes
    below.
    """
    question, sizes = case.question, case.tree.effective_tree.subtree_sizes()
    recorded = answers.questions[question.name][question.accept[0]].alone
    inner = [
        CallRequest(
            function=name,
            names=question.signature.function_named(name).arguments,
            arguments=tuple(given),
            at=case.tree.index_of[label],
            orders=question.ordering_function,
            peeks=question.peeks,
        )
        for name in case.functions()
        for label, *given in recorded[name]
        if 1 < sizes[case.tree.index_of[label]] < sizes[0]
    ]
    last = sorted(inner, key=lambda call: call.at)[-1:]
    small = sorted(inner, key=lambda call: sizes[call.at])[:1]
    at_the_root = value_and_action_requests(question, case.tree)[::-1]
    return (*dict.fromkeys((*last, *small)), *at_the_root) * 2


def kept_by_calls(
    case: Case, observed: Observed, calls: Sequence[tuple[CallRequest, Observation]]
) -> Kept | None:
    """What `calls_made_twice` show to be kept, beside a process of its own; or None."""
    once = len(calls) // 2
    pairs = [
        (case.tree.nodes[request.at].label, first, again)
        for (request, first), (_, again) in zip(calls[:once], calls[once:], strict=True)
    ]
    value_call = observed.calls[0]
    at_the_root = (case.tree.root.label, value_call, calls[once - 1][1])
    return next(_differing([*reversed(pairs), at_the_root]), None)


def kept_positions(case: Case, observed: Observed, told_apart: Observed) -> Kept | None:
    """What shows that positions are kept, by a tree on which none comes again."""
    at = case.tree.root.label
    pairs = zip(told_apart.calls, observed.calls, strict=True)
    rows = [(at, _relabelled(first, case.tree), again) for first, again in pairs]
    kept = next(_differing(rows), None)
    return replace(kept, positions=True) if kept else None


def is_harmless_memory(case: Case, observed: Observed, in_turn: Observed) -> bool:
    """Whether a table has changed nothing of what a submission did in a test."""
    pairs = zip(observed.calls, reversed(in_turn.calls), strict=True)
    rows = [("", first, _relabelled(again, case.tree)) for first, again in pairs]
    return next(_differing(rows), None) is None


def with_unique_positions(tree: GameTree) -> GameTree | None:
    """The tree with each node a position of its own; None if it is one already."""
    if not any(REPEATED in node.label for node in tree.nodes):
        return None
    nodes = [replace(n, label=n.label.replace(REPEATED, UNIQUE)) for n in tree.nodes]
    unique = len({node.label for node in nodes}) == len(nodes)
    return replace(tree, nodes=tuple(nodes)) if unique else None


def _relabelled(call: Observation, tree: GameTree) -> Observation:
    own = {label.replace(REPEATED, UNIQUE): label for label in tree.labels()}
    own |= {label: label for label in tree.labels()}
    outcome = call.outcome
    if not isinstance(outcome, Fault) and outcome.kind == "str":
        outcome = replace(outcome, text=own.get(outcome.text, outcome.text))
    visited = tuple(own[label] for label in call.visited)
    return replace(call, visited=visited, outcome=outcome)


def _differing(rows: Sequence[tuple[str, Observation, Observation]]) -> Iterator[Kept]:
    """What is kept, unless others in the worker may have ended a call."""
    for at, first, again in rows:
        faults = [o for o in (first.outcome, again.outcome) if isinstance(o, Fault)]
        ended = any(f.kind in TELLS_NOTHING or f.stage == "unreached" for f in faults)
        if not ended and first_difference(first, again) is not None:
            yield Kept(first, again, at)

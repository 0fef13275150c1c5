"""Observations: what a submission did on one tree, and taking one from a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from autograder.assignment.questions import Case, Limits, Question
from autograder.assignment.signature import (
    MOVER,
    Argument,
    Function,
    call_text,
    start_arguments,
    window_of,
)
from autograder.game import Value
from autograder.observing.outcome import (
    Fault,
    Outcome,
    Returned,
    RunOfTest,
    outcomes_of,
    split_trace,
    text_in_students_words,
)
from autograder.sandbox.jobs import AnyCall, Call, Conversation, Ended, Job, Result
from autograder.sandbox.oracle import (
    ExactOracle,
    Misorder,
    Oracle,
    StandInCall,
    TimedOracle,
    first_misorder,
)
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Window
from autograder.trees.values import window_seen_by

FRAMES_PER_PLY = 10  # that a deep tree's search may use
LEAST_RECURSION = 1000  # Python's own limit
INSIDE = 1.0  # CPU seconds for all calls at inner nodes


@dataclass(frozen=True, slots=True)
class Observation:
    """One call on one tree: what came back or went wrong, and the nodes visited."""

    function: str
    signature: str  # the call as it is made
    outcome: Outcome
    visited: tuple[str, ...] = ()  # labels, by first touch
    standin_calls: tuple[StandInCall, ...] = ()  # of a function that was replaced
    estimated: tuple[str, ...] = ()  # labels
    peeked: tuple[str, ...] = ()  # estimated without a visit
    misordered: Misorder | None = None  # the first that was none


@dataclass(frozen=True, slots=True)
class CallRequest:
    """One call to make: the function, and its arguments after game and state."""

    function: str
    names: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    at: int = 0  # index of the node at which it starts
    replaced: tuple[Function, ...] = ()  # by what knows `values`
    values: Mapping[str, Value] = field(default_factory=dict, compare=False)
    dispatches: bool = False  # may hand its own state to these
    repeats: tuple[str, ...] = ()  # whose calls are visits each time
    state: str = "state"  # as the function calls it
    viewpoint: str = ""  # whose payoff it returns
    turns: bool = False  # elsewhere values are the mover's
    again: bool = False  # in the game of the call before
    orders: str = ""  # the function that is watched
    peeks: bool = False  # that it may
    timed: bool = False  # round after round, until its time is up
    in_order: bool = False  # a line that is returned

    @property
    def call_text(self) -> str:
        """The call as a student reads it."""
        return call_text(self.function, self.names, self.state)

    def stand_in_observation(self, outcome: Outcome) -> Observation:
        """What stands for the call where it is not made."""
        return Observation(self.function, self.call_text, outcome)

    def observation(self, oracle: Oracle, outcome: Outcome) -> Observation:
        """What was seen of this call, whose questions an oracle has answered."""
        record = oracle.record
        return Observation(
            function=self.function,
            signature=self.call_text,
            outcome=outcome,
            visited=_labels(oracle, record.visited),
            standin_calls=tuple(oracle.standin_calls),
            estimated=_labels(oracle, record.estimated),
            peeked=_labels(oracle, record.peeked),
            misordered=first_misorder(oracle.misordered, oracle.node_of),
        )

    @property
    def window(self) -> Window | None:
        """The (α, β) that is handed on, if there is one, as it is."""
        return window_of(self.names, self.arguments)

    @property
    def window_of_max(self) -> Window | None:
        """The (α, β) that is handed on, in what MAX gets."""
        window = self.window
        if window is None or not self.turns:
            return window
        return window_seen_by(self.viewpoint, window)


@dataclass(frozen=True, slots=True)
class Observed(RunOfTest):
    """All calls of one test, what was printed, and the CPU seconds it took."""

    calls: tuple[Observation, ...]
    inside: tuple[tuple[CallRequest, Observation], ...] = ()  # at inner nodes
    recursion: tuple[str, ...] = ()  # that is not wanted

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call that counts."""
        return tuple([call.outcome for call in self.calls])

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call, also of those at inner nodes."""
        return (*self.outcomes, *[call.outcome for _, call in self.inside])


def value_call(question: Question, tree: GameTree) -> CallRequest:
    """The call from which value and visits are read."""
    function = question.signature.function_for_mover(tree.root.to_move)
    given = function.start_arguments(tree)
    repeats = question.entry_functions if question.repeats else ()
    return CallRequest(
        function.name,
        function.arguments,
        given,
        repeats=repeats,
        state=function.state,
        viewpoint=function.viewpoint(given, tree.root.to_move),
        turns=function.value_of == MOVER,
        orders=question.ordering_function,
        peeks=question.peeks,
    )


NO_ACTION = Returned("no_action")  # where nothing is to be chosen


def value_and_action_requests(
    question: Question, tree: GameTree
) -> tuple[CallRequest, ...]:
    """The calls of a test: the value's, then, if there is a choice, the search's."""
    if not question.has_action_to_choose(tree):
        return (value_call(question, tree),)
    return value_call(question, tree), search_call(question, tree)


def calls_of(question: Question, tree: GameTree) -> tuple[CallRequest, ...]:
    """The calls made for a test; a search that fills a table is called twice."""
    requests = value_and_action_requests(question, tree)
    if not question.fills_its_arguments or not question.has_action_to_choose(tree):
        return requests
    return (*requests, replace(requests[-1], again=True))


def search_call(question: Question, tree: GameTree) -> CallRequest:
    """The call from which the action is read."""
    arguments = question.signature.search
    repeats = question.entry_functions if question.repeats else ()
    given = start_arguments(arguments, tree, question.value_of)
    return CallRequest(
        question.search,
        arguments,
        given,
        repeats=repeats,
        orders=question.ordering_function,
        peeks=question.peeks,
        timed=question.deepens,
        in_order=question.wants_line_of_actions,
    )


def value_and_action_calls(
    question: Question, tree: GameTree, calls: tuple[Observation, ...]
) -> tuple[Observation, ...]:
    """The two calls of a test; one that was not to be made returned no action."""
    if question.has_action_to_choose(tree):
        return calls[0], last_that_counts(calls[1:])
    return (*calls, search_call(question, tree).stand_in_observation(NO_ACTION))


def last_that_counts(calls: Sequence[Observation]) -> Observation:
    """The last of a call and those that were made again; the first that went wrong."""
    wrong = (call for call in calls if isinstance(call.outcome, Fault))
    return next(wrong, calls[-1])


def stand_in_observation(
    question: Question, tree: GameTree, *outcomes: Outcome
) -> Observed:
    """What stands for the observations where no call is made; one outcome may do."""
    requests = value_and_action_requests(question, tree)
    every = outcomes * len(requests) if len(outcomes) == 1 else outcomes
    made = zip(requests, every, strict=False)  # there may be no search to be called
    calls = tuple(request.stand_in_observation(outcome) for request, outcome in made)
    return Observed(value_and_action_calls(question, tree, calls))


def observe(
    sandbox: Sandbox, folder: Path, question: Question, tree: GameTree
) -> Observed:
    """Make the calls of a test, in one worker."""
    requests = calls_of(question, tree)
    workers = CallsOnTree(sandbox, folder, question.module, tree)
    made = workers.call(requests, question.limits)
    return replace(made, calls=value_and_action_calls(question, tree, made.calls))


def observe_with(
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    tree: GameTree,
    inside: Callable[[Observed], tuple[CallRequest, ...]],
) -> Observed | None:
    """Make the calls of a test, and then those `inside`, in the same worker.

    Which, is asked when all that counts is known. Where all used more than one may,
    nothing is returned; where those came to no good end, they are left out.
    """
    requests = calls_of(question, tree)
    workers = CallsOnTree(sandbox, folder, question.module, tree)

    def whole(seen: Observed) -> Observed:
        return replace(seen, calls=value_and_action_calls(question, tree, seen.calls))

    made = workers.call_in_parts(
        requests, lambda seen: inside(whole(seen)), question.limits
    )
    return None if made is None else whole(made)


def observe_inside(
    sandbox: Sandbox,
    folder: Path,
    case: Case,
    requests: tuple[CallRequest, ...],
    is_over: Callable[[], bool] = lambda: False,
) -> dict[CallRequest, Observation]:
    """Make calls at inner nodes, a worker for each function, until it `is_over`."""
    limits = replace(
        case.question.limits, seconds=min(case.question.limits.seconds, INSIDE)
    )
    workers = CallsOnTree(sandbox, folder, case.question.module, case.tree)
    made: dict[CallRequest, Observation] = {}
    for function in dict.fromkeys(request.function for request in requests):
        if made and is_over():
            break
        mine = deepest_first(tuple(r for r in requests if r.function == function))
        made |= dict(zip(mine, workers.call(mine, limits).calls, strict=True))
    return made


def deepest_first(requests: tuple[CallRequest, ...]) -> tuple[CallRequest, ...]:
    """The order of calls at inner nodes: none is told what helps a later one."""
    return tuple(sorted(requests, key=lambda request: -request.at))


def observe_in_one_game(
    sandbox: Sandbox, folder: Path, case: Case, requests: tuple[CallRequest, ...]
) -> tuple[Observation, ...]:
    """Make calls one after the other in the same game, in a worker of their own."""
    limits = replace(
        case.question.limits, seconds=min(case.question.limits.seconds, INSIDE)
    )
    workers = CallsOnTree(sandbox, folder, case.question.module, case.tree)
    return workers.call(requests, limits, in_one_game=True).calls


def observe_in_turn(
    sandbox: Sandbox, folder: Path, question: Question, tree: GameTree
) -> Observed:
    """Make the calls of a test in one worker, the search function's first."""
    requests = value_and_action_requests(question, tree)
    workers = CallsOnTree(sandbox, folder, question.module, tree)
    made = workers.call(requests[::-1], question.limits)
    calls = value_and_action_calls(question, tree, made.calls[::-1])
    return replace(made, calls=calls[::-1])


def recursion_limit(tree: GameTree) -> int:
    """The frames that a search of a tree may use."""
    return LEAST_RECURSION + FRAMES_PER_PLY * tree.height()


def oracle_of(
    tree: GameTree, request: CallRequest, before: Oracle | None = None
) -> Oracle:
    """What answers a call about a tree, perhaps in the game of the call before."""
    if request.timed:
        return TimedOracle(tree, request.at, before)
    if request.replaced:
        given = tree, request.at, request.replaced, request.values
        oracle: Oracle = ExactOracle(*given, dispatches=request.dispatches)
    else:
        oracle = Oracle(tree, request.at, before, repeats=bool(request.repeats))
    oracle.peeks = request.peeks
    return oracle


@dataclass(frozen=True, slots=True)
class CallsOnTree:
    """Makes calls of one module on one tree, each time in a fresh worker."""

    sandbox: Sandbox
    folder: Path
    module: str
    tree: GameTree

    def call(
        self,
        requests: tuple[CallRequest, ...],
        limits: Limits,
        *,
        in_one_game: bool = False,
    ) -> Observed:
        """What came of the calls, each in a game of its own unless told otherwise."""
        job = self.job(requests, limits, in_one_game=in_one_game)
        return self.observed(requests, job, self.sandbox.run(job))

    def call_in_parts(
        self,
        first: tuple[CallRequest, ...],
        choose: Callable[[Observed], tuple[CallRequest, ...]],
        limits: Limits,
    ) -> Observed | None:
        """What came of the calls, and `inside` of those chosen then, if all ended well.

        None where both parts together used more than one may.
        """
        job, then = self.job(first, limits), self.job((), limits)
        chosen: tuple[CallRequest, ...] = ()

        def following(results: tuple[Result, ...]) -> tuple[AnyCall, ...]:
            nonlocal chosen, then
            so_far = Ended(Conversation(results, ready=True))
            chosen = choose(self.observed(first, job, so_far))
            order = deepest_first(chosen)
            then = self.job(order, limits, renews=changes_of_function(order))
            return then.calls

        ended = self.sandbox.run(job, following)
        results = ended.said.results
        if len(results) < len(first):
            return self.observed(first, job, ended)
        if ended.filled or ended.cpu_seconds > limits.seconds:
            return None
        made = self.observed(
            first, job, ended.run_ended_after_results(len(first), limits)
        )
        if len(results) < len(first) + len(chosen) or not ended.ended_by_itself:
            return made
        rest = replace(ended, said=replace(ended.said, results=results[len(first) :]))
        order = deepest_first(chosen)
        calls = dict(zip(order, self.observed(order, then, rest).calls, strict=True))
        return replace(made, inside=tuple((each, calls[each]) for each in chosen))

    def job(
        self,
        requests: tuple[CallRequest, ...],
        limits: Limits,
        *,
        in_one_game: bool = False,
        shared: bool = False,
        renews: Sequence[int] = (),
    ) -> Job:
        """The calls as a worker makes them; if `shared`, each has frames of its own.

        Those at the places that it `renews` find the module anew, and alone set frames.
        """
        depth = recursion_limit(self.tree)
        calls: list[Call] = []
        for place, r in enumerate(requests):
            goes_on = calls and (in_one_game or r.again)
            before = calls[-1].oracle if goes_on else None
            calls.append(
                Call(
                    function=r.function,
                    arguments=r.arguments,
                    oracle=oracle_of(self.tree, r, before),
                    replaced=r.replaced,
                    continues=before is not None,
                    repeats=r.repeats,
                    orders=r.orders,
                    peeks=r.peeks,
                    in_order=r.in_order,
                    most_frames=depth if shared and place in (renews or [place]) else 0,
                    renews=self.module if place in renews else "",
                )
            )
        return Job(
            folder=self.folder,
            module=self.module,
            calls=tuple(calls),
            limits=limits,
            recursion_limit=depth,
        )

    def observed(
        self, requests: tuple[CallRequest, ...], job: Job, ended: Ended
    ) -> Observed:
        """What came of the calls of a job, and was printed."""
        outcomes = outcomes_of(ended, self.folder, job.limits, len(job.calls))
        calls = self.observations(requests, job, outcomes)
        printed, seconds = self.printed(ended), ended.cpu_seconds
        return Observed(calls, printed=printed, cpu_seconds=seconds)

    def printed(self, ended: Ended) -> str:
        """What was printed, in the student's own words."""
        printed, _ = split_trace(ended.output)
        return self._own(printed)

    def observations(
        self, requests: Sequence[CallRequest], job: Job, outcomes: Iterable[Outcome]
    ) -> tuple[Observation, ...]:
        """Each call of a job with its outcome, and what was visited in it."""
        told = (outcome_in_students_words(each, self._own) for each in outcomes)
        rows = zip(requests, job.calls, told, strict=True)
        return tuple(r.observation(call.oracle, outcome) for r, call, outcome in rows)

    def _own(self, text: str) -> str:
        return text_in_students_words(text, self.folder, self.sandbox.folder)


def changes_of_function(requests: Sequence[CallRequest]) -> tuple[int, ...]:
    """The places of calls before which no call, or one of another function, stands."""
    names = ["", *(request.function for request in requests)]
    return tuple(at for at, pair in enumerate(pairwise(names)) if pair[0] != pair[1])


def outcome_in_students_words(outcome: Outcome, own: Callable[[str], str]) -> Outcome:
    """The outcome with a student's texts in the student's own words."""
    if isinstance(outcome, Fault):
        told = own(outcome.message)
        return outcome if told == outcome.message else replace(outcome, message=told)
    told = own(outcome.text)
    return outcome if told == outcome.text else replace(outcome, text=told)


def _labels(oracle: Oracle, indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(oracle.tree.nodes[index].label for index in indices)

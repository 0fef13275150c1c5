"""Compare the playouts of a search with those that are right, one by one.

What comes before the first wrong playout is right: so it is known what stood at each
node then, and which child was due.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from autograder.assignment.questions import UNITS
from autograder.game import MAX, Number
from autograder.judging.verdicts import (
    Verdict,
    first_wrong,
    have_same_outcome,
    of_fault,
)
from autograder.kinds.onejob import OfFacets, job_of, outcomes_and_prints
from autograder.kinds.playouts.question import ACTION, PLAYOUTS, Played, PlayoutTest
from autograder.observing.observation import Observation, recursion_limit
from autograder.observing.outcome import Fault, Outcome, RunOfTest
from autograder.sandbox.jobs import Call, Ended, Job
from autograder.sandbox.oracle import PlayoutOracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import C, GameTree
from autograder.trees.visitrecord import Playouts


@dataclass(frozen=True, slots=True)
class PlayoutsObserved(RunOfTest):
    """One call: what came of it, and the nodes of its playouts, by their indices."""

    call: Observation
    played: tuple[int, ...] = ()

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of the call."""
        return (self.call.outcome,)


def playout_job(
    sandbox: Sandbox, folder: Path, test: PlayoutTest
) -> tuple[Job, Callable[[Ended], PlayoutsObserved]]:
    """A job that makes the call of a test, and what is seen once it has ended."""
    question, tree = test.question, test.tree
    oracle = PlayoutOracle(tree, apart=question.has_distinct_states)
    made = Call(question.search, (tree.iterations,), oracle)
    job = job_of(folder, question, (made,), recursion_limit(tree))

    def came(ended: Ended) -> PlayoutsObserved:
        (outcome,), printed = outcomes_and_prints(sandbox, job, ended)
        return seen(
            test,
            outcome,
            oracle.played,
            printed=printed,
            cpu_seconds=ended.cpu_seconds,
        )

    return job, came


def seen(
    test: PlayoutTest,
    outcome: Outcome,
    played: Sequence[int] = (),
    *,
    printed: str = "",
    cpu_seconds: float = 0.0,
) -> PlayoutsObserved:
    """What was seen of a call, or stands for it where none was made."""
    call = Observation(test.question.search, test.question.call_text, outcome)
    told = tuple(played)
    return PlayoutsObserved(call, told, printed=printed, cpu_seconds=cpu_seconds)


NEAR = 1e-9  # values of UCB1 less far apart are not told apart


def ucb1(utility: float, playouts: int, parent_playouts: int, c: float = C) -> float:
    """The mean utility, and more where few playouts were made: AIMA 4e, section 5.4."""
    if not playouts:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)


@dataclass(frozen=True, slots=True)
class Tried:
    """A child to which selection may go on: what stands there, and its UCB1.

    U belongs to the player who moves into it.
    """

    index: int
    utility: Number
    playouts: int
    ucb1: float


Credit = Callable[["Growth", int, int, Number], Number]


class Growth:
    """A tree of playouts, from before the first one on; the root is node 0.

    `credit` says what a payoff of MAX's adds to the U of a node when the playout came
    from another one below it; else it is what is right.
    """

    def __init__(self, tree: GameTree, credit: Credit | None = None) -> None:
        self.tree = tree
        self._credit = credit
        self.playouts: dict[int, int] = {0: 0}  # N, by node
        self.utility: dict[int, Number] = {0: 0}  # U, by node: of who moves into it
        self.payoffs: list[Number] = []  # MAX's, of each playout
        self.updated: dict[int, int] = {}  # by node the last iteration through it
        self._parents = tree.parents()
        self._playouts = Playouts(tree)

    def add(self, index: int) -> None:
        """Make an iteration with a playout from a node, and back-propagate it."""
        payoff = self._playouts.next_from(index)
        assert not isinstance(payoff, tuple)  # two players have one number
        self.payoffs.append(payoff)
        for each in self.path(index):
            self.playouts[each] = self.playouts.get(each, 0) + 1
            self.utility[each] = self.utility.get(each, 0) + (
                self._credit(self, each, index, payoff)
                if self._credit
                else self.payoff_for_mover(each, payoff)
            )
            self.updated[each] = len(self.payoffs)

    def payoff_for_mover(self, index: int, payoff: Number) -> Number:
        """What a payoff of MAX's is to the player who moves into a node.

        Into the root nobody does: there it is to the one who has not the move.
        """
        parent = self._parents[index]
        if parent < 0:
            return -payoff if self.tree.root.to_move == MAX else payoff
        return payoff if self.tree.nodes[parent].to_move == MAX else -payoff

    def path(self, index: int) -> tuple[int, ...]:
        """The nodes from the root down to one."""
        way = [index]
        while (parent := self._parents[way[-1]]) >= 0:
            way.append(parent)
        return tuple(reversed(way))

    def untried_children(self, index: int) -> tuple[int, ...]:
        """The children of a node that are not in the tree yet."""
        children = self.tree.nodes[index].children
        return tuple(child for child in children if child not in self.playouts)

    def tried_children(self, index: int) -> tuple[Tried, ...]:
        """The children of a node that are in the tree, with what stands there."""
        made, c = self.playouts.get(index, 0), self.tree.exploration
        return tuple(
            Tried(child, u, n, ucb1(u, n, made, c))
            for child in self.tree.nodes[index].children
            if child in self.playouts
            for u, n in [(self.utility[child], self.playouts[child])]
        )

    def path_to_next_playout(self) -> tuple[int, ...]:
        """The way from the root down to the node from which a playout comes next."""
        way = [0]
        while True:
            if not self.tree.nodes[way[-1]].children:
                return tuple(way)
            if untried := self.untried_children(way[-1]):
                return (*way, untried[0])
            way.append(tried_with_greatest_ucb1(self.tried_children(way[-1])).index)

    def most_visited_child(self) -> int:
        """The child of the root with most playouts, of several the first.

        The root itself where there is none.
        """
        children = [c for c in self.tree.root.children if c in self.playouts]
        return max(children, key=self.playouts.__getitem__, default=0)


def tried_with_greatest_ucb1(tried: Sequence[Tried]) -> Tried:
    """That of the greatest UCB1, the first of those that are as great."""
    return max(tried, key=lambda each: each.ucb1)


def grown(tree: GameTree, played: Sequence[int]) -> Growth:
    """The tree behind these playouts."""
    growth = Growth(tree)
    for index in played:
        growth.add(index)
    return growth


@dataclass(frozen=True, slots=True)
class WrongCredit:
    """A payoff that was credited wrongly, if a search makes the slip of this name.

    The `payoff` of MAX's in an `iteration` added `seen` to the U of a node, where
    `wanted` is right.
    """

    slip: str
    iteration: int
    node: int
    payoff: Number
    seen: Number
    wanted: Number


SLIPS: Mapping[str, Credit] = {
    "max": lambda _tree, _node, _leaf, payoff: payoff,
    "root": lambda tree, _node, _leaf, payoff: -tree.payoff_for_mover(0, payoff),
    "mover": lambda tree, node, _leaf, payoff: -tree.payoff_for_mover(node, payoff),
    "leaf": lambda tree, _node, leaf, payoff: tree.payoff_for_mover(leaf, payoff),
    "alone": lambda tree, node, leaf, payoff: (
        tree.payoff_for_mover(node, payoff) if node == leaf else 0
    ),
    "wins": lambda tree, node, _leaf, payoff: max(
        0, tree.payoff_for_mover(node, payoff)
    ),
    "losses": lambda tree, node, _leaf, payoff: min(
        0, tree.payoff_for_mover(node, payoff)
    ),
    "min": lambda _tree, _node, _leaf, payoff: -payoff,
}


def wrong_credit(
    tree: GameTree, seen: Sequence[int], nodes: Sequence[int]
) -> WrongCredit | None:
    """The first payoff credited wrongly to one of these nodes, if a slip explains it.

    One does whose search makes all the playouts that were `seen`, to the last: as far
    as the first wrong one some slips of selection look the same.
    """
    for slip, credit in SLIPS.items():
        growth = Growth(tree, credit)
        for index in seen:
            if growth.path_to_next_playout()[-1] != index:
                break
            growth.add(index)
        else:
            payoffs = enumerate(zip(seen, growth.payoffs, strict=True), start=1)
            credited = (
                WrongCredit(
                    slip=slip,
                    iteration=iteration,
                    node=node,
                    payoff=payoff,
                    seen=credit(growth, node, leaf, payoff),
                    wanted=growth.payoff_for_mover(node, payoff),
                )
                for iteration, (leaf, payoff) in payoffs
                for node in growth.path(leaf)
                if node in nodes
            )
            return next((each for each in credited if each.seen != each.wanted), None)
    return None


NONE = -1  # in place of a node, where there was no playout


@dataclass(frozen=True, slots=True)
class WrongPlayout:
    """The first playout that is wrong: that of an `iteration`, the first of which is 1.

    It was made from the node `seen` in place of `wanted`; NONE stands for none. `at` is
    the last node at which both ways are the same: there the child `tried` was taken and
    not the one `due`, NONE where the way ends. Where selection decides between both,
    `values` has what stands at each, and `after` the last iteration that changed what
    stands at the child tried. `credit` is the back-propagation that may be the cause.
    """

    iteration: int
    seen: int
    wanted: int
    at: int = NONE
    tried: int = NONE
    due: int = NONE
    values: tuple[Tried, Tried] | None = None
    after: int = 0
    credit: WrongCredit | None = None


@dataclass(frozen=True, slots=True)
class PlayoutFinding:
    """The verdict on one facet, and the share of its points that it earned."""

    facet: str
    verdict: Verdict
    share: float
    expected: str = ""


@dataclass(frozen=True, slots=True)
class PlayoutResult(OfFacets):
    """All that is known of one test.

    So many playouts are `right` before the first that is `wrong`.
    """

    test: PlayoutTest
    findings: tuple[PlayoutFinding, ...]
    observed: PlayoutsObserved
    played: Played
    right: int
    wrong: WrongPlayout | None

    @property
    def points(self) -> float:
        """What the test earned; of right playouts their share."""
        earned = sum(map(self.earned, self.findings))
        return round(earned * UNITS) / UNITS

    def earned(self, finding: PlayoutFinding) -> float:
        """What one facet earned."""
        most = self.test.points.earned([finding.facet])
        return most if finding.share == 1 else int(most * finding.share * UNITS) / UNITS

    @property
    def main_outcome(self) -> Outcome:
        """What the call returned, or raised."""
        return self.observed.call.outcome

    action_outcome = main_outcome  # it returns an action

    @property
    def differs_at(self) -> bool:
        """Whether a second run went otherwise."""
        second = self.second
        return second is not None and (
            second.played != self.observed.played
            or not have_same_outcome(second.call, self.observed.call)
        )


def judge(
    test: PlayoutTest, played: Played, observed: PlayoutsObserved
) -> PlayoutResult:
    """Compare what a search did on the tree of a test with what is right."""
    findings, right = findings_and_right_playouts(test, played, observed)
    is_whole = observed.played == played.playouts
    return PlayoutResult(
        test=test,
        verdict=first_wrong(finding.verdict for finding in findings),
        findings=findings,
        observed=observed,
        played=played,
        right=right,
        wrong=None if is_whole else wrong_playout(test.tree, observed.played, played),
    )


def findings_and_right_playouts(
    test: PlayoutTest, played: Played, observed: PlayoutsObserved
) -> tuple[tuple[PlayoutFinding, ...], int]:
    """The finding on each facet, and how many playouts are right at first."""
    right = _right(observed.played, played.playouts)
    is_whole = observed.played == played.playouts
    outcome = observed.call.outcome

    def finding(facet: str) -> PlayoutFinding:
        if isinstance(outcome, Fault):
            return PlayoutFinding(facet, of_fault(outcome.kind), 0.0)
        if facet == ACTION:
            is_right = str(outcome) == played.action
            verdict = Verdict.CORRECT if is_right else Verdict.WRONG_ACTION
            verdict = verdict if outcome.kind == "str" else Verdict.WRONG_TYPE
            share = float(verdict is Verdict.CORRECT)
            return PlayoutFinding(facet, verdict, share, played.action)
        verdict = Verdict.CORRECT if is_whole else Verdict.WRONG_PLAYOUTS
        is_shared = facet == PLAYOUTS
        share = (
            share_of_right_playouts(test.tree, right) if is_shared else float(is_whole)
        )
        return PlayoutFinding(facet, verdict, share)

    return tuple(map(finding, test.points.facets)), right


def share_of_right_playouts(tree: GameTree, right: int) -> float:
    """The share of the iterations that were right.

    They count from where each action of the root was tried once: to try them in turn
    is no search.
    """
    first = len(tree.root.children)
    return max(0, right - first) / (tree.iterations - first)


def _right(seen: Sequence[int], wanted: Sequence[int]) -> int:
    """How many playouts are right before the first that is not."""
    pairs = enumerate(zip(seen, wanted, strict=False))
    shorter = min(len(seen), len(wanted))
    return next((at for at, (a, b) in pairs if a != b), shorter)


def wrong_playout(tree: GameTree, seen: Sequence[int], played: Played) -> WrongPlayout:
    """The first playout in which a search parts from the right one."""
    right = _right(seen, played.playouts)
    pairs = [*zip_longest(seen, played.playouts, fillvalue=NONE)]
    made, wanted = pairs[right]
    wrong = WrongPlayout(right + 1, made, wanted)
    if NONE in (made, wanted):
        return wrong
    growth = grown(tree, played.playouts[:right])
    at, tried, due = common_node_and_next_nodes(growth.path(made), growth.path(wanted))
    children = {each.index: each for each in growth.tried_children(at)}
    values = None
    if tried in children and due in children and not growth.untried_children(at):
        values = children[tried], children[due]
    return replace(
        wrong,
        at=at,
        tried=tried,
        due=due,
        values=values,
        after=growth.updated.get(tried, 0),
        credit=wrong_credit(tree, seen, (tried, due)) if values else None,
    )


def common_node_and_next_nodes(
    seen: Sequence[int], wanted: Sequence[int]
) -> tuple[int, int, int]:
    """The last node that two ways have in common, and where each goes on from there."""
    pairs = zip_longest(seen, wanted, fillvalue=NONE)
    at = next(place for place, (one, other) in enumerate(pairs) if one != other)
    tried, due = (way[at] if at < len(way) else NONE for way in (seen, wanted))
    return seen[at - 1], tried, due

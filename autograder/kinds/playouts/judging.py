"""Compare the playouts of a search with those that are right, one by one.

What comes before the first wrong playout is right: so it is known what stood at each
node then, and which child was due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from autograder.assignment.points import UNITS
from autograder.judging.repetition import come_alike
from autograder.judging.verdicts import Verdict, first_wrong, of_fault
from autograder.kinds.playouts.answers import Played
from autograder.kinds.playouts.credits import WrongCredit, wrong_credit
from autograder.kinds.playouts.growth import Tried, grown
from autograder.kinds.playouts.observing import PlayoutsObserved
from autograder.kinds.playouts.question import ACTION, PLAYOUTS, PlayoutTest
from autograder.observing.outcome import Fault, Outcome
from autograder.trees.tree import GameTree

if TYPE_CHECKING:  # most tests are right
    from autograder.observing.clues import Clue

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
class PlayoutResult:
    """All that is known of one test.

    So many playouts are `right` before the first that is `wrong`. `second` is what a
    second run did, where there was one; `clues` are what the text of the submission
    tells, where the test is not right.
    """

    test: PlayoutTest
    verdict: Verdict
    findings: tuple[PlayoutFinding, ...]
    observed: PlayoutsObserved
    played: Played
    right: int
    wrong: WrongPlayout | None
    second: PlayoutsObserved | None = None
    clues: tuple[Clue, ...] = ()

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
    def came(self) -> Outcome:
        """What the call returned, or raised."""
        return self.observed.call.outcome

    @property
    def chosen(self) -> Outcome:
        """The same: it returns an action."""
        return self.came

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else not self.differs

    @property
    def differs(self) -> bool:
        """Whether a second run went otherwise."""
        second = self.second
        return second is not None and (
            second.played != self.observed.played
            or not come_alike(second.call, self.observed.call)
        )


def judge(
    test: PlayoutTest, played: Played, observed: PlayoutsObserved
) -> PlayoutResult:
    """Compare what a search did on the tree of a test with what is right."""
    right = _right(observed.played, played.playouts)
    is_whole = observed.played == played.playouts
    wrong = None if is_whole else wrong_playout(test.tree, observed.played, played)
    findings = tuple(
        _finding(facet, test.tree, observed, played, right)
        for facet in test.points.facets
    )
    return PlayoutResult(
        test=test,
        verdict=first_wrong(finding.verdict for finding in findings),
        findings=findings,
        observed=observed,
        played=played,
        right=right,
        wrong=wrong,
    )


def _finding(
    facet: str,
    tree: GameTree,
    observed: PlayoutsObserved,
    played: Played,
    right: int,
) -> PlayoutFinding:
    outcome = observed.call.outcome
    if isinstance(outcome, Fault):
        return PlayoutFinding(facet, of_fault(outcome.kind), 0.0)
    if facet == ACTION:
        verdict = _of_action(outcome, played)
        share = float(verdict is Verdict.CORRECT)
        return PlayoutFinding(facet, verdict, share, played.action)
    is_whole = observed.played == played.playouts
    verdict = Verdict.CORRECT if is_whole else Verdict.WRONG_PLAYOUTS
    share = share_of(tree, right) if facet == PLAYOUTS else float(is_whole)
    return PlayoutFinding(facet, verdict, share)


def _of_action(outcome: Outcome, played: Played) -> Verdict:
    if outcome.kind != "str":
        return Verdict.WRONG_TYPE
    right = str(outcome) == played.action
    return Verdict.CORRECT if right else Verdict.WRONG_ACTION


def share_of(tree: GameTree, right: int) -> float:
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
    pairs = zip_longest(seen, played.playouts, fillvalue=NONE)
    made, wanted = next(pair for at, pair in enumerate(pairs) if at == right)
    wrong = WrongPlayout(right + 1, made, wanted)
    if NONE in (made, wanted):
        return wrong
    growth = grown(tree, played.playouts[:right])
    at, tried, due = parting(growth.path(made), growth.path(wanted))
    children = {each.index: each for each in growth.tried(at)}
    values = None
    if tried in children and due in children and not growth.untried(at):
        values = children[tried], children[due]
    return WrongPlayout(
        iteration=right + 1,
        seen=made,
        wanted=wanted,
        at=at,
        tried=tried,
        due=due,
        values=values,
        after=growth.updated.get(tried, 0),
        credit=wrong_credit(tree, seen, (tried, due)) if values else None,
    )


def parting(seen: Sequence[int], wanted: Sequence[int]) -> tuple[int, int, int]:
    """The last node that two ways have in common, and where each goes on from there."""
    pairs = zip_longest(seen, wanted, fillvalue=NONE)
    at = next(place for place, (one, other) in enumerate(pairs) if one != other)
    tried, due = (way[at] if at < len(way) else NONE for way in (seen, wanted))
    return seen[at - 1], tried, due

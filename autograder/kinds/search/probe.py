"""Ask a submission about many small trees, many in one worker, and judge it quickly.

To start a worker takes longer than to search fifty tiny trees, so trees go to one in
batches, which grow while nothing is wrong. What is wrong there is asked again alone: a
submission may have kept something from the trees before, or used up what all share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.answers.file import Answer, Answers
from autograder.assignment.points import free
from autograder.assignment.questions import ESTIMATES, Case, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.family import Key
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.sheet import Sheet
from autograder.kinds.search.together import observe_first
from autograder.kinds.search.visits import has_ties
from autograder.observing.observation import (
    NO_ACTION,
    Observation,
    Observed,
    both,
    observe,
)
from autograder.observing.outcome import Fault, Returned
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.formed import is_settled_early
from autograder.trees.tree import GameTree
from autograder.trees.values import best_actions, equal, exact_values

NAME = "counterexample"  # of the tree, where others have their file's
ALONE = 0.5  # CPU seconds for one tree: a thousand times what one needs
FASTER = 8  # times as many trees go to the next worker, if all of one were right
MOST_TOGETHER = 256
LONG = 0.5  # seconds for what one worker was given


@dataclass(frozen=True, slots=True)
class Failure:
    """A tree that is wrong, its place among those asked, and what was done there.

    That took so many `seconds` in a worker of its own.
    """

    place: int
    tree: GameTree
    result: CaseResult
    seconds: float

    @property
    def has_wrong_value(self) -> bool:
        """Whether a wrong number is what the search for the value came to."""
        return _has_wrong_value(self.result)


@dataclass(frozen=True, slots=True)
class Standard:
    """What small trees are held against: a key, and the question's `own` trees."""

    key: Key
    own: Sequence[GameTree] = ()


class Probe:
    """Asks a staged submission for so many seconds.

    The facets of the `question` are those that count. `tried` counts the trees. If none
    of the question's `own` trees tells who stops where a value meets the bound from who
    goes on, both are right, and no tree counts that tells them apart.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        question: Question,
        seconds: float,
        against: Standard,
    ) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self.question = question
        limits = replace(question.limits, seconds=min(ALONE, question.limits.seconds))
        self._hasty = replace(question, limits=limits)
        self._rules = Rules(question, against.key)
        own = against.own
        self._spares_ties = bool(own) and not any(map(self._has_ties, own))
        self._deadline = self._sandbox.clock() + seconds
        self._together = 1  # where all trees are wrong, and slowly so, one tells
        self._most_together = MOST_TOGETHER
        self.tried = 0

    def seconds_left(self) -> float:
        """Until the deadline; less than 0 behind it."""
        return self._deadline - self._sandbox.clock()

    def first(
        self, trees: Sequence[GameTree], *, with_wrong_value: bool = False
    ) -> Failure | None:
        """The first tree that is wrong; None if there is none, or no time is left.

        The very first tree of all is asked in any case.
        """
        place = 0
        while batch := self._batch(trees[place:]):
            started = self._sandbox.clock()
            suspect = self._suspect(batch, with_wrong_value=with_wrong_value)
            if suspect is None:
                place += len(batch)
                self._go_on(len(batch), self._sandbox.clock() - started)
                continue
            place += suspect
            found = self._alone(place, batch[suspect])
            if found.has_wrong_value or (
                is_wrong(found.result)
                and not with_wrong_value
                and self._is_fair(found.tree)
            ):
                return found
            place += 1
            if len(batch) > 1:
                self._most_together = len(batch) // 2
            self._go_on(len(batch), found.seconds)
        return None

    def _is_fair(self, tree: GameTree) -> bool:
        """Whether all searches that are right on the own trees are right here."""
        return not is_settled_early(tree) and not (
            self._spares_ties and self._has_ties(tree)
        )

    def _has_ties(self, tree: GameTree) -> bool:
        """Whether it tells who stops where a value meets the bound from who goes on."""
        return self.question.leaves_out and has_ties(tree)

    def _go_on(self, done: int, seconds: float) -> None:
        """More trees to the next worker, unless these took long."""
        more = FASTER if seconds < LONG else 1
        self._together = min(more * done, self._most_together)

    def _alone(self, place: int, tree: GameTree) -> Failure:
        """What the submission does on a tree in a worker of its own."""
        started = self._sandbox.clock()
        observed = observe(self._sandbox, self._folder, self._hasty, tree)
        seconds = self._sandbox.clock() - started
        return Failure(place, tree, self._rules.judged(tree, observed), seconds)

    def _batch(self, waiting: Sequence[GameTree]) -> Sequence[GameTree]:
        """The trees for one worker; none if the time is over or none are left."""
        if self.tried and self.seconds_left() < 0:
            return ()
        batch = waiting[: self._together]
        self.tried += len(batch)
        return batch

    def _suspect(
        self, batch: Sequence[GameTree], *, with_wrong_value: bool
    ) -> int | None:
        """The place of the first tree that may be wrong; a lone one always may."""
        if len(batch) == 1:
            return 0
        rules = self._rules
        is_right = rules.has_right_value if with_wrong_value else rules.is_right
        seen = self._observed(batch, calls=1 if with_wrong_value else 2)
        places = enumerate(zip(batch, seen, strict=True))
        return next(
            (
                place
                for place, (tree, calls) in places
                if not is_right(tree, calls)
                and (with_wrong_value or self._is_fair(tree))
            ),
            None,
        )

    def _observed(
        self, batch: Sequence[GameTree], calls: int
    ) -> list[tuple[Observation, ...]]:
        """What the first so many calls do on each tree, in one worker for all."""
        requests = calls if self.question.search else 1
        return observe_first(
            self._sandbox, self._folder, self.question, batch, requests
        )


class Rules:
    """What is right on a tree, as far as it is asked for.

    There may be many accepted ways to search. That which a submission went last is
    asked first, and the others where it went another.
    """

    def __init__(self, question: Question, key: Key) -> None:
        self._key = key
        self._question = replace(question, conventions=question.accept)
        self._names = list(question.accept)
        self._by_visits = "search_visits" in question.facets
        self._estimates = ESTIMATES in question.facets

    def is_right(self, tree: GameTree, seen: tuple[Observation, ...]) -> bool:
        """Whether grading would find nothing wrong in the whole search."""
        seen = both(self._question, tree, seen)
        if any(isinstance(call.outcome, Fault) for call in seen):
            return False
        if self._estimates and any(tree.wrong_estimates(*_estimated(seen[0]))):
            return False
        for name in self._names:
            if self._follows(name, tree, *seen):
                self._names.remove(name)
                self._names.insert(0, name)
                return True
        observed = Observed(seen)
        usual = self._judged(tree, observed, self._names[:1])
        return not is_wrong(usual) or not is_wrong(self.judged(tree, observed))

    def has_right_value(self, tree: GameTree, seen: tuple[Observation, ...]) -> bool:
        """Whether no wrong number was returned; nobody knows of what was not called."""
        outcome = seen[0].outcome
        if isinstance(outcome, Fault):
            return outcome.stage != "unreached"
        return any(
            (value := outcome.like(right)) is None or equal(value, right)
            for name in self._names
            for right in (self._key.value(self._question, name, tree),)
        )

    def judged(self, tree: GameTree, observed: Observed) -> CaseResult:
        """The judgement that grading comes to, on the whole search."""
        return self._judged(tree, observed, self._question.accept)

    def _judged(
        self, tree: GameTree, observed: Observed, accept: Sequence[str]
    ) -> CaseResult:
        question = replace(self._question, accept=tuple(accept))
        answers = answers_of(self._key, question, tree)
        case = Case(question, NAME, tree, points=free(question.facets))
        return judge(Sheet(case, answers), observed)

    def _follows(
        self, name: str, tree: GameTree, value: Observation, search: Observation
    ) -> bool:
        """Whether both calls came to what they come to in one accepted way.

        Where each visit counts, that is for the whole judgement to say.
        """
        if self._question.repeats or self._question.deepens:
            return False
        right = self._key.answer(self._question, name, tree)
        came_to, chose = value.outcome, search.outcome
        return (
            isinstance(came_to, Returned)
            and isinstance(chose, Returned)
            and (worth := came_to.like(right.value)) is not None
            and equal(worth, right.value)
            and set(value.visited) == set(right.visited())
            and (chose == NO_ACTION or self._chose_well(tree, chose, right, search))
        )

    def _chose_well(
        self, tree: GameTree, chose: Returned, right: Answer, search: Observation
    ) -> bool:
        """Whether the action is a right one, and what was visited for it."""
        ends = (
            *right.ends(),
            *((a, right.search_visited()) for a in self._as_good(tree)),
        )
        return chose.kind == "str" and any(
            chose.text == action
            and (not self._by_visits or set(search.visited) == set(visited))
            for action, visited in ends
        )

    def _as_good(self, tree: GameTree) -> tuple[str, ...]:
        """Actions that are accepted though the reference chooses another."""
        alone = self._question.tells_best_alone(tree)
        any_ = self._question.ties == "any" and not alone
        return best_actions(tree, exact_values(tree)) if any_ else ()


def answers_of(key: Key, question: Question, tree: GameTree) -> Answers:
    """The answers on a tree that a search is held against."""
    values = exact_values(tree)
    right = {name: key.answer(question, name, tree) for name in question.accept}
    return Answers(
        tree.fingerprint(),
        values,
        best_actions(tree, values),
        {question.name: right},
    )


def _estimated(call: Observation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a call visited, and of what it asked for an estimate."""
    return call.visited, call.estimated


def is_wrong(result: CaseResult) -> bool:
    """Whether there is anything wrong."""
    return result.verdict is not Verdict.CORRECT


def _has_wrong_value(result: CaseResult) -> bool:
    return any(
        (finding.facet, finding.verdict) == ("value", Verdict.WRONG_VALUE)
        for finding in result.findings
    )

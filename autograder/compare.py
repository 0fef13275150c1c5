"""Compare an observation with the answers, facet by facet. No words are made here."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from autograder.answers import Answer, Answers
from autograder.assignment import Case
from autograder.game import Number
from autograder.observation import Observation, Observed
from autograder.outcome import Fault, Returned
from autograder.repetition import Difference, difference
from autograder.trees import GameTree
from autograder.verdicts import Verdict, most_serious, of_fault

TOLERANCE = 1e-9  # relative and absolute; utilities pass through minimax unchanged


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one facet, and what a sentence about it needs.

    `expected` holds the values, actions or visits that are right. The visits that
    differ do so from the accepted search that is nearest; `swapped` is the first
    pair of siblings that were visited in this order, and not in the tree's. `legal`
    holds the actions that there are at the root.
    """

    facet: str
    verdict: Verdict
    points: float
    max_points: float
    observation: Observation
    expected: tuple[str, ...] = ()
    wrongly_visited: tuple[str, ...] = ()
    wrongly_skipped: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseResult:
    """All that is known of one test; the renderers read this and nothing else.

    `second` is what a second run did, where there was one that can be compared;
    points and verdict are those of the first, `observed`.
    """

    case: Case
    verdict: Verdict
    findings: tuple[Finding, ...]
    observed: Observed
    convention: str | None = None
    diagnosis: str | None = None
    second: Observed | None = None

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else self.difference is None

    @property
    def difference(self) -> Difference | None:
        """The first difference between the two runs; None if there is none."""
        return None if self.second is None else difference(self.observed, self.second)

    @property
    def points(self) -> float:
        """What the test earned, within 0 and its maximum."""
        return sum(finding.points for finding in self.findings)


def judge(case: Case, answers: Answers, observed: Observed) -> CaseResult:
    """Compare what a submission did on a tree with what the accepted ones do."""
    key = _key(case, answers)
    findings = tuple(
        _finding(facet, points, case, key, observed)
        for facet, points in case.question.points
    )
    return CaseResult(
        case,
        most_serious(finding.verdict for finding in findings),
        findings,
        observed,
        convention_of(observed, answers.questions[case.question.name]),
    )


@dataclass(frozen=True, slots=True)
class _Key:
    """What is right on a tree: the accepted answers, and the actions that are best."""

    accepted: tuple[Answer, ...]
    actions: tuple[str, ...]


def _key(case: Case, answers: Answers) -> _Key:
    recorded = answers.questions[case.question.name]
    accepted = tuple(recorded[name] for name in case.question.accept)
    first = dict.fromkeys(a.action for a in accepted if a.action is not None)
    tie_is_fixed = case.question.ties == "first"
    return _Key(accepted, tuple(first) if tie_is_fixed else answers.best_actions)


def _finding(
    facet: str, points: float, case: Case, key: _Key, observed: Observed
) -> Finding:
    call, compare = OF_FACET[facet]
    observation = observed.calls[call]
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        return Finding(facet, of_fault(outcome.kind), 0.0, points, observation)
    comparison = compare(observation.visited, outcome, key)
    earned = points if comparison.verdict is Verdict.CORRECT else 0.0
    return Finding(
        facet,
        comparison.verdict,
        earned,
        points,
        observation,
        comparison.expected,
        comparison.wrongly_visited,
        comparison.wrongly_skipped,
        swapped_siblings(case.tree, observation.visited),
        tuple(case.tree.nodes[child].label for child in case.tree.root.children),
    )


@dataclass(frozen=True, slots=True)
class _Comparison:
    verdict: Verdict
    expected: tuple[str, ...] = ()
    wrongly_visited: tuple[str, ...] = ()
    wrongly_skipped: tuple[str, ...] = ()


Visited = tuple[str, ...]


def _value(_visited: Visited, returned: Returned, key: _Key) -> _Comparison:
    expected = tuple(dict.fromkeys(str(answer.value) for answer in key.accepted))
    if returned.number is None:
        return _Comparison(Verdict.WRONG_TYPE, expected)
    right = any(equal(returned.number, answer.value) for answer in key.accepted)
    return _Comparison(Verdict.CORRECT if right else Verdict.WRONG_VALUE, expected)


def _action(_visited: Visited, returned: Returned, key: _Key) -> _Comparison:
    if returned.kind != "str":
        return _Comparison(Verdict.WRONG_TYPE, key.actions)
    right = returned.text in key.actions
    return _Comparison(Verdict.CORRECT if right else Verdict.WRONG_ACTION, key.actions)


def _visits(visited: Visited, returned: Returned, key: _Key) -> _Comparison:
    if returned.number is None:
        return _Comparison(Verdict.WRONG_TYPE)
    return _compare_sets(visited, [answer.visited() for answer in key.accepted])


def _search_visits(visited: Visited, _returned: Returned, key: _Key) -> _Comparison:
    return _compare_sets(visited, [answer.search_visited() for answer in key.accepted])


Compare = Callable[[Visited, Returned, _Key], _Comparison]
OF_FACET: dict[str, tuple[int, Compare]] = {  # which call it is read from, and how
    "value": (0, _value),
    "action": (1, _action),
    "visits": (0, _visits),
    "search_visits": (1, _search_visits),
}


def _compare_sets(
    visited: tuple[str, ...], accepted: list[tuple[str, ...]]
) -> _Comparison:
    """Against the nearest accepted search; the order of visits does not count."""
    found = set(visited)
    nearest = min(accepted, key=lambda labels: len(found.symmetric_difference(labels)))
    needed = set(nearest)
    return _Comparison(
        Verdict.CORRECT if found == needed else Verdict.WRONG_VISITS,
        nearest,
        tuple(label for label in visited if label not in needed),
        tuple(label for label in nearest if label not in found),
    )


def swapped_siblings(tree: GameTree, visited: tuple[str, ...]) -> tuple[str, ...]:
    """The first two siblings visited against the tree's order; () if none were."""
    turn = {label: index for index, label in enumerate(visited)}
    for node in tree.nodes:
        labels = [tree.nodes[child].label for child in node.children]
        seen = [label for label in labels if label in turn]
        for left, right in pairwise(seen):
            if turn[right] < turn[left]:
                return right, left
    return ()


def convention_of(observed: Observed, recorded: dict[str, Answer]) -> str | None:
    """The first recorded convention that the value and the visits follow.

    Where several do, the visits of the search function choose among them.
    """
    value_call, search_call = observed.calls
    returned = value_call.outcome
    if isinstance(returned, Fault) or returned.number is None:
        return None
    fitting = {
        name: set(answer.search_visited()) == set(search_call.visited)
        for name, answer in recorded.items()
        if equal(returned.number, answer.value)
        and set(answer.visited()) == set(value_call.visited)
    }
    return max(fitting, key=fitting.__getitem__, default=None)


def equal(found: Number, expected: Number) -> bool:
    """Equality of utilities, which tolerates no more than the noise of floats."""
    return math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)

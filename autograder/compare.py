"""Compare an observation with the answers, facet by facet. No words are made here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from autograder.answers import Answer, Answers
from autograder.assignment import Case
from autograder.game import Number
from autograder.observation import Observation, Observed
from autograder.outcome import Fault, Returned
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
    """All that is known of one test; the renderers read this and nothing else."""

    case: Case
    verdict: Verdict
    findings: tuple[Finding, ...]
    observed: Observed
    convention: str | None = None
    diagnosis: str | None = None

    @property
    def points(self) -> float:
        """What the test earned, within 0 and its maximum."""
        return sum(finding.points for finding in self.findings)


def judge(case: Case, answers: Answers, observed: Observed) -> CaseResult:
    """Compare what a submission did on a tree with what the accepted ones do."""
    recorded = answers.questions[case.question.name]
    findings = tuple(
        _finding(facet, points, case, answers, observed)
        for facet, points in case.question.points
    )
    return CaseResult(
        case,
        most_serious(finding.verdict for finding in findings),
        findings,
        observed,
        convention_of(observed, recorded),
    )


def _finding(
    facet: str, points: float, case: Case, answers: Answers, observed: Observed
) -> Finding:
    recorded = answers.questions[case.question.name]
    accepted = [recorded[name] for name in case.question.accept]
    value_call, search_call = observed.calls
    judged = {
        "value": (value_call, _value),
        "action": (search_call, _action),
        "visits": (value_call, _visits),
        "search_visits": (search_call, _search_visits),
    }
    observation, judge_facet = judged[facet]
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        verdict = of_fault(outcome.kind)
        return Finding(facet, verdict, 0.0, points, observation)
    comparison = judge_facet(observation, outcome, case, answers, accepted)
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


def _value(
    _observation: Observation,
    returned: Returned,
    _case: Case,
    _answers: Answers,
    accepted: list[Answer],
) -> _Comparison:
    expected = tuple(dict.fromkeys(str(answer.value) for answer in accepted))
    if returned.number is None:
        return _Comparison(Verdict.WRONG_TYPE, expected)
    right = any(equal(returned.number, answer.value) for answer in accepted)
    return _Comparison(Verdict.CORRECT if right else Verdict.WRONG_VALUE, expected)


def _action(
    _observation: Observation,
    returned: Returned,
    case: Case,
    answers: Answers,
    accepted: list[Answer],
) -> _Comparison:
    first = tuple(dict.fromkeys(a.action for a in accepted if a.action is not None))
    expected = first if case.question.ties == "first" else answers.best_actions
    if returned.kind != "str":
        return _Comparison(Verdict.WRONG_TYPE, expected)
    right = returned.text in expected
    return _Comparison(Verdict.CORRECT if right else Verdict.WRONG_ACTION, expected)


def _visits(
    observation: Observation,
    returned: Returned,
    _case: Case,
    _answers: Answers,
    accepted: list[Answer],
) -> _Comparison:
    if returned.number is None:
        return _Comparison(Verdict.WRONG_TYPE)
    return _compare_sets(observation.visited, [a.visited() for a in accepted])


def _search_visits(
    observation: Observation,
    _returned: Returned,
    _case: Case,
    _answers: Answers,
    accepted: list[Answer],
) -> _Comparison:
    return _compare_sets(observation.visited, [a.search_visited() for a in accepted])


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

"""A search that never looks further than so many plies, read off its visits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.judging.verdicts import DOES_RIGHT, UNJUDGED
from autograder.kinds.search.judging import CaseResult, finds_the_value
from autograder.trees.tree import GameTree

FEWEST = 2  # plies: of one, other mistakes tell more
LEAST = 3  # tests that a right search takes further, and as many that it does not


@dataclass(frozen=True, slots=True)
class Horizon:
    """That a search without a limit never asks beyond so many `plies`.

    In so many `tests` a right search goes further; in all others each value is right.
    """

    plies: int
    tests: int


def horizon(results: Sequence[CaseResult]) -> Horizon | None:
    """Where the search stops, if it does; None where that is not all that is wrong.

    No value is right where a right search goes further, and each where none does.
    """
    if any(r.keeps or r.verdict in UNJUDGED or _has_another(r) for r in results):
        return None
    plies = max((_seen(result) for result in results), default=0)
    further = [result for result in results if _needed(result) > plies]
    others = [result for result in results if _needed(result) <= plies]
    if plies < FEWEST or min(len(further), len(others)) < LEAST:
        return None
    if not all(map(finds_the_value, others)):
        return None
    if any(result.verdict in DOES_RIGHT for result in further):
        return None
    stops = [result for result in further if _seen(result) == plies]
    return Horizon(plies, len(further)) if 2 * len(stops) > len(further) else None


def _has_another(result: CaseResult) -> bool:
    """Whether something else ends a search, or each visit counts."""
    question = result.case.question
    return bool(result.case.tree.limit) or question.deepens or question.repeats


def _seen(result: CaseResult) -> int:
    """How many plies below the root the search for the value has asked."""
    return _deepest(result.case.tree, result.observed.calls[0].visited)


def _needed(result: CaseResult) -> int:
    """How far an accepted search goes that goes the way of this one.

    Where a fault has left nothing to compare, it is as far as the tree goes.
    """
    tree = result.case.tree
    expected = [f.visits.expected for f in result.findings if f.alone is None]
    plies = max((_deepest(tree, labels) for labels in expected), default=0)
    return plies or _deepest(tree, tree.labels())


def _deepest(tree: GameTree, labels: Iterable[str]) -> int:
    """The plies from the root down to the lowest of some nodes."""
    depths = [0] * len(tree.nodes)
    for place, above in enumerate(tree.parents()):  # children stand behind parents
        depths[place] = 0 if above < 0 else depths[above] + 1
    of = dict(zip(tree.labels(), depths, strict=True))
    return max((of[label] for label in labels), default=0)

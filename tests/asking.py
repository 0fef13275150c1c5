"""Tests of questions as an assignment would have them, made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from autograder.assignment.questions import Case, Part, Points, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.table.judging import TableResult
from autograder.kinds.table.question import Row, Table, TableTest
from autograder.trees.tree import GameTree

Shares = Iterable[tuple[str, float]]


def points_of(shares: Shares) -> Points:
    """So much for each facet."""
    return Points(tuple((facet, float(share)) for facet, share in shares))


def case_of(
    question: Question,
    name: str,
    tree: GameTree,
    shares: Shares | None = None,
    part: Part = Part(),  # noqa: B008 - frozen
) -> Case:
    """A question asked on a tree, a point for each facet unless told otherwise."""
    if shares is None:
        shares = [(facet, 1) for facet in question.facets]
    earned = points_of(shares)
    judged = replace(question, facets=earned.facets)
    return Case(judged, name, tree, part=part, points=earned)


def row_test(
    question: Table,
    about: str,
    rows: tuple[Row, ...],
    shares: Shares | None = None,
    part: Part = Part(),  # noqa: B008 - frozen
) -> TableTest:
    """A table asked on rows, a point for each facet unless told otherwise."""
    if shares is None:
        shares = [(facet, 1) for facet in question.facets]
    earned = points_of(shares)
    judged = replace(question, facets=earned.facets)
    return TableTest(judged, about, rows, part=part, points=earned)


def earned_by(result: CaseResult | TableResult) -> dict[str, float]:
    """What each facet earned."""
    test = result.case if isinstance(result, CaseResult) else result.test
    return {
        each.facet: test.points.earned([each.facet])
        if each.verdict is Verdict.CORRECT
        else 0
        for each in result.findings
    }

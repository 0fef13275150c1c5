"""A grading's desk for searches: whole results, and what they were held to."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.answers.file import Answers
from autograder.assignment.questions import Case
from autograder.grading.grading import Grading
from autograder.kinds import entries
from autograder.kinds.entries import JudgedTest
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.kind import SearchDesk, SearchKind
from autograder.kinds.search.running import Searches
from autograder.kinds.search.words import WORDING
from autograder.report.entries import Entry


def searches(grading: Grading) -> Searches:
    """What runs the searches of a submission."""
    desk = grading.desks[SearchKind.name]
    assert isinstance(desk, SearchDesk)
    return desk


def graded(grading: Grading, case: Case) -> CaseResult:
    """The result of one test."""
    return searches(grading).result(case)


def answers(grading: Grading) -> Mapping[str, Answers]:
    """What is right, by tree."""
    return searches(grading).book.answers


def numbered(result: CaseResult, number: str) -> JudgedTest[CaseResult]:
    """A test that was graded."""
    return JudgedTest(result, number, WORDING)


def entry_of(result: CaseResult, number: str) -> Entry:
    """What the report says of it."""
    return entries.entry_of(result, number, WORDING)

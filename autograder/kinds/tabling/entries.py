"""The entry of a table's test: a result put into words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autograder.assignment.tables import in_lists
from autograder.errors import GraderError
from autograder.game import Content
from autograder.judging.tables import TableResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import named
from autograder.observing.outcome import Fault, Outcome
from autograder.report.blocks import Named
from autograder.report.entries import TESTS, Entry
from autograder.words import tables

if TYPE_CHECKING:  # most tests are right
    from autograder.teaching.diagnosis import Diagnosis


def entry_of(result: TableResult, number: str) -> Entry:
    """The entry of a test by itself."""
    test, judged = result.test, result.verdict is not Verdict.GRADER_ERROR
    return Entry(
        name=named(test.about),
        group=test.question.name,
        max_score=test.points.most,
        number=number,
        visibility=test.visibility,
        headline=tables.headline(result),
        score=result.points if judged else None,
        passed=result.verdict is Verdict.CORRECT,
        details=tables.details(result),
        extra={**_extra(result), "convention": None, "diagnosis": None},
        judged=judged,
        blame=None if judged else GraderError,
        feedback=test.feedback,
        brief=tables.brief_headline(result) if judged else "",
        printed=tables.printed(result),
        several=TESTS,
    )


def taught(entry: Entry, diagnosis: Diagnosis | None, told: Diagnosis | None) -> Entry:
    """The entry with what explains its question, and what of that may be read."""
    if entry.passed or not (diagnosis or told):
        return entry
    title = told.title if told else ""
    return replace(
        entry,
        details=(*entry.details, *(((Named(title),),) if title else ())),
        extra={**entry.extra, "diagnosis": diagnosis.key if diagnosis else None},
        diagnosis=title,
    )


def _extra(result: TableResult) -> dict[str, Any]:
    """What other programs read; the keys are a contract."""
    return {
        "question": result.test.question.name,
        "tree": result.test.about,
        "verdict": result.verdict.value,
        "value": _shown(tells_most(result)),
        "action": None,
        "visited": [],
        "deterministic": result.deterministic,
    }


def tells_most(result: TableResult) -> Outcome:
    """What came of the first call that is wrong, or else of the first."""
    wrong = result.wrong
    return (result.observed.rows[0] if wrong is None else wrong.seen).outcome


def _shown(outcome: Outcome) -> Content:
    """What was returned, as JSON has it; None where nothing was."""
    if isinstance(outcome, Fault):
        return None
    if outcome.items is not None:
        return in_lists(outcome.items)
    return outcome.text if outcome.number is None else outcome.number

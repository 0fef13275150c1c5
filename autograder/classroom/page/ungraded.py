"""Who has no points, or nothing of a question that could be run, by the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.classroom.course import Course, StudentRow
from autograder.classroom.page.statistics import graded, searches_of
from autograder.judging.verdicts import Verdict

UNRUN = {  # verdicts on all tests of a question, by which none of them was run
    Verdict.GRADER_ERROR: "the grader failed",
    Verdict.NOT_RUN: "it was not run",
    Verdict.MODULE_MISSING: "the file is missing",
    Verdict.FUNCTION_MISSING: "a function is missing",
    Verdict.WRONG_SIGNATURE: "a function takes other arguments",
    Verdict.NOT_FILLED_IN: "it is left as in the template",
}
NOT_IMPORTED = {  # exceptions that on all tests of a question come from its file alone
    "SyntaxError": "it is not Python (SyntaxError)",
    "IndentationError": "it is not Python (IndentationError)",
    "TabError": "it is not Python (TabError)",
    "ImportError": "it could not be imported (ImportError)",
    "ModuleNotFoundError": "it imports what is not there (ModuleNotFoundError)",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, in words, and with whom."""

    words: str
    rows: tuple[StudentRow, ...]


def without_submission(course: Course) -> tuple[StudentRow, ...]:
    """The students who handed in nothing."""
    return tuple(row for row in course.rows if not row.submission)


def without_grade(course: Course) -> tuple[Reason, ...]:
    """The students whose submission has no points, the most frequent reason first."""
    rows = (row for row in course.rows if row.submission and row.points is None)
    return _by_reason((_why(row), row) for row in rows)


def _why(row: StudentRow) -> str:
    fault = row.graded.fault if row.graded else ""
    return f"{row.status}: {fault}" if fault else row.status


def unrun(course: Course, question: str) -> tuple[Reason, ...]:
    """The students of whom no test of a question was run, by the reason."""
    rows = (row for row, _ in graded(course, question))
    found = ((_nothing_run(row, question), row) for row in rows)
    return _by_reason((words, row) for words, row in found if words)


def _nothing_run(row: StudentRow, question: str) -> str:
    """Why no test was run; "" where one was."""
    tests = searches_of(row, question)
    words = [_untried(test.verdict, test.behaviour) for test in tests]
    return words[0] if words and all(words) else ""


def _untried(verdict: str, behaviour: str) -> str:
    known = {each.value: words for each, words in UNRUN.items()}
    return known.get(verdict) or NOT_IMPORTED.get(behaviour, "")


def _by_reason(reasons: Iterable[tuple[str, StudentRow]]) -> tuple[Reason, ...]:
    whose: dict[str, list[StudentRow]] = {}
    for words, row in reasons:
        whose.setdefault(words, []).append(row)
    made = [Reason(words, tuple(rows)) for words, rows in whose.items()]
    return tuple(sorted(made, key=lambda reason: (-len(reason.rows), reason.words)))

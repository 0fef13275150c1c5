"""How the result of a function on rows is put into words, and shown to programs."""

from __future__ import annotations

from autograder.kinds.entries import Shown, Wording
from autograder.kinds.table import words as tables
from autograder.kinds.table.judging import TableResult
from autograder.kinds.table.question import in_lists
from autograder.observing.outcome import Fault
from autograder.report.entries import TESTS


def _shown(result: TableResult) -> Shown:
    """What the call returned that tells most, as JSON has it."""
    outcome = result.came
    if isinstance(outcome, Fault):
        return Shown()
    if outcome.items is not None:
        return Shown(in_lists(outcome.items))
    return Shown(outcome.text if outcome.number is None else outcome.number)


WORDING = Wording(
    headline=tables.headline,
    brief_headline=tables.brief_headline,
    details=tables.details,
    printed=tables.printed,
    shown=_shown,
    several=TESTS,
)

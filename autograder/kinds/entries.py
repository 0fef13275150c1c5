"""What is told where a test has not run, or the grader itself has failed."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache

from autograder.assignment.questions import AnyTest
from autograder.errors import GraderError
from autograder.report.entries import NOT_REACHED, Entry
from autograder.report.gradebook import Gradebook
from autograder.text import clean, without_folders

LONGEST_MESSAGE = 300
MOST_NAMES = 1000
UNFINISHED = (
    "The grades are complete, but the report is not: the grader met a fault of its "
    "own. Report the lines above to its authors."
)


def pending_entry(test: AnyTest, number: str) -> Entry:
    """The entry of a test before it has run."""
    return Entry(
        name=named(test.about),
        group=test.question.name,
        headline=NOT_REACHED,
        max_score=test.points.most,
        number=number,
        visibility=test.visibility,
        judged=False,
        blame=GraderError,
    )


def broken_entry(test: AnyTest, number: str, message: str) -> Entry:
    """The entry of a test in which the grader itself failed."""
    told = clean(without_folders(message), LONGEST_MESSAGE)
    text = f"a fault of the grader, not yours: {told}"
    return replace(pending_entry(test, number), headline=text)


@lru_cache(maxsize=MOST_NAMES)
def named(text: str) -> str:
    """A name or a title of a test, which comes with every submission."""
    return clean(text, LONGEST_MESSAGE)


@contextmanager
def told_if_it_fails(gradebook: Gradebook) -> Iterator[None]:
    """Whatever fails meanwhile is told to the instructor; no grade hangs on it."""
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it is, it is ours
        traceback.print_exc()
        gradebook.report.complaints.append(UNFINISHED)

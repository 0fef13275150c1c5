"""All tests of one grading, and what they teach: in a plain loop, or by pytest.

pytest is imported where an instructor's own tests are to run, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from autograder.grading.grading import Grading
from autograder.grading.run import Run, run_all
from autograder.kinds.kind import AllJudged, Diagnoses
from autograder.report.gradebook import Gradebook


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a grading is to have beside the tests of trees.

    `replays` are drawn in the report, `searches` are for the smallest trees.
    """

    checks: bool = True
    replays: bool = False
    searches: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What came of the tests of trees, and of each question what explains them all."""

    results: AllJudged
    diagnoses: Diagnoses


def grade_fully(grading: Grading, gradebook: Gradebook, wanted: Wanted) -> Found:
    """Run the tests of an assignment, and add to the report all that teaches.

    Raises KeyboardInterrupt where the user stopped it.
    """
    searches = wanted.searches and grading.assignment.counterexample > 0
    look = partial(grading.look, gradebook)
    results = grade(
        grading,
        gradebook,
        with_checks=wanted.checks,
        look=look if searches else None,
    )
    diagnoses = grading.teach(
        gradebook, results, replays=wanted.replays, searches=searches
    )
    return Found(results, diagnoses)


def grade(
    grading: Grading,
    gradebook: Gradebook,
    *,
    with_checks: bool,
    look: Callable[[AllJudged, str], None] | None = None,
) -> AllJudged:
    """Run the tests of an assignment; the report then holds what came of each.

    Returns the results of the tests of trees. `look` is called with a visibility, and
    with those that are seen by then, when they have run and no other has.

    Raises KeyboardInterrupt where the user stopped it.
    """
    if with_checks and grading.ready.has_checks:
        # Importing pytest takes as long as many tests, and most have no use for it.
        from autograder.testing import hosted  # noqa: PLC0415 - see above

        return hosted.grade(grading, gradebook, look)
    run = Run(grading, gradebook, look)
    run_all(run)
    return run.results

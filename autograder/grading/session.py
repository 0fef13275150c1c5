"""All tests of one grading, and what they teach: in a plain loop, or by pytest.

Who calls says how pytest is started: it takes as long to import as many tests, and is
wanted where an instructor's own tests are to run, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from autograder.grading.grading import Grading
from autograder.grading.run import Run, run_all
from autograder.kinds.judged import AllJudged
from autograder.kinds.kind import Replays
from autograder.report.gradebook import Gradebook
from autograder.teaching.explanation import Explanation

Look = Callable[[AllJudged, str], None]
RunsTests = Callable[[Grading, Gradebook, "Look | None"], AllJudged]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a grading is to have beside the tests of trees.

    `checks` runs the instructor's own tests beside the others, where they are to run;
    `replays` are drawn in the report, `searches` are for the smallest trees. A search
    for repairs may make `explain` millions of steps; 0 is none.
    """

    checks: RunsTests | None = None
    replays: Replays = Replays.NONE
    searches: bool = True
    explain: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionResult:
    """What came of the tests, and of each question that has one its explanation."""

    results: AllJudged
    explanations: Mapping[str, Explanation]


def grade_fully(
    grading: Grading, gradebook: Gradebook, wanted: Wanted
) -> SessionResult:
    """Run the tests of an assignment, and add to the report all that teaches.

    Raises KeyboardInterrupt where the user stopped it.
    """
    gradebook.time_by(grading.sandbox.clock)
    searches = wanted.searches and grading.assignment.counterexample > 0
    look = partial(grading.look, gradebook) if searches else None
    has_checks = grading.ready.has_checks
    runner = wanted.checks if wanted.checks and has_checks else grade_in_a_loop
    results = runner(grading, gradebook, look)
    grading.teach(gradebook, results, replays=wanted.replays, searches=searches)
    explanations: Mapping[str, Explanation] = {}
    if wanted.explain > 0:
        from autograder.grading.explaining import explain  # noqa: PLC0415 - few fail

        explanations = explain(grading, gradebook, results, wanted.explain)
    return SessionResult(results, explanations)


def grade_in_a_loop(
    grading: Grading, gradebook: Gradebook, look: Look | None = None
) -> AllJudged:
    """Run the tests of trees; the report then holds what came of each.

    `look` is called with a visibility, and with those that are seen by then, when they
    have run and no other has. Raises KeyboardInterrupt where the user stopped it.
    """
    run = Run(grading, gradebook, look)
    run_all(run)
    return run.results

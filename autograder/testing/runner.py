"""pytest as the runner of a grading, imported once there is anything for it to run."""

from __future__ import annotations

from autograder.grading.grading import Grading
from autograder.kinds.entries import AllJudged
from autograder.report.gradebook import Gradebook


def by_pytest(grading: Grading, gradebook: Gradebook, *, searches: bool) -> AllJudged:
    """Run the tests of an assignment and its instructor's own, each a pytest item.

    Returns the results of the tests of trees. Raises KeyboardInterrupt where the user
    stopped it.
    """
    # Importing pytest takes as long as many tests, and most have no use for it.
    from autograder.testing import hosted  # noqa: PLC0415 - see above

    return hosted.grade(grading, gradebook, searches=searches)

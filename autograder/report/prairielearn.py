"""PrairieLearn's results.json, which its external graders write.

https://docs.prairielearn.com/externalGrading/ says what may stand in it. A score is a
share, from 0 to 1. What nobody could judge is not gradable: it costs no attempt.
"""

from __future__ import annotations

import json
from typing import Any

from autograder.report import plain
from autograder.report.entries import Entry, Report, max_score, rounded_points, score
from autograder.report.gradescope import LONGEST_OUTPUT, shortened_output
from autograder.report.view import for_student

MOST_BYTES = 1_000_000  # of the file, by the platform's own limit
LENGTHS = (LONGEST_OUTPUT, 2_000, 500, 0)  # of an output, until the whole fits


def text(report: Report, _seconds: float) -> str:
    """The whole file, with outputs as long as the platform takes them."""
    for longest in LENGTHS:
        whole = json.dumps(_content(report, longest), ensure_ascii=False, indent=1)
        if len(whole.encode("utf-8", "replace")) <= MOST_BYTES:
            break
    return f"{whole}\n"


def _content(report: Report, longest: int) -> dict[str, Any]:
    view = for_student(report)
    message = "\n".join(view.lines_above())
    tests = [_test(entry, longest) for entry in view.entries]
    if not report.entries or report.exit_status() != 0:
        return {"gradable": False, "format_errors": [message], "tests": tests}
    possible = max_score(view.entries)
    share = min(1.0, score(view.entries) / possible) if possible else 0.0
    return {
        "gradable": True,
        "score": rounded_points(share),
        "message": message,
        "tests": tests,
    }


def _test(entry: Entry, longest: int) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": f"{entry.group}: {entry.name}",
        "message": shortened_output(entry.headline, longest),
        "output": shortened_output("\n".join(plain.lines(entry.details)), longest),
    }
    if entry.max_score is not None:
        test["points"] = rounded_points(entry.score or 0.0)
        test["max_points"] = rounded_points(entry.max_score)
    return test

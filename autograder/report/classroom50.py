"""Classroom 50's result.json, `classroom50/result/v1`.

https://github.com/foundation50/classroom50 has its schema. Points are whole numbers
there, so a row is a question, and the largest remainders decide which are rounded up.
Whose work it is, its runner says in environment variables.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from itertools import groupby
from typing import Any

from autograder.assignment.points import units_by_weight
from autograder.errors import AssignmentError
from autograder.report.entries import Entry, Report, max_score, score
from autograder.report.view import for_student

SCHEMA = "classroom50/result/v1"
FROM_RUNNER = {  # by key: the variable of its runner
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "owner": "OWNER",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
KIND, REVIEW = "ASSIGNMENT_TYPE", "REVIEW_URL"  # which it need not set
HUNDREDTHS = 100

Row = tuple[int, int]  # what was earned, of how much


def text(report: Report, _seconds: float) -> str:
    """The whole file; AssignmentError where Classroom 50's runner runs not this."""
    view = for_student(report)
    by_name = groupby(view.entries, key=lambda entry: entry.group)
    questions = [(name, tuple(members)) for name, members in by_name]
    points = [(score(entries), max_score(entries)) for _, entries in questions]
    rows = whole_points(
        [
            (round(HUNDREDTHS * min(earned, most)), round(HUNDREDTHS * most))
            for earned, most in points
        ]
    )
    tests = [
        _test(name, entries, row)
        for (name, entries), row in zip(questions, rows, strict=True)
    ]
    content = {
        "schema": SCHEMA,
        **_of_runner(os.environ),
        "datetime": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(earned for earned, _ in rows),
        "max-score": sum(most for _, most in rows),
        "tests": tests,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def whole_points(questions: Sequence[Row]) -> list[Row]:
    """Hundredths, earned and possible, as whole points, all or none only if so."""
    worth = [possible for _, possible in questions]
    total = sum(worth)
    if not total:
        return [(0, 0) for _ in questions]
    units = max(1, _nearest(total, HUNDREDTHS))
    most = units_by_weight(units, worth)
    earned = [units * each // total for each, _ in questions]
    sum_earned = sum(each for each, _ in questions)
    goal = _nearest(units * sum_earned, total)
    if sum_earned < total:
        goal = min(goal, units - 1)
    by_remainder = sorted(
        range(len(worth)), key=lambda place: -(units * questions[place][0] % total)
    )
    for place in by_remainder:
        if sum(earned) < goal and questions[place][0] and earned[place] < most[place]:
            earned[place] += 1
    return list(zip(earned, most, strict=True))


def _nearest(number: int, by: int) -> int:
    """The quotient, rounded, a half up."""
    return (2 * number + by) // (2 * by)


def _of_runner(variables: Mapping[str, str]) -> dict[str, str]:
    missing = [name for name in FROM_RUNNER.values() if not variables.get(name)]
    if missing:
        raise AssignmentError(
            f"--as classroom50: {missing[0]} is not set; Classroom 50's runner sets it"
        )
    content = {key: variables[name] for key, name in FROM_RUNNER.items()}
    content["assignment_type"] = variables.get(KIND) or "individual"
    content["review"] = variables.get(REVIEW) or content["commit"]
    return content


def _test(name: str, entries: Sequence[Entry], row: Row) -> dict[str, Any]:
    """A question, with a line for each of its tests that was not passed."""
    earned, most = row
    wrong = [f"{entry.name}: {entry.headline}" for entry in entries if not entry.passed]
    return {
        "test-name": name,
        "passed": not wrong,
        "score": earned,
        "max-score": most,
        "output": "\n".join(wrong),
    }

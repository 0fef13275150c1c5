"""What platforms read: JSON of Gradescope, PrairieLearn, Classroom 50; JUnit's XML.

https://docs.prairielearn.com/externalGrading/ and, for `classroom50/result/v1`,
https://github.com/foundation50/classroom50 say what may stand there. A score of the one
is a share, from 0 to 1; points of the other are whole numbers, so a row is a question.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from autograder import __version__
from autograder.assignment.questions import VISIBLE, units_by_weight
from autograder.errors import AssignmentError
from autograder.report import plain
from autograder.report.entries import (
    Entry,
    Report,
    for_student,
    grouped_alike,
    max_score,
    rounded_points,
    score,
)
from autograder.text import points
from autograder.words import blocks

if TYPE_CHECKING:  # few gradings write XML
    from xml.etree.ElementTree import Element

LONGEST_OUTPUT = 10_000  # characters of one output; the platform cuts at 100,000
LONGEST_HTML = 95_000
LONGEST_NAME = 200


def gradescope_text(report: Report, seconds: float) -> str:
    """The whole of results.json; a test stands in a line, and is encoded once."""
    view = for_student(report)
    notes = [line for note in view.notes for line in plain.note_lines(note)]
    # A hidden test hides the total, so we tell ours.
    same = [
        blocks.said_of_many(
            rows[0].group, f"{len(rows)} {rows[0].several}", rows[0].headline
        )
        for rows in grouped_alike(view.entries)
        if len(rows) > 1 and rows[0].judged and rows[0].headline != blocks.NO_FEEDBACK
    ]
    above = [*notes, *same, *view.remarks]
    content: dict[str, Any] = {
        "execution_time": round(seconds, 3),
        "output": shortened_output("\n".join(above)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
        "extra_data": {
            "autograder": __version__,
            "title": report.title,
            "sandbox": dict(report.layers),
        },
    }
    board = [entry.leaderboard for entry in report.all() if entry.leaderboard]
    if board:
        content["leaderboard"] = [
            {"name": column.name, "value": column.value, "order": column.order}
            for column in board
        ]
    whole = json.dumps(content, allow_nan=False)
    tests = ",\n".join(_encoded(row, report.pictures) for row in report.all())
    return f'{whole[:-1]}, "tests": [\n{tests}\n]}}\n'


@lru_cache(maxsize=1024)  # those of a grading, and few of the last in a class
def _encoded(entry: Entry, pictures: bool) -> str:  # noqa: FBT001 - part of the key
    entry = entry.for_student()
    name = f"{entry.group}: {entry.name}"
    said = (entry.headline, "", *plain.lines(entry.details))
    output = shortened_output("\n".join(said).rstrip())
    drawn = _with_picture(entry, output) if pictures and not entry.passed else ""
    test: dict[str, Any] = {
        "name": name[:LONGEST_NAME],
        "name_format": "text",
        "number": entry.number,
        "status": "passed" if entry.passed else "failed",
        "output": drawn or output,
        "output_format": "html" if drawn else "text",
        "visibility": entry.visibility,
        "tags": list(entry.tags),
        "extra_data": dict(entry.extra),
    }
    if entry.max_score is not None:
        test["max_score"] = rounded_points(entry.max_score)
        if entry.score is not None:
            test["score"] = rounded_points(min(max(entry.score, 0.0), entry.max_score))
    return json.dumps(test, allow_nan=False)


def _with_picture(entry: Entry, output: str) -> str:
    """The output as HTML with the tree below it; "" without a tree, or if too long."""
    if entry.replay is None or entry.replay.marks.unfinished:
        return ""
    from html import escape  # noqa: PLC0415 - likewise

    from autograder.drawing import picture  # noqa: PLC0415 - an extra that costs its time

    drawn = picture.data_uri(picture.svg(entry.replay.tree, entry.replay.marks))
    image = f'<img alt="the tree with what was visited" src="{drawn}">'
    html = f"<pre>{escape(output)}</pre>{image}"
    return html if len(html) <= LONGEST_HTML else ""


def shortened_output(output: str, longest: int = LONGEST_OUTPUT) -> str:
    """The output, or its beginning with a word on the rest."""
    if len(output) <= longest:
        return output
    return output[: max(0, longest - len(blocks.LEFT_OUT))] + blocks.LEFT_OUT


UNFIT = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # for XML 1.0
REPORT = "report"  # the suite without tests, that has what is said of the whole


def junit_text(report: Report, seconds: float) -> str:
    """The whole file; `seconds` is how long all of it took."""
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - few gradings write it

    view = for_student(report)
    root = ET.Element("testsuites", {"name": _fit(view.title), **_counts(view.entries)})
    root.set("time", f"{seconds:.3f}")
    for group, members in groupby(view.entries, key=lambda entry: entry.group):
        entries = tuple(members)
        named = {"name": _fit(group), **_counts(entries)}
        suite = ET.SubElement(root, "testsuite", named)
        suite.set("time", f"{sum(entry.seconds or 0.0 for entry in entries):.3f}")
        suite.extend(map(_case, entries))
    if said := view.lines_above():
        counts = _counts(())
        suite = ET.SubElement(root, "testsuite", {"name": REPORT, **counts})
        suite.set("time", "0.000")
        ET.SubElement(suite, "system-out").text = _fit("\n".join(said))
    ET.indent(root, " ")
    declared = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{declared}{ET.tostring(root, encoding='unicode')}\n"


def _counts(entries: Iterable[Entry]) -> dict[str, str]:
    outcomes = [_outcome(entry) for entry in entries]
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    counts = {name: outcomes.count(kind) for name, kind in kinds.items()}
    return {name: str(n) for name, n in {"tests": len(outcomes), **counts}.items()}


def _outcome(entry: Entry) -> str:
    """The element that says what came of a test; "" where it was passed."""
    if entry.state == blocks.UNJUDGED:
        return "skipped" if entry.blame is None else "error"
    return "failure" if entry.state == blocks.FAILED else ""


def _case(entry: Entry) -> Element:
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - likewise

    named = {"classname": _fit(entry.group), "name": _fit(entry.name)}
    case = ET.Element("testcase", {**named, "time": f"{entry.seconds or 0.0:.3f}"})
    properties = ET.SubElement(case, "properties")
    earned = {"points": entry.score, "max_points": entry.max_score}
    for name, number in earned.items():
        if number is not None:
            given = {"name": name, "value": points(number)}
            ET.SubElement(properties, "property", given)
    if outcome := _outcome(entry):
        told = ET.SubElement(case, outcome, {"message": _fit(entry.headline)})
        told.text = _fit("\n".join(plain.lines(entry.details)))
    if entry.printed:
        printed = ET.SubElement(case, "system-out")
        printed.text = _fit("\n".join(plain.lines([entry.printed])))
    return case


def _fit(text: str) -> str:
    """A text without what XML cannot hold; `clean` has left nothing else that acts."""
    return UNFIT.sub("�", text)


MOST_BYTES = 1_000_000  # of the file, by the platform's own limit
LENGTHS = (LONGEST_OUTPUT, 2_000, 500, 0)  # of an output, until the whole fits


def prairielearn_text(report: Report, _seconds: float) -> str:
    """The whole file, with outputs as long as the platform takes them."""
    for longest in LENGTHS:
        whole = json.dumps(_gradable(report, longest), ensure_ascii=False, indent=1)
        if len(whole.encode("utf-8", "replace")) <= MOST_BYTES:
            break
    return f"{whole}\n"


def _gradable(report: Report, longest: int) -> dict[str, Any]:
    view = for_student(report)
    message = "\n".join(view.lines_above())
    tests = [_test_of_one(entry, longest) for entry in view.entries]
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


def _test_of_one(entry: Entry, longest: int) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": f"{entry.group}: {entry.name}",
        "message": shortened_output(entry.headline, longest),
        "output": shortened_output("\n".join(plain.lines(entry.details)), longest),
    }
    if entry.max_score is not None:
        test["points"] = rounded_points(entry.score or 0.0)
        test["max_points"] = rounded_points(entry.max_score)
    return test


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


def classroom50_text(report: Report, _seconds: float) -> str:
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
    missing = [name for name in FROM_RUNNER.values() if not os.environ.get(name)]
    if missing:
        raise AssignmentError(
            f"--as classroom50: {missing[0]} is not set; Classroom 50's runner sets it"
        )
    content: dict[str, Any] = {k: os.environ[n] for k, n in FROM_RUNNER.items()}
    content["assignment_type"] = os.environ.get(KIND) or "individual"
    content["review"] = os.environ.get(REVIEW) or content["commit"]
    content = {
        "schema": SCHEMA,
        **content,
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

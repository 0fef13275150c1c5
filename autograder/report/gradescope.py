"""Gradescope's results.json."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from autograder import __version__
from autograder.assignment.questions import VISIBLE
from autograder.report import entries, plain
from autograder.words.blocks import LEFT_OUT, NO_FEEDBACK, said_of_many

LONGEST_OUTPUT = 10_000  # characters of one output; the platform cuts at 100,000
LONGEST_HTML = 95_000
LONGEST_NAME = 200


def gradescope_text(report: entries.Report, seconds: float) -> str:
    """The whole of results.json; a test stands in a line, and is encoded once."""
    view = entries.for_student(report)
    notes = [line for note in view.notes for line in plain.note_lines(note)]
    # A hidden test hides the total, so we tell ours.
    same = [
        said_of_many(rows[0].group, f"{len(rows)} {rows[0].several}", rows[0].headline)
        for rows in entries.grouped_alike(view.entries)
        if len(rows) > 1 and rows[0].judged and rows[0].headline != NO_FEEDBACK
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
def _encoded(entry: entries.Entry, pictures: bool) -> str:  # noqa: FBT001 - part of the key
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
        test["max_score"] = entries.rounded_points(entry.max_score)
        if entry.score is not None:
            test["score"] = entries.rounded_points(
                min(max(entry.score, 0.0), entry.max_score)
            )
    return json.dumps(test, allow_nan=False)


def _with_picture(entry: entries.Entry, output: str) -> str:
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
    return output[: max(0, longest - len(LEFT_OUT))] + LEFT_OUT

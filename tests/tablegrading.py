"""Small tables whose rows have their results, and grading by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.schema import assert_valid_results
from tests.small import Graded, run

GIVEN = """\
questions:
- name: f
  kind: table
  points: {result: 2}
  rows:
    small: [{of: [1], is: 1}, {of: [2], is: 2}]
    large: [{of: [10], is: 10}]
- name: g
  kind: table
  module: f
  compare: sequence
  points: {result: 1}
  rows: [{of: [[2, 1]], is: [1, 2]}]
"""


def graded(
    folder: Path, text: str, code: str | None, *arguments: str, name: str = "f"
) -> Graded:
    """A submission graded by the command line, on rows that have their results."""
    trees, submission = folder / "trees", folder / "submission"
    trees.mkdir()
    submission.mkdir()
    (trees / "assignment.yaml").write_text(text, encoding="utf-8")
    done = run("answers", trees)
    assert (done.returncode, done.stderr) == (0, "")
    if code is not None:
        (submission / f"{name}.py").write_text(code, encoding="utf-8")
    results = folder / "results.json"
    told = run(submission, "--assignment", trees, "--results", results, *arguments)
    assert "Traceback (most recent" not in told.stderr
    content = json.loads(results.read_bytes())
    assert_valid_results(content)
    return Graded(told.returncode, told.stdout, told.stderr, content)


def line(test: dict[str, Any]) -> str:
    """What is read first of a test."""
    text: str = test["output"]
    return text.partition("\n")[0]


RIGHT_G = "def g(x):\n    return sorted(x)\n"

"""The schema of results.json: it is one, it keeps up with the code, it refuses."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from autograder.assignment.questions import VISIBILITIES
from autograder.judging.verdicts import Verdict
from autograder.report import platforms
from autograder.report.entries import Entry, Report
from tests.cases import for_each
from tests.schema import SCHEMA, assert_valid_results

DEFINITIONS = SCHEMA["$defs"]


def document() -> dict[str, Any]:
    """A results.json with one test, worth two points."""
    report = Report("A title")
    report.entries["1"] = Entry("tree", "minimax", "correct", 1.0, 2.0)
    found: dict[str, Any] = json.loads(platforms.gradescope_text(report, seconds=0.5))
    return found


def test_schema_is_a_schema() -> None:
    """The file is valid under the draft that it names."""
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def test_schema_knows_every_verdict_in_order() -> None:
    """The schema lists the verdicts as the code does, the most serious first."""
    listed = DEFINITIONS["tree_test"]["properties"]["verdict"]["enum"]
    assert listed == [verdict.value for verdict in Verdict]


def test_schema_knows_every_visibility() -> None:
    """The schema lists the visibilities that an assignment may name."""
    listed = DEFINITIONS["test"]["properties"]["visibility"]["enum"]
    assert listed == list(VISIBILITIES)


def test_document_is_valid() -> None:
    """What the one writer writes passes, and so does the file of a failed start."""
    assert_valid_results(document())
    assert_valid_results({"output": "why", "output_format": "text", "tests": []})


@for_each(
    "path, value",
    [
        (("unheard_of",), 1),
        (("execution_time",), -1),
        (("visibility",), "secret"),
        (("tests", 0, "unheard_of"), 1),
        (("tests", 0, "status"), "skipped"),
        (("tests", 0, "score"), 3.0),
        (("tests", 0, "score"), "1"),
        (("tests", 0, "number"), 1),
        (("tests", 0, "output"), ""),
        (("tests", 0, "extra_data"), {"verdict": "correct"}),
        (("extra_data", "title"), None),
    ],
)
def test_schema_refuses(path: tuple[str | int, ...], value: object) -> None:
    """A key too many, a value out of range or of another type, a score too high."""
    changed: Any = document()
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(AssertionError):
        assert_valid_results(changed)


@pytest.mark.parametrize("key", ["tests", "output", "execution_time"])
def test_schema_misses(key: str) -> None:
    """A key that is always written must be there."""
    changed = deepcopy(document())
    del changed[key]
    with pytest.raises(AssertionError):
        assert_valid_results(changed)


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_numbers_that_json_has_not_are_refused(number: float) -> None:
    """Python would write NaN, which breaks the upload."""
    changed = document()
    changed["execution_time"] = number
    with pytest.raises(ValueError, match="not JSON compliant"):
        assert_valid_results(changed)

"""PrairieLearn's results.json: what its documents say may stand in it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from autograder.errors import AssignmentError, GraderError
from autograder.report.entries import Entry, Report
from autograder.report.platforms import MOST_BYTES
from autograder.report.platforms import prairielearn_text as text
from autograder.words.blocks import NOT_BEGUN, Verbatim, earned_here
from tests.blocks import blocks_of
from tests.small import ROOT, run

RIGHT = Entry("fig_5_2", "minimax", "correct", 0.5, 0.5, passed=True)
WRONG = Entry("fig_5_2", "alpha_beta", "visited C2, though cut", 0.25, 1)
BROKEN = replace(WRONG, name="b", score=None, judged=False, blame=GraderError)
SKIPPED = replace(BROKEN, name="c", blame=None, max_score=None, headline="no reason")
HIDDEN = replace(WRONG, name="secret", visibility="hidden")

# By https://docs.prairielearn.com/externalGrading/, section "Grading results".
IMAGES = {
    "type": "array",
    "items": {"type": "object", "required": ["url"]},
}
SHOWN = {
    "message": {"type": "string"},
    "output": {"type": "string"},
    "images": IMAGES,
}
TEST = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "points": {"type": "number"},
        "max_points": {"type": "number"},
        **SHOWN,
    },
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "gradable": {"type": "boolean"},
        "score": {"type": "number", "minimum": 0.0, "maximum": 1.0},
        "format_errors": {"type": ["string", "array"], "items": {"type": "string"}},
        "tests": {"type": "array", "items": TEST},
        **SHOWN,
    },
    "if": {"properties": {"gradable": {"const": False}}, "required": ["gradable"]},
    "then": {"required": ["format_errors"]},
    "else": {"required": ["score"]},
}
EXAMPLE = """{
  "gradable": true, "score": 0.25, "message": "Tests completed successfully.",
  "output": "Running tests...\\nTest 1 passed\\nTest 2 failed!\\n...",
  "images": [{"label": "First Image", "url": "data:image/png;base64,..."}],
  "tests": [
    {"name": "Test 1", "description": "Tests that a thing does a thing.",
     "points": 1, "max_points": 1, "message": "No errors!", "output": "Running test..."}
  ]
}"""  # of that page, shortened
VALIDATOR = Draft202012Validator(SCHEMA)
WORDS = {"type": "string"}
# The rules of its apps/prairielearn/src/schemas for a question's info.json, as far as
# they concern what stands in our example, and its longest timeout.
INFO: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["uuid", "type", "title", "topic"],
    "properties": {
        "uuid": {
            "type": "string",
            "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        },
        "type": {"const": "v3"},
        "title": WORDS,
        "topic": WORDS,
        "gradingMethod": {"enum": ["Internal", "External", "Manual"]},
        "externalGradingOptions": {
            "type": "object",
            "additionalProperties": False,
            "required": ["image", "entrypoint"],
            "properties": {
                "enabled": {"type": "boolean"},
                "image": WORDS,
                "entrypoint": {"type": "string", "pattern": "^/"},
                "timeout": {"type": "integer", "maximum": 600},
            },
        },
    },
}


def content(*entries: Entry) -> dict[str, Any]:
    """The file of a report with these entries, which fits."""
    report = Report("Minimax", {str(i): entry for i, entry in enumerate(entries)})
    whole: dict[str, Any] = json.loads(text(report, 2.5))
    VALIDATOR.validate(whole)
    return whole


def test_the_example_of_its_documents_fits_what_we_hold_ours_to() -> None:
    """The schema here is no stricter than the platform's own words."""
    VALIDATOR.validate(json.loads(EXAMPLE))


def test_the_score_is_the_share_of_all_points() -> None:
    """Of 1.5 points 0.75 are earned."""
    whole = content(RIGHT, WRONG)
    assert (whole["gradable"], whole["score"]) == (True, 0.5)
    assert whole["tests"][1] == {
        "name": "alpha_beta: fig_5_2",
        "message": "visited C2, though cut",
        "output": "",
        "points": 0.25,
        "max_points": 1,
    }


def test_what_is_worth_nothing_has_no_points() -> None:
    """A skipped check, or a smallest tree."""
    _, skipped = content(RIGHT, SKIPPED)["tests"]
    assert not {"points", "max_points"} & skipped.keys()


@pytest.mark.parametrize("blame", [GraderError, AssignmentError])
def test_a_fault_of_ours_costs_no_attempt(blame: type) -> None:
    """Nobody gets a zero for it."""
    whole = content(RIGHT, replace(BROKEN, blame=blame))
    assert whole["gradable"] is False
    assert "score" not in whole
    assert "could not be judged" in whole["format_errors"][0]


def test_nothing_is_gradable_before_the_first_test() -> None:
    """The file is there before all else, should the grader die."""
    assert content()["gradable"] is False


def test_nothing_of_a_hidden_test_is_told_but_what_the_others_earn() -> None:
    """The platform shows all of the file, at once."""
    whole = content(RIGHT, HIDDEN)
    assert "secret" not in json.dumps(whole)
    assert (whole["score"], whole["message"]) == (1.0, earned_here("0.5", "0.5"))


def test_the_file_stays_below_a_megabyte() -> None:
    """Long outputs are cut, and none is where nothing else helps."""
    lines = tuple("é" * 80 for _ in range(200))
    long = replace(WRONG, details=((Verbatim(lines),),))
    report = Report("x", {str(i): replace(long, name=str(i)) for i in range(1000)})
    whole = text(report, 1.0)
    assert len(whole.encode()) <= MOST_BYTES + 1
    assert len(json.loads(whole)["tests"]) == 1000


@given(blocks_of(st.text()), st.text())
def test_any_text_makes_a_file_that_can_be_read(details: object, headline: str) -> None:
    """Of whatever a submission prints or raises."""
    entry = replace(WRONG, headline=headline, details=details)  # type: ignore[arg-type]
    assert len(content(entry)["tests"]) == 1


def test_the_question_that_is_shown_is_one() -> None:
    """And what it starts is what the Dockerfile lays there, for anybody to execute."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    info = json.loads(page.partition("```json\n")[2].partition("```")[0])
    Draft202012Validator(INFO).validate(info)
    dockerfile = page.partition("```dockerfile\n")[2].partition("```")[0]
    assert info["externalGradingOptions"]["entrypoint"] == "/grader/grade.sh"
    assert "COPY grade.sh /grader/\nRUN chmod +x /grader/grade.sh\n" in dockerfile
    assert "```sh\n#!/bin/bash\n" in page


def test_an_assignment_that_cannot_be_read_is_not_gradable(tmp_path: Path) -> None:
    """What the file says before the first test is what stays."""
    results = tmp_path / "results.json"
    done = run("grade", tmp_path, "--assignment", tmp_path, "--results", results,
               "--as", "prairielearn")  # fmt: skip
    assert done.returncode == 2
    whole = json.loads(results.read_text(encoding="utf-8"))
    VALIDATOR.validate(whole)
    assert whole["gradable"] is False
    assert NOT_BEGUN not in whole["format_errors"][0]

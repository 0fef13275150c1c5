"""Classroom 50's result.json: its own schema, and whole points."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from autograder.errors import AssignmentError
from autograder.report.entries import Entry, Report
from autograder.report.platforms import FROM_RUNNER, whole_points
from autograder.report.platforms import classroom50_text as text

RIGHT = Entry("fig_5_2", "minimax", "correct", 36.3, 36.3, passed=True)
WRONG = Entry("fig_5_2", "alpha_beta", "visited C2, though cut", 17.1, 63.7)
HIDDEN = replace(WRONG, name="secret", visibility="hidden")
RUNNER = {
    "CLASSROOM": "cs-principles",
    "ASSIGNMENT": "hello",
    "OWNER": "alice",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/commit/a1b2c3d",
    "RELEASE_URL": "https://example.org/releases/tag/submit",
}
SECOND = r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"
INSTANT = {"type": "string", "pattern": SECOND}
TEXT = {"type": "string", "minLength": 1}
POINTS = {"type": "integer", "minimum": 0}

# The rules of schemas/result-v1.schema.json of foundation50/classroom50, in our words;
# of a team its runner alone knows. That adds `graded_at` and `submitted_by`.
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        *("schema", "classroom", "assignment", "assignment_type", "owner"),
        *("submission", "commit", "release", "review", "datetime"),
        *("score", "max-score", "tests"),
    ],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        "assignment_type": {"enum": ["individual", "group", "team"]},
        "submission": {"type": "string", "pattern": "^submit/"},
        "datetime": INSTANT,
        "graded_at": INSTANT,
        "submitted_by": {"type": "object", "required": ["username"]},
        **dict.fromkeys(("classroom", "assignment", "owner"), TEXT),
        **dict.fromkeys(("commit", "release", "review"), TEXT),
        **dict.fromkeys(("score", "max-score"), POINTS),
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": TEXT,
                    "passed": {"type": "boolean"},
                    "score": POINTS,
                    "max-score": POINTS,
                },
            },
        },
    },
}
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture(autouse=True)
def runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its runner sets."""
    for name, value in RUNNER.items():
        monkeypatch.setenv(name, value)
    for name in ("ASSIGNMENT_TYPE", "REVIEW_URL"):
        monkeypatch.delenv(name, raising=False)


def content(*entries: Entry) -> dict[str, Any]:
    """The file of a report with these entries, which fits the schema and its sums."""
    report = Report("Minimax", {str(i): entry for i, entry in enumerate(entries)})
    result: dict[str, Any] = json.loads(text(report, 2.5))
    require_valid(result)
    return result


def require_valid(result: dict[str, Any]) -> None:
    """What the schema says, and what its validator adds."""
    VALIDATOR.validate(result)
    for key in ("score", "max-score"):
        assert result[key] == sum(test[key] for test in result["tests"])
    for test in result["tests"]:
        assert test["score"] <= test["max-score"]


def test_a_row_is_a_question_in_whole_points() -> None:
    """36.3 and 63.7 points are 36 and 64; 17.1 of the second are 17."""
    result = content(RIGHT, WRONG)
    assert (result["score"], result["max-score"]) == (53, 100)
    assert result["tests"] == [
        {
            "test-name": "minimax",
            "passed": True,
            "score": 36,
            "max-score": 36,
            "output": "",
        },
        {
            "test-name": "alpha_beta",
            "passed": False,
            "score": 17,
            "max-score": 64,
            "output": "fig_5_2: visited C2, though cut",
        },
    ]


def test_whose_it_is_says_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it need not say has the value that its templates give."""
    result = content(RIGHT)
    for key, name in FROM_RUNNER.items():
        assert result[key] == RUNNER[name]
    assert (result["assignment_type"], result["review"]) == (
        "individual",
        RUNNER["COMMIT_URL"],
    )
    monkeypatch.setenv("ASSIGNMENT_TYPE", "team")
    monkeypatch.setenv("REVIEW_URL", "https://example.org/compare")
    result = content(RIGHT)
    assert result["assignment_type"] == "team"
    assert result["review"] == "https://example.org/compare"


@pytest.mark.parametrize("name", FROM_RUNNER.values())
def test_elsewhere_it_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is written that its validator would refuse."""
    monkeypatch.delenv(name)
    with pytest.raises(AssignmentError, match=f"{name} is not set; Classroom 50's"):
        text(Report("Minimax"), 0.0)


def test_nothing_of_a_hidden_test_is_told() -> None:
    """A release is shown to the student."""
    assert "secret" not in json.dumps(content(RIGHT, HIDDEN))


def test_nothing_graded_is_nothing_earned() -> None:
    """The file is there before the first test."""
    assert content()["tests"] == []


QUESTION = st.tuples(st.integers(0, 5000), st.integers(0, 5000)).map(
    lambda pair: (min(pair), max(pair))
)


@given(st.lists(QUESTION, max_size=8))
def test_points_are_rounded_in_nobodys_favour(questions: list[tuple[int, int]]) -> None:
    """All is earned where all was, and only there; and nothing comes of nothing."""
    rows = whole_points(questions)
    earned, possible = (
        (sum(each) for each in zip(*questions, strict=True)) if (questions) else (0, 0)
    )
    most = sum(row[1] for row in rows)
    assert abs(100 * most - possible) <= 50 or most == 1
    assert (sum(row[0] for row in rows) == most) == (earned == possible)
    for (each, _), (points, limit) in zip(questions, rows, strict=True):
        assert 0 <= points <= limit
        assert each or not points
    if possible:
        exact = earned * most / possible
        assert -len(rows) < sum(row[0] for row in rows) - exact <= 1

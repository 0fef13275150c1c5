"""Check a results.json against its schema: for every test that produces one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

FILE = Path(__file__).parent.parent / "docs" / "results.schema.json"
SCHEMA: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))

_VALIDATOR = Draft202012Validator(
    SCHEMA["$defs"]["graded"] | {"$defs": SCHEMA["$defs"]}
)
_ANY_VALIDATOR = Draft202012Validator(SCHEMA)


def assert_valid_results(results: dict[str, Any]) -> None:
    """Fail, naming each place that differs, unless the schema takes the document."""
    text = json.dumps(results, allow_nan=False)  # ValueError for NaN and infinity
    started = "execution_time" in results
    validator = _VALIDATOR if started else _ANY_VALIDATOR  # clearer than a oneOf's
    faults = [
        f"{fault.json_path}: {fault.message}"
        for fault in validator.iter_errors(json.loads(text))
    ]
    assert not faults, "\n".join(faults)
    for test in results["tests"]:
        assert test.get("score", 0) <= test.get("max_score", 0), test["name"]


def read_results(path: Path) -> dict[str, Any]:
    """The content of a results.json that is valid."""
    results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert_valid_results(results)
    return results

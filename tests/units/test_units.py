"""A unit is a whole: its reference earns everything, its template nothing.

Each unit is tried in tests/repeated/test_unit_bundles.py, and what right and wrong
students earn there in tests/repeated/test_unit_*.py. What is recorded of them,
`answers --check` compares in .ci/run.
"""

from __future__ import annotations

import pytest

from tests.small import ROOT, run, total


@pytest.mark.parametrize(
    "submission, earned", [("reference", "100/100"), ("student_template", "0/100")]
)
def test_a_unit_pays_for_what_is_right(submission: str, earned: str) -> None:
    """By the command of the README; `stacks` asks for searches and for a function."""
    folder = ROOT / "test_trees" / "stacks"
    done = run("grade", str(ROOT / submission), "--assignment", str(folder))
    assert done.returncode == 0
    assert total(done.stdout) == earned

"""Each unit is a whole: its reference earns everything, its template nothing.

What is recorded of it, `answers --check` compares in .ci/run.
"""

from __future__ import annotations

import pytest

from tests.small import ROOT, run, total

UNITS = (
    *("chance", "connect_four", "depth_limited", "players"),
    *("quiescence", "shapes", "stacks"),
)
TABLES = ("estimates", "matrix_games")  # functions without a game


@pytest.mark.parametrize("unit", [*UNITS, *TABLES])
@pytest.mark.parametrize(
    "submission, earned", [("reference", "100/100"), ("student_template", "0/100")]
)
def test_a_unit_pays_for_what_is_right(unit: str, submission: str, earned: str) -> None:
    """By the command of the README."""
    folder = ROOT / "test_trees" / unit
    done = run("grade", str(ROOT / submission), "--assignment", str(folder))
    assert done.returncode == 0
    assert total(done.stdout) == earned

"""A unit is a whole: its reference earns everything, its template nothing.

Each unit is tried in tests/repeated/test_unit_bundles.py, and what right and wrong
students earn there in tests/repeated/test_unit_*.py.
"""

from __future__ import annotations

import pytest

from autograder.answers import file as answers
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.kind import Onlooker
from autograder.kinds.search import signatures, trusted
from tests.small import ROOT, run, total
from tests.unitnames import EVERY, TREES


@pytest.mark.parametrize(
    "submission, earned", [("reference", "100/100"), ("student_template", "0/100")]
)
def test_a_unit_pays_for_what_is_right(submission: str, earned: str) -> None:
    """By the command of the README; `stacks` asks for searches and for a function."""
    folder = ROOT / "test_trees" / "stacks"
    done = run("grade", str(ROOT / submission), "--assignment", str(folder))
    assert done.returncode == 0
    assert total(done.stdout) == earned


@pytest.mark.parametrize("unit", ["players"])
def test_what_the_reference_does_is_recorded(unit: str) -> None:
    """On each tree, in each convention; of other units `renew --check` tells it."""
    assignment = signatures.load(assignments.load(ROOT / "test_trees" / unit))
    for name, tree in assignment.trees().items():
        found = trusted.compute(tree, assignment.questions_on(name))
        assert found == answers.load(assignment, name), name
        trusted.check_expectations(assignment, name, found)


@pytest.mark.parametrize("unit", ["matrix_games"])
def test_what_the_reference_returns_is_recorded(unit: str) -> None:
    """For each row, and with each mistake; what the lecture says is what it returns."""
    assignment = assignments.load(ROOT / "test_trees" / unit)
    found = dict(KINDS["table"].answer_files(assignment, Onlooker()))
    folder = assignment.folder / answers.FOLDER
    recorded = [path for path in folder.iterdir() if path.suffix == ".json"]
    assert {path: path.read_text("utf-8") for path in recorded} == found


def test_each_unit_is_found() -> None:
    """A folder of 100 points has a page, by which tests know it.

    But `any_order`: it asks what the default assignment asks, on other trees.
    """
    folders = {path.parent.name for path in TREES.glob("*/assignment.yaml")}
    most = {name: assignments.load(TREES / name).max_points() for name in folders}
    assert {name for name, points in most.items() if points == 100} == {
        *EVERY,
        "any_order",
    }

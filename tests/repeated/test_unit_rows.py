"""The fixtures of `estimates` and `matrix_games`, graded: points and words.

In which rows they are wrong is held against the reference in tests/units; here is what
a student reads of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.kinds.table.kind import CHANGED, LIST_HINTS, NUMBER_HINTS, WANTED
from autograder.kinds.table.question import SET
from autograder.words.faults import RETURNED, SHOWN
from tests.schema import assert_valid_results
from tests.small import run
from tests.unitgrading import FOLDER, TREES

Told = Mapping[str, str]  # by test how its headline begins

YIELDED, POINTS = "an iterator (generator)", "saddle_points([[4, 2], [3, 1]])"
RAISED = "material(0, 0) raised ZeroDivisionError: division by zero, in material (esti"
NO_TEXT = f"evaluate('.........') returned the text '0': {NUMBER_HINTS['str']}"
GRADED: dict[str, tuple[float, Told]] = {
    "estimates/correct_otherwise": (100, {}),
    "estimates/empties_its_arguments": (8, {"weighted: fractions": CHANGED}),
    "estimates/never_ends": (
        8,
        {
            "branching_factor: between whole numbers": (
                "branching_factor(8, 3): timed out after 2 s, in branching_factor (esti"
            )
        },
    ),
    "estimates/other_books": (13.67, {}),
    "estimates/prints": (7, {"expected: no draws": "correct"}),
    "estimates/raises_on_one_group": (
        10,
        {"material: neither side has anything": RAISED},
    ),
    "estimates/returns_a_bool": (
        9,
        {
            "fewest_leaves: one move everywhere": (
                f"fewest_leaves(1, 1) returned True: {NUMBER_HINTS['bool']}"
            )
        },
    ),
    "estimates/returns_a_generator": (
        0,
        {
            "weighted: one feature": (
                f"weighted([3], [4]) returned {YIELDED}: {NUMBER_HINTS['iterator']}"
            )
        },
    ),
    "estimates/returns_its_own_integers": (
        0,
        {
            "fewest_leaves: an even depth": (
                "fewest_leaves(2, 2) returned "
                f"{SHOWN['like_int'].format('int64')}: {NUMBER_HINTS['like_int']}"
            )
        },
    ),
    "estimates/returns_no_finite_number": (
        16,
        {
            "material: one side has": RETURNED.format("material(9, 0)", "inf", 1),
            "material: neither side": RETURNED.format("material(0, 0)", "nan", 0),
            "checkers: sides": (
                f"checkers(0, 0, 0, 0) returned nan: {NUMBER_HINTS['nan']}"
            ),
        },
    ),
    "estimates/returns_text": (0, {"evaluate: one mark at most": NO_TEXT}),
    "estimates/slides_to_the_letter": (
        93,
        {
            "evaluate: two lines": RETURNED.format("evaluate('OOXOOXXXX')", 0, 1),
            "material: neither side has anything": RAISED,
        },
    ),
    "estimates/two_at_once": (71, {"material: white": "material(3, 1) returned -0.5"}),
    "matrix_games/correct_otherwise": (100, {}),
    "matrix_games/counted_from_one": (72, {}),
    "matrix_games/no_mixing": (63.35, {}),
    "matrix_games/one_pair_for_many": (
        0,
        {
            "saddle_points: no": RETURNED.format(
                "saddle_points([[1, -1], [-1, 1]])", None, "[]"
            ),
            "saddle_points: one": (RETURNED.format(POINTS, "(0, 1)", "[(0, 1)]")),
        },
    ),
    "matrix_games/points_without_order": (
        4,
        {
            "saddle_points: one": (
                f"{POINTS} returned the list [{{0, 1}}]: expected {WANTED[SET].name}"
            )
        },
    ),
    "matrix_games/rows_for_columns": (19, {}),
    "matrix_games/sorts_the_matrix": (15, {"maximin: positive payoffs": CHANGED}),
    "matrix_games/yields_the_points": (
        0,
        {
            "saddle_points: one": (
                f"{POINTS} returned {YIELDED}: {LIST_HINTS['iterator']}"
            )
        },
    ),
}


@cache
def results(name: str) -> list[dict[str, Any]]:
    """The tests in the results of a fixture, which are as the schema says."""
    folder = FOLDER / name
    with TemporaryDirectory() as scratch:
        path = Path(scratch, "results.json")
        unit = TREES / folder.parent.name
        done = run(folder, "--assignment", unit, "--results", path)
        assert (done.returncode, done.stderr) == (0, "")
        content = json.loads(path.read_bytes())
    assert_valid_results(content)
    found: list[dict[str, Any]] = content["tests"]
    return found


def test_each_fixture_is_graded_here() -> None:
    """None is left out, and there is none that is not there."""
    units = ("estimates", "matrix_games")
    folders = {
        f"{unit}/{path.name}" for unit in units for path in (FOLDER / unit).iterdir()
    }
    assert {*GRADED} == folders


@pytest.mark.parametrize("name", GRADED)
def test_what_a_fixture_earns(name: str) -> None:
    """Of a hundred points."""
    points, _ = GRADED[name]
    assert fsum(test["score"] for test in results(name)) == pytest.approx(points)


@pytest.mark.parametrize("name", [name for name, (_, told) in GRADED.items() if told])
def test_what_is_read_of_a_fixture(name: str) -> None:
    """The first row that is wrong, and what came of it."""
    for about, told in GRADED[name][1].items():
        (output,) = [t["output"] for t in results(name) if t["name"].startswith(about)]
        assert output.startswith(told), about


@pytest.mark.parametrize("name", GRADED)
def test_no_output_has_a_gap(name: str) -> None:
    """Parts are set apart by one empty line."""
    for test in results(name):
        assert not re.search(r"\n\n\n|^\n|\n$", test["output"]), test["name"]

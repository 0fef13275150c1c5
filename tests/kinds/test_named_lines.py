"""The line that is shown first: where a mistake stands that is told by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment, Points
from autograder.assignment.selection import only_selected
from autograder.kinds import all as assignments
from autograder.report.entries import Entry, groups_of, wrong_groups
from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.cases import for_each
from tests.small import ROOT

RIGHT = ROOT / "tests" / "submissions" / "correct_root_strict" / "alpha_beta.py"
ALPHA_BETA = RIGHT.read_text("utf-8")
FACETS = ("value", "action", "visits", "search_visits", "max_value", "min_value")
ALL = Points(tuple((facet, 1.0) for facet in FACETS))
TREES = ("nim/misere_1_2_2_min_first", "nim/misere_1_3_min_first")
SWAPPED = "max_value(game, child, beta, alpha)"


@pytest.fixture(scope="module")
def alpha_beta() -> Assignment:
    """The question of the default assignment on two trees, which ask for all."""
    asked = only_selected(assignments.load(ROOT / "test_trees"), "alpha_beta", None)
    tests = [replace(case, points=ALL) for case in asked.cases]
    return replace(asked, tests=tuple(t for t in tests if t.tree_name in TREES))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


def first_wrong(
    folder: Path, code: str, assignment: Assignment, sandbox: Sandbox
) -> Entry:
    """The test of which the screen tells."""
    (folder / "alpha_beta.py").write_text(code, "utf-8")
    whole = screens.graded(folder, assignment, sandbox)
    return wrong_groups(groups_of(whole.report.all()))[0].entry_told_first


@for_each(
    "edit, line",
    [
        (("if v <= alpha:", "if v <= beta:"), 39),
        (("max_value(game, child, alpha, beta)", SWAPPED), 38),
        # two lines are alike: the head of the function
        (("beta:\n            return v", "beta:\n            return alpha"), 21),
        (("v = -inf", "v = 0"), 24),
    ],
)
def test_the_line_of_a_mistake_that_is_named(
    tmp_path: Path,
    alpha_beta: Assignment,
    sandbox: Sandbox,
    edit: tuple[str, str],
    line: int,
) -> None:
    """Not the one that decides on a step which is wrong because of it."""
    code = ALPHA_BETA.replace(*edit)
    assert code != ALPHA_BETA
    found = first_wrong(tmp_path, code, alpha_beta, sandbox).line
    assert found is not None
    assert found.number == line, found


def test_of_two_lines_alike_none_is_meant(
    tmp_path: Path, alpha_beta: Assignment, sandbox: Sandbox
) -> None:
    """It is then the head of the function that returned a wrong value."""
    code = ALPHA_BETA.replace("beta:\n            return v", "beta: return alpha")
    twice = code.replace("return alpha", "return alpha\n        if 0 > 1: return alpha")
    found = first_wrong(tmp_path, twice, alpha_beta, sandbox).line
    assert found is not None
    assert (found.number, found.source[:13]) == (21, "def max_value")

"""Right programs in other hands: full marks for every search, and no remark.

A remark is what an instructor reads of who is right on all visible trees, and wrong on
one that nobody has seen. Those of tests/programs are graded in test_programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment
from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.repeated.test_programs import assignment
from tests.small import ROOT
from tests.unitnames import WITH_TREES

UNITS, SUBMISSIONS = ROOT / "tests" / "units", ROOT / "tests" / "submissions"
OTHERS = {"connect_four": "depth_limited"}  # the unit whose programs serve it as well
PROGRAMS = [
    *(
        (f"test_trees/{unit}", path.relative_to(ROOT).as_posix())
        for unit in WITH_TREES
        for path in sorted((UNITS / OTHERS.get(unit, unit)).glob("correct_*"))
    ),
    *(
        ("test_trees", path.relative_to(ROOT).as_posix())
        for path in sorted(SUBMISSIONS.glob("correct_*"))
    ),
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all of them."""
    with Sandbox() as shared:
        yield shared


def searches_of(whole: Assignment, folder: Path) -> Assignment:
    """The searches of an assignment for which a folder has modules."""
    modules = {path.stem for path in folder.rglob("*.py")}
    asked = tuple(c for c in whole.cases if c.question.module in modules)
    return replace(whole, tests=asked, counterexample=0.0)


@pytest.mark.parametrize("trees, program", PROGRAMS)
def test_a_right_program_keeps_every_point(
    trees: str, program: str, sandbox: Sandbox
) -> None:
    """Fail-soft or fail-hard, strict cuts, windows of their own at the root.

    `screens.graded` asserts that there is nothing to complain of.
    """
    asked = searches_of(assignment(trees), ROOT / program)
    assert asked.tests
    whole = screens.graded(ROOT / program, asked, sandbox)
    lost = {
        (result.case.name, finding.facet)
        for result in whole.results
        for finding in result.findings
        if finding.verdict.value != "correct"
    }
    assert not lost
    assert sum(r.points for r in whole.results) == pytest.approx(asked.max_points())
    assert whole.report.beside == []


def test_every_unit_has_some() -> None:
    """And whoever adds a program to its folder is asked for it."""
    tried = {trees.rpartition("/")[2] for trees, _ in PROGRAMS}
    assert tried >= {*WITH_TREES}

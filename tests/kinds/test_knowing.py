"""Whoever knows the visible tests by heart is told to the instructor, in every kind."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment
from autograder.assignment.selection import only_selected
from autograder.grading.grading import Grading, report_remarks
from autograder.grading.session import Wanted, grade_fully
from autograder.report.entries import Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from tests import tablesofall
from tests.small import ROOT
from tests.unitgrading import unit as unit_named

Write = Callable[[Assignment, str, float], str]

TABLES = [
    ("", "minimax", tablesofall.search),
    ("", "alpha_beta", tablesofall.search),
    ("monte_carlo", "mcts", tablesofall.of_playouts),
    ("estimates", "material", tablesofall.of_rows),
    ("matrix_games", "game_value", tablesofall.of_rows),
    ("modelling", "misere_nim", tablesofall.game),
    ("modelling", "connect_three", tablesofall.game),
]
RIGHT = "reference"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests."""
    with Sandbox() as shared:
        yield shared


def graded(sandbox: Sandbox, name: str, question: str, submission: Path) -> Report:
    """The report of a grading of one question of a unit."""
    asked = only_selected(unit_named(name), question, None)
    grading = Grading.of(asked, submission, sandbox)
    gradebook = Gradebook(None)
    report_remarks(grading, gradebook.report)
    grade_fully(grading, gradebook, Wanted(searches=False))
    shutil.rmtree(grading.staged.folder)
    return gradebook.report


ONE_OF_EACH_KIND = [TABLES[place] for place in (0, 2, 3, 5)]


@pytest.mark.parametrize(
    "table, share",
    [*((table, 0) for table in TABLES), *((one, 0.2) for one in ONE_OF_EACH_KIND)],
    ids=lambda part: "-".join(part[:2]) if isinstance(part, tuple) else str(part),
)
def test_a_table_is_told(
    sandbox: Sandbox, tmp_path: Path, table: tuple[str, str, Write], share: float
) -> None:
    """Also where up to a fifth of it is wrong on purpose; it is right elsewhere."""
    unit, question, write = table
    whole = unit_named(unit)
    (module,) = {t.question.module for t in whole.tests if t.question.name == question}
    text = write(whole, question, share)
    submission = tablesofall.write(tmp_path / "t", module, text)
    report = graded(sandbox, unit, question, submission)
    assert [*report.unseen] == [question]
    (told,) = report.complaints
    assert told.startswith(f"{question}: ")
    assert "a table, or a fault that the visible ones do not show" in told


@pytest.mark.parametrize("unit, question, write", TABLES)
def test_who_is_right_is_not_told(
    sandbox: Sandbox, unit: str, question: str, write: Write
) -> None:
    """The reference, on what it never saw as on all others."""
    del write
    report = graded(sandbox, unit, question, ROOT / RIGHT)
    assert (report.unseen, report.complaints, report.beside) == ({}, [], [])


def test_what_is_wrong_where_it_is_seen_is_not_told(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """A third of the table is wrong: the tests tell it."""
    text = tablesofall.of_playouts(unit_named("monte_carlo"), "mcts", 1 / 3)
    folder = tablesofall.write(tmp_path / "t", "monte_carlo", text)
    assert graded(sandbox, "monte_carlo", "mcts", folder).complaints == []

"""The unit `play`: what programs earn, and what they are told."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.assignment.selection import only_selected
from autograder.authoring.lazy import joined_payroll
from autograder.grading.grading import grade_all_tests, opened_grading
from autograder.kinds.all import KINDS
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from tests.unitgrading import FOLDER, REFERENCE, unit


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


def graded(sandbox: Sandbox, submission: Path, name: str) -> Entry:
    """The entry of one test."""
    assignment = only_selected(unit("play"), None, name)
    gradebook = Gradebook(None)
    grading = opened_grading(
        assignment, submission, sandbox, gradebook.report, trusted=True
    )
    grade_all_tests(grading, gradebook)
    shutil.rmtree(grading.staged.folder)
    (entry,) = gradebook.report.all()
    return entry


def test_the_reference_earns_all(sandbox: Sandbox) -> None:
    """In positions, and against itself, which is half of the points."""
    for name in ("isolation", "nim against a search"):
        entry = graded(sandbox, REFERENCE / "play.py", name)
        assert (entry.score, entry.headline) == (entry.max_score, "correct")


def test_another_right_program_earns_all(sandbox: Sandbox) -> None:
    """One that keeps a table for the whole game."""
    entry = graded(sandbox, FOLDER / "play" / "right_with_memory", "nim")
    assert entry.score == entry.max_score == 17.5


def test_legal_moves_without_a_search_earn_nothing(sandbox: Sandbox) -> None:
    """Though each is legal: half of them may be right by luck."""
    entry = graded(sandbox, FOLDER / "play" / "first_action", "nim")
    assert entry.score == 0
    assert entry.headline == (
        "12 of 12 moves are legal, but no more than half of the moves are right, which "
        "luck does, too"
    )


def test_a_lost_game_is_told_by_its_reason(sandbox: Sandbox) -> None:
    """With the opponent, the position and the line."""
    name = "tic-tac-toe against ours"
    entry = graded(sandbox, FOLDER / "play" / "spends_the_bank", name)
    assert entry.headline == (
        "2 of 12 points; the staff's search gets 7.5: against random, moving first: "
        "lost by bank at ..O/.../X..: the bank of visits was spent within a move, at "
        "play.py:2"
    )
    assert entry.max_score is not None
    assert entry.score == round(entry.max_score * 2 / 7.5, 2)


def test_an_exception_is_told_with_its_line(sandbox: Sandbox) -> None:
    """It loses each position and each game."""
    entry = graded(sandbox, FOLDER / "play" / "raises", "isolation")
    assert entry.score == 0
    assert "lost by exception at " in entry.headline
    assert (entry.extra["action"], entry.extra["value"]) == (None, 0)
    assert entry.headline.endswith("raised KeyError: p1, in choose (play.py:3)")


def test_without_the_file_nothing_is_run(sandbox: Sandbox, tmp_path: Path) -> None:
    """And the sentence says which is missing."""
    (tmp_path / "other.py").write_text("", encoding="utf-8")
    entry = graded(sandbox, tmp_path, "nim")
    assert entry.score == 0
    assert "play.py" in entry.headline


def test_programs_that_do_not_look_ahead_earn_little() -> None:
    """A fifth is what they may earn here, and who looks one move ahead earns it."""
    paid = KINDS["match"].authors.payroll(unit("play"))
    assert joined_payroll([paid]).limits() == {False: 20}
    assert 15 < paid.share(thorough=False) <= 20

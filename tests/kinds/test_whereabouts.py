"""Which line of a submission is to be looked at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Limits
from autograder.assignment.selection import only_selected
from autograder.report.entries import Entry
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import WrongValue
from tests import screens
from tests.small import ROOT
from tests.unitgrading import unit as unit_named

CHANCE, AGAINST = "chance/expectimax", "expectimax/nim_2_3"
PROGRAMS = ROOT / "tests" / "programs"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests."""
    with Sandbox() as shared:
        yield shared


@pytest.mark.parametrize(
    "program, question, tree, line",
    [
        # the test that does not cut is right: it was never handed MIN's beta
        ("beta_left_out", "alpha_beta", "lectures/cs188_pruning", "score = max_value("),
        # max_value and min_value only call another, in which one line makes the value
        ("and_or_ternary", "minimax", "mistakes/zero_leaves", "return isMax and max("),
        ("sorted_as_text", "minimax", "lectures/aima_fig_5_2", "scores.sort(key=str)"),
        # the test is right, and goes on
        ("continue_for_break", "alpha_beta", "lectures/aima_fig_5_2", "if value <= al"),
        # the children are taken from the last to the first
        ("popped_moves", "alpha_beta", "lectures/aima_fig_5_2", "while moves:"),
        # the value is right, and the action is none
        ("state_returned", "minimax", "lectures/aima_fig_5_2", "def minimax_search("),
        # the weighted sum is divided, in the function itself, in a class, by mean()
        ("divided_again", CHANCE, AGAINST, "return total / len(outcomes)"),
        ("nadia_accumulator", CHANCE, AGAINST, "return self.sum / self.count"),
        ("bernoulli_mean", CHANCE, AGAINST, "return mean(p * V(game, t)"),
    ],
)
def test_the_line_to_look_at(
    sandbox: Sandbox, program: str, question: str, tree: str, line: str
) -> None:
    """It is the one that errs, or the head of the function where that is not known."""
    unit, _, question = question.rpartition("/")
    entry = only_entry(sandbox, program, unit, question, tree)
    assert entry.line is not None
    assert entry.line.source.startswith(line)


def only_entry(
    sandbox: Sandbox, program: str, unit: str, question: str, tree: str
) -> Entry:
    """The entry of a program's only test."""
    asked = only_selected(unit_named(unit), question, tree)
    (folder,) = PROGRAMS.glob(f"*/{program}")
    (entry,) = screens.graded(folder, asked, sandbox).report.all()
    return entry


def test_a_wrong_return_where_no_function_is_called_alone(sandbox: Sandbox) -> None:
    """What the submission tells of its calls shows where a value first goes wrong."""
    entry = only_entry(sandbox, "min_after_max", "any_order", "minimax", "max_twice")
    told = [
        b for passage in entry.details for b in passage if isinstance(b, WrongValue)
    ]
    assert [each.text.split()[3] for each in told] == ["C"]
    assert entry.line is not None
    assert "min_value(game, s) if game.to_move(s) !=" in entry.line.source


def test_a_wait_has_its_line(sandbox: Sandbox, tmp_path: Path) -> None:
    """A trace has no text of a line, so it is read from the file."""
    text = "import time\n\n\ndef max_value(game, state):\n    time.sleep(60)\n"
    (tmp_path / "minimax.py").write_text(text, "utf-8")
    asked = only_selected(unit_named(""), "minimax", "lectures/aima_fig_5_2")
    (case,) = asked.cases
    hasty = replace(case.question, limits=Limits(seconds=0.1))
    tests = (replace(case, question=hasty),)
    graded = screens.graded(tmp_path, replace(asked, tests=tests), sandbox)
    (entry,) = graded.report.all()
    assert entry.line is not None
    assert entry.line.source == "time.sleep(60)"


@pytest.mark.parametrize(
    "unit, program, question, line",
    [
        ("matrix_games", "rows_for_columns", "maximin", "return max(min(column)"),
        # where it raised
        ("estimates", "raises_on_one_group", "material", "return (white - black) /"),
        # nothing is known of a function that is not there
        ("estimates", "raises_on_one_group", "weighted", None),
    ],
)
def test_the_line_of_a_table(
    sandbox: Sandbox, unit: str, program: str, question: str, line: str | None
) -> None:
    """It is the one that returns, or breaks off."""
    asked = only_selected(unit_named(unit), question, None)
    folder = ROOT / "tests" / "units" / unit / program
    entries = screens.graded(folder, asked, sandbox).report.all()
    lines = {entry.line.source if entry.line else None for entry in entries}
    shown = lines - {None} or {None}
    assert all(each == line or str(each).startswith(str(line)) for each in shown)

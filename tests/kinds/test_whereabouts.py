"""Which line of a submission is to be looked at first."""

from __future__ import annotations

import pytest

from autograder.assignment.selection import selected
from autograder.kinds import all as assignments
from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.small import ROOT

CHANCE, AGAINST = "chance/expectimax", "expectimax/cs188_assumptions"
PROGRAMS = ROOT / "tests" / "programs"


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
def test_the_line_to_look_at(program: str, question: str, tree: str, line: str) -> None:
    """It is the one that errs, or the head of the function where that is not known."""
    unit, _, question = question.rpartition("/")
    asked = selected(assignments.load(ROOT / "test_trees" / unit), question, tree)
    (folder,) = PROGRAMS.glob(f"*/{program}")
    with Sandbox() as sandbox:
        (entry,) = screens.graded(folder, asked, sandbox).report.all()
    assert entry.line is not None
    assert entry.line.source.startswith(line)


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
    unit: str, program: str, question: str, line: str | None
) -> None:
    """It is the one that returns, or breaks off."""
    asked = selected(assignments.load(ROOT / "test_trees" / unit), question, None)
    with Sandbox() as sandbox:
        folder = ROOT / "tests" / "units" / unit / program
        entries = screens.graded(folder, asked, sandbox).report.all()
    lines = {entry.line.source if entry.line else None for entry in entries}
    shown = lines - {None} or {None}
    assert all(each == line or str(each).startswith(str(line)) for each in shown)

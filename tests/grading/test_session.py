"""From a notebook to all that its student reads: lines of cells, and no others."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.assignment.selection import only_selected
from autograder.grading.grading import Grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.kinds.kind import Replays
from autograder.report.entries import Entry, Report, for_instructor
from autograder.report.gradebook import Gradebook
from autograder.report.page import html
from autograder.report.plain import lines, note_lines
from autograder.sandbox.sandbox import Sandbox
from tests.small import ROOT

RIGHT = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    pairs = game.successors(state)
    return max(pairs, key=lambda pair: min_value(game, pair[1]))[0]
"""
TREE = "lectures/aima_fig_5_2"
CELLS = 3  # that stand before the program's


def report_on(folder: Path, program: str, explain: float = 0.0) -> Report:
    """All that is told of a notebook with a program, a cell for each function."""
    cells = [
        "%matplotlib inline",
        "%%bash\nls",
        "x = 3",
        *program.strip().split("\n\n\n"),
    ]
    whole = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    path = folder / "minimax.ipynb"
    path.write_text(json.dumps(whole), encoding="utf-8")
    asked = only_selected(assignments.load(ROOT / "test_trees"), "minimax", TREE)
    gradebook = Gradebook(None)
    with Sandbox() as box:
        grading = Grading.of(asked, path, box)
        wanted = Wanted(replays=Replays.ALL, searches=False, explain=explain)
        grade_fully(grading, gradebook, wanted)
    return gradebook.report


def all_of(report: Report) -> str:
    """Every word of a report, of a page too."""
    texts = [line for note in report.notes for line in note_lines(note)]
    for entry in report.all():
        texts += [entry.headline, entry.cause, *lines(entry.details)]
    return "\n".join((*texts, html(for_instructor(report))))


def only(report: Report) -> Entry:
    """The one test of it."""
    (entry,) = report.all()
    return entry


def test_a_traceback_names_cells(tmp_path: Path) -> None:
    """And so do the sentence, the page, and what groups equal mistakes."""
    program = RIGHT.replace("return game.utility(state)", "return 1 / 0", 1)
    report = report_on(tmp_path, program)
    place = f"minimax.ipynb, cell {CELLS + 1}, line 3"
    assert only(report).headline.endswith(f"in max_value ({place})")
    assert only(report).cause == f"ZeroDivisionError at {place}"
    assert "minimax.py" not in all_of(report)


def test_a_line_that_is_no_python_is_one_of_a_cell(tmp_path: Path) -> None:
    """Also the other line of which Python speaks."""
    program = RIGHT.replace("    if game.is_terminal(state):\n    ", "", 1)
    program = program.replace("    return game.utility(state)", "return 3", 1)
    report = report_on(tmp_path, program)
    cell = CELLS + 1
    assert f"on line 1 of cell {cell} (minimax.ipynb, cell {cell}, line 2)" in (
        only(report).headline
    )
    assert "minimax.py" not in all_of(report)


def test_the_first_wrong_step_and_its_explanation_name_cells(tmp_path: Path) -> None:
    """The line that is shown has the cell's number, not that of the module."""
    report = report_on(tmp_path, RIGHT.replace("return min(", "return max("), 3)
    line, place = only(report).line, f"minimax.ipynb, cell {CELLS + 2}, line 4"
    assert line is not None
    assert line.file_and_line == place
    assert f"line 4 of minimax.ipynb, cell {CELLS + 2} alone" in only(report).diagnosis
    assert f"{place}: return max(" in all_of(report)
    assert "minimax.py" not in all_of(report)

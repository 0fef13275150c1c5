"""All mistakes on the trees of an assignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.kinds import all as assignments
from autograder.kinds.search.matrix import has_repeats_not_compared, matrices
from tests.authoring.test_adequacy import write
from tests.matrices import FIGURE

TWICE = """
def minimax(game, state):
    value(game, state)
    return value(game, state)

def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best(minimax(game, child) for _, child in game.successors(state))
"""


@pytest.mark.parametrize("repeats, uncounted", [("false", True), ("true", False)])
def test_a_search_that_comes_back_is_compared_where_visits_are_counted(
    tmp_path: Path,
    repeats: str,
    uncounted: bool,  # noqa: FBT001
) -> None:
    """Each node is searched twice as often as the one above; once is as right."""
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "twice.py").write_text(TWICE, encoding="utf-8")
    folder = write(
        tmp_path,
        "name: twice, entry: minimax, search: none, points: {visits: 1}, "
        f"trees: [figure.yaml], repeats: {repeats}",
        figure=FIGURE,
    )
    (found,) = matrices(assignments.load(folder))
    assert has_repeats_not_compared(found) is uncounted


def test_each_question_has_a_matrix_of_its_trees(tmp_path: Path) -> None:
    """Asked twice, on a visible tree and on a hidden one, a question has one matrix."""
    folder = write(
        tmp_path,
        "name: minimax, points: {value: 1}, trees: [leaf.yaml]",
        "name: minimax, points: {value: 1}, trees: [figure.yaml], visibility: hidden",
        leaf="tree: [5]",
        figure=FIGURE,
    )
    (found,) = matrices(assignments.load(folder))
    assert [column.name for column in found.columns] == ["leaf", "figure"]
    assert [*found.names] == sorted(found.names)
    assert "average_at_min" in found.caught_only_by("figure")

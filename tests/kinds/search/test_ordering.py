"""Answers on an order of moves: a reference that loses some, and fewest leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.kind import Onlooker
from tests.small import ROOT

ASSIGNMENT = """questions:
  - name: ordering
    order: any
    peeks: true
    points: {value: 1}
    trees: [one.yaml]
"""
TREE = """depth: 2
tree: {A: {B: {B1: 9, B2: 8, B3: 1}, C: {C1: 14, C2: 12, C3: 11}}}
evaluate: {B: 2, C: 12}
expect: {fewest: %s}
"""


def computed(folder: Path, fewest: int = 4) -> None:
    """The signature and the answers of the question, which stop where all is right."""
    (folder / "assignment.yaml").write_text(ASSIGNMENT)
    (folder / "one.yaml").write_text(TREE % fewest)
    files = KINDS["search"].answer_files(assignments.load(folder), Onlooker())
    assert [next(files)[0].name, next(files)[0].name] == [
        *("ordering.search.json", "one.json"),
    ]


def test_the_fewest_leaves_are_those_that_a_source_says(tmp_path: Path) -> None:
    """All three of C, and the worst of B: four, at line and column of `expect`."""
    computed(tmp_path)
    with pytest.raises(FileProblems) as caught:
        computed(tmp_path, 5)
    path = tmp_path / "one.yaml"
    assert str(caught.value) == f"{path}:4:9: expect says fewest 5, computed 4"


def test_a_window_holds_the_value_where_the_order_is_free(tmp_path: Path) -> None:
    """B is worth 1 and C 11, which the window (11, 20) leaves out."""
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT)
    (tmp_path / "one.yaml").write_text(f"window: [11, 20]\n{TREE % 4}")
    files = KINDS["search"].answer_files(assignments.load(tmp_path), Onlooker())
    with pytest.raises(FileProblems, match=r"one\.yaml:1:\d+: the value, 11, lies"):
        list(files)


@pytest.mark.parametrize(
    "order, expected",
    [
        ("actions[1:]", "left out B"),
        ("[*actions, actions[0]]", "returned B more than once"),
        ("None", "returned NoneType, expected a list of its actions"),
    ],
)
def test_a_reference_that_loses_actions_is_told(
    order: str, expected: str, tmp_path: Path
) -> None:
    """Whether or not a value goes wrong by it; at its question."""
    folder = tmp_path / "reference"
    folder.mkdir()
    text = (ROOT / "reference" / "ordering.py").read_text("utf-8")
    whole, _, _ = text.partition("def order(")
    wrong = f"{whole}def order(game, state, actions):\n    return {order}\n"
    wrong = wrong.replace("for action in moves]", "for action in moves or actions]")
    (folder / "ordering.py").write_text(wrong, "utf-8")
    with pytest.raises(FileProblems) as caught:
        computed(tmp_path)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, 5)
    told = f"ordering.py: order(game, A, actions) {expected} (on the tree one)"
    assert problem.message.endswith(told)

"""What programs without an algorithm earn, on trees on which that is known by hand.

In AIMA's Figure 5.2 the value, 3, is also the first leaf, and the first action is the
best one; below C and D the smallest leaf is 2, below A as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.authoring.lazy import Payroll, payroll
from autograder.kinds import all as assignments
from autograder.sandbox.sandbox import Sandbox
from autograder.words import adequacy as words
from tests.cases import for_each
from tests.small import TREE

POINTS = "{value: 1, action: 1, visits: 1, max_value: 1, min_value: 1}"
QUESTIONS = f"""\
questions:
  - name: minimax
    points: {POINTS}
    trees: ["*.yaml"]
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {POINTS}
    trees: ["*.yaml"]
"""
UNEVEN = "tree: [[7, 1], [9, [4, 6], 2], [5, 3, 8]]"  # 3 at its third action
LINES = """\
questions:
  - name: principal_variation
    search: principal_variation
    entry: minimax
    points: {principal_variation: 1}
    trees: ["*.yaml"]
"""


def folder_of(folder: Path, **trees: str) -> Path:
    """An assignment on these trees."""
    (folder / "assignment.yaml").write_text(QUESTIONS)
    for name, text in trees.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


@pytest.fixture(scope="module")
def figure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Payroll]:
    """What is paid on the figure."""
    folder = folder_of(tmp_path_factory.mktemp("figure"), figure=TREE)
    with Sandbox() as sandbox:
        yield payroll(assignments.load(folder), sandbox)


@for_each(
    "title, minimax, alpha_beta",
    [
        # 3, and B: the value and the action.
        ("The same number everywhere", 2, 2),
        ("The first leaf", 2, 2),
        # Nothing is in sight of A, so that the first is as good; of MIN all is.
        ("One path, to the best in sight", 3, 2),
        ("One ply", 2, 1),
        # 14, below D; one ply further down MIN's choice is seen.
        ("One ply, then the first leaf", 2, 1),
        # On so flat a tree that is minimax.
        ("Two plies", 5, 2),
        ("Two plies, then the first leaf", 5, 2),
        # Minimax visits all and comes to 3: luck looks the same. Alpha-beta cuts at C;
        # and no function is judged alone that calls no other.
        ("Touch all, the same number", 5, 2),
        ("Touch all, the first leaf", 5, 2),
        # The last leaf is 2 and the median 5: no more than the action.
        ("Touch all, the last leaf", 1, 1),
        ("Touch all, the median leaf", 1, 1),
        # Of one ply the smallest leaf is what MIN looks for, the largest not A's.
        ("Touch all, the smallest leaf", 2, 1),
        ("Touch all, the largest leaf", 1, 1),
        ("Touch all, the mover's best leaf", 2, 1),
        # 2 is there twice; each child's smallest leaf is what MIN looks for.
        ("Touch all, the commonest leaf", 1, 1),
        ("Touch all, children's worst leaves", 5, 2),
    ],
)
def test_what_is_earned_without_any_search(
    figure: Payroll, title: str, minimax: float, alpha_beta: float
) -> None:
    """By each of the programs, of five points a question."""
    (paid,) = [paid for paid in figure.lazy if paid.title == title]
    assert dict(paid.points) == {"minimax": minimax, "alpha_beta": alpha_beta}


def test_what_is_earned_without_pruning(figure: Payroll) -> None:
    """Value and action: MAX has nothing to cut, but hands on no alpha either.

    Minimax is not asked to cut.
    """
    assert dict(figure.unpruned.points) == {"alpha_beta": 2}
    assert figure.shares_unpruned() == {"alpha_beta": 40}


def test_limits_that_are_passed(figure: Payroll) -> None:
    """By what pays best in each question: 5 and 2 of 10 points; 2 of 5 are no half."""
    for thorough, limit in {False: 10, True: 15}.items():
        assert figure.limits()[thorough] == limit
        assert figure.share(thorough=thorough) == 70
    assert figure.best(thorough=False)["minimax"].title == "Two plies"
    best = figure.best(thorough=True)
    assert best["minimax"].title == "Touch all, the same number"
    assert len([*words.underpriced(figure)]) == 2
    unpruned = replace(figure.unpruned, points={"alpha_beta": 3})
    assert len([*words.underpriced(replace(figure, unpruned=unpruned))]) == 3


def test_luck_on_one_tree_is_none_on_another(tmp_path: Path) -> None:
    """The number is that of one tree, the action that of either: both are 3."""
    folder = folder_of(tmp_path, figure=TREE, uneven=UNEVEN)
    with Sandbox() as sandbox:
        found = payroll(assignments.load(folder), sandbox)
    number, first_leaf, *_ = found.lazy
    assert dict(found.most) == {"minimax": 10, "alpha_beta": 10}
    assert dict(number.points) == {"minimax": 3, "alpha_beta": 3}, "both are worth 3"
    assert dict(first_leaf.points) == {"minimax": 2, "alpha_beta": 2}


def test_the_place_that_pays_best_is_that_of_most_trees(tmp_path: Path) -> None:
    """The second: 4 and 7 are worth most there, and 6 is found at the third of four.

    The first action and the last are never best. Each value is that of one tree.
    """
    folder = folder_of(
        tmp_path,
        first="tree: [[1, 2], [4, 5], [3, 0]]",
        second="tree: [[5, 0], [7, 8], [-1, 9]]",
        third="tree: [[0, 1], [-1, 3], [6, 8], [2, 9]]",
    )
    with Sandbox() as sandbox:
        number, *_ = payroll(assignments.load(folder), sandbox).lazy
    assert dict(number.points) == {"minimax": 3, "alpha_beta": 3}


def test_a_line_is_paid_as_a_whole(tmp_path: Path) -> None:
    """In the first tree both take the second action, in the other they differ."""
    folder = folder_of(
        tmp_path, alike="tree: [[1, 2], [6, 4]]", differing="tree: [[5, 3], [2, 1]]"
    )
    (folder / "assignment.yaml").write_text(LINES)
    with Sandbox() as sandbox:
        number, *_ = payroll(assignments.load(folder), sandbox).lazy
    assert dict(number.points) == {"principal_variation": 1}

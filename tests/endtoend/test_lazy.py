"""What programs without an algorithm earn, on trees on which that is known by hand.

In AIMA's Figure 5.2 the value, 3, is also the first leaf, and the first action is the
best one; below C and D the smallest leaf is 2, below A as well.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.answers.board import ModuleError
from autograder.authoring.lazy import Payroll
from autograder.commands.main import main
from autograder.kinds import all as assignments
from autograder.kinds import caught
from autograder.kinds.search.authors import payroll
from autograder.kinds.table import authors as lazytables
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
def figure(tmp_path_factory: pytest.TempPathFactory) -> Payroll:
    """What is paid on the figure."""
    folder = folder_of(tmp_path_factory.mktemp("figure"), figure=TREE)
    return payroll(assignments.load(folder))


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
    assert len([*caught.limit_sentences(figure)]) == 2
    unpruned = replace(figure.unpruned, points={"alpha_beta": 3})
    assert len([*caught.limit_sentences(replace(figure, unpruned=unpruned))]) == 3


def test_luck_on_one_tree_is_none_on_another(tmp_path: Path) -> None:
    """The number is that of one tree, the action that of either: both are 3."""
    folder = folder_of(tmp_path, figure=TREE, uneven=UNEVEN)
    found = payroll(assignments.load(folder))
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
    number, *_ = payroll(assignments.load(folder)).lazy
    assert dict(number.points) == {"minimax": 3, "alpha_beta": 3}


def test_a_line_is_paid_as_a_whole(tmp_path: Path) -> None:
    """In the first tree both take the second action, in the other they differ."""
    folder = folder_of(
        tmp_path, alike="tree: [[1, 2], [6, 4]]", differing="tree: [[5, 3], [2, 1]]"
    )
    (folder / "assignment.yaml").write_text(LINES)
    number, *_ = payroll(assignments.load(folder)).lazy
    assert dict(number.points) == {"principal_variation": 1}


OWN = '''\
"""Lazy programs of a course."""

from programs import worth


def second_of_second(game, state, *limits):
    """The second leaf of the second child."""
    for turn in (1, 1):
        if game.is_terminal(state):
            break
        state = game.successors(state)[turn][1]
    return worth(game, state)


def raises(game, state, *limits):
    """Nothing."""
    raise KeyError(state)


def product(arguments):
    """The product."""
    return arguments[0] * arguments[1]


def of_another_table(arguments):
    """What these arguments have not."""
    return arguments[7]


FEW, ALL, FUNCTIONS = (second_of_second,), (raises,), (product, of_another_table)
'''
OWN_QUESTIONS = """\
questions:
  - {name: minimax, points: {value: 1, action: 1}, trees: ["*.yaml"]}
  - {name: area, kind: table, points: {result: 1}, rows: [
      {of: [2, 3], is: 6}, {of: [4, 5], is: 20}, {of: [1, 1], is: 2}]}
"""


def own_course(folder: Path, name: str) -> Path:
    """A course with lazy programs of its own, in a module of this name."""
    (folder / "reference" / "lazy").mkdir(parents=True)
    (folder / "reference" / "lazy" / f"{name}.py").write_text(OWN, encoding="utf-8")
    (folder / "assignment.yaml").write_text(OWN_QUESTIONS)
    (folder / "one.yaml").write_text("tree: [[9, 5], [1, 4], [0, 7]]")
    (folder / "two.yaml").write_text("tree: [[-2, 1], [8, 6], [3, 9]]")
    return folder


def test_a_course_has_lazy_programs_of_its_own(tmp_path: Path) -> None:
    """Its leaf, 4 and 6, is the value of the second tree; the first one is worth 5.

    The best action is B in one tree and C in the other, so that each place earns one.
    """
    assignment = assignments.load(own_course(tmp_path, "mine"))
    found = payroll(assignment)
    titles = {paid.title: paid for paid in found.lazy}
    assert not titles["The second leaf of the second child"].thorough
    assert titles["The second leaf of the second child"].points["minimax"] == 2
    assert titles["Nothing"].thorough
    assert titles["Nothing"].points["minimax"] == 1


def test_a_course_has_lazy_functions_of_its_own(tmp_path: Path) -> None:
    """Two products of three are right; one that fits no row earns nothing."""
    folder = own_course(tmp_path, "mine")
    assert main(["answers", str(folder)]) == 0
    lazy = lazytables.payroll(assignments.load(folder)).lazy
    paid = {each.title: each.points for each in lazy}
    assert paid["The product"] == {"area": 2}
    assert paid["What these arguments have not"] == {"area": 0}


def test_a_lazy_module_of_a_name_of_the_projects(tmp_path: Path) -> None:
    """Both stand in one folder when they are graded."""
    assignment = assignments.load(own_course(tmp_path, "programs"))
    with pytest.raises(ModuleError, match="rename it"):
        payroll(assignment)

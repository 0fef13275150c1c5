"""The unit `ordering`: alpha-beta that tries first what is estimated to be best.

What the reference finds and saves on random trees is held against a search on bare
nodes, written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random

import pytest

from autograder.answers.board import Board
from autograder.game import Number
from autograder.judging.verdicts import Verdict
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.cases import for_each
from tests.unitgrading import FOLDER, REFERENCE, Graded, graded, unit

UNIT = "ordering"
DRAWN = 1000


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def of(name: str, sandbox: Sandbox) -> Graded:
    """A fixture of the unit."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)["ordering"]


class Search:
    """Alpha-beta on bare nodes, fail-soft, in the order of estimates; equals stay."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.visited: list[str] = []

    def value(self, index: int, alpha: float, beta: float, plies: int) -> float:
        """What a node is worth within the window, so many plies before the limit."""
        node = self.tree.nodes[index]
        self.visited.append(node.label)
        if node.utility is not None or plies == 0:
            return number(self.tree, index)
        children = list(node.children)
        if plies > 1:
            children.sort(
                key=lambda child: number(self.tree, child) * sign(node.to_move)
            )
        v = inf * sign(node.to_move)
        for child in children:
            below = self.value(child, alpha, beta, plies - 1)
            if node.to_move == "max":
                v = max(v, below)
                alpha = max(alpha, v)
            else:
                v = min(v, below)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v


def sign(mover: str) -> int:
    """By which the best comes first, and what a search starts with."""
    return -1 if mover == "max" else 1


def number(tree: GameTree, index: int) -> Number:
    """What is told of a node at a glance."""
    node = tree.nodes[index]
    worth = node.estimate if node.utility is None else node.utility
    assert isinstance(worth, int | float)
    return worth


def test_the_reference_searches_as_a_bare_one_does() -> None:
    """Value and visits, one after the other, on 1,000 trees with any estimates."""
    chance = Random(31)  # noqa: S311 - to be repeated, not to be guessed
    module = load_module(REFERENCE / "ordering.py")
    for _ in range(DRAWN):
        tree = random_tree(chance, Form(limit="depth"))
        bare = Search(tree)
        expected = bare.value(0, -inf, inf, tree.limit.depth)
        board = Board(tree, (), "order", peeks=True)
        game, root, visited = board.fresh_game_root_and_visits()
        with board.watching_calls(vars(module)):
            found = module.value(game, root, -inf, inf, tree.limit.depth)
        assert found == expected
        assert [board.labels[index] for index in visited] == bare.visited


@for_each("name", ["correct_in_loops", "correct_iterator"])
def test_other_orders_keep_full_marks(name: str, sandbox: Sandbox) -> None:
    """Insertion by hand, and an iterator that peeks as it is read."""
    assert of(name, sandbox).points == pytest.approx(100)


@for_each(
    "path",
    [
        *sorted((REFERENCE / "conventions").glob("ordering_*.py")),
    ],
)
def test_every_right_way_saves_what_is_asked(
    path: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    """Each style, and each convention by its own fewest leaves."""
    (tmp_path / "ordering.py").write_text(path.read_text("utf-8"), "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["ordering"]
    assert found.points == pytest.approx(100), path.name


@for_each(
    "name, points, lost",
    [
        ("never_ordered", 69.21, {"saved_50", "saved_90"}),
        ("best_twice", 69.21, {"saved_50", "saved_90"}),
        ("peeks_at_leaves", 87.57, {"saved_50", "saved_90"}),
    ],
)
def test_wrong_orders_are_told_why(
    name: str, points: float, lost: set[str], sandbox: Sandbox
) -> None:
    """What they lose is saved leaves alone."""
    found = of(name, sandbox)
    assert found.points == pytest.approx(points, abs=0.01)
    assert found.lost() == lost


def test_an_order_for_one_player_saves_less(sandbox: Sandbox) -> None:
    """Where the least estimate comes first for MAX, too."""
    found = of("turned_for_max", sandbox)
    assert found.points == pytest.approx(69.21, abs=0.01)
    assert found.lost() == {"saved_50", "saved_90"}


def test_lost_actions_are_wrong_visits(sandbox: Sandbox) -> None:
    """What was left out is missing, and the order says so."""
    found = of("loses_the_last", sandbox)
    assert found.points < 20
    result = found.on("best/two_moves_four_plies")
    assert result.verdict is Verdict.WRONG_VISITS
    wrong = result.observed.calls[0].misordered
    assert wrong is not None
    assert (wrong.state, len(wrong.missing)) == ("A", 1)


def test_the_reference_saves_all_where_estimates_are_true() -> None:
    """The figures of the lectures: 7, 11 and 17 leaves, and 4 of tic-tac-toe's 12."""
    fewest = {name: tree.expect.fewest for name, tree in unit(UNIT).trees().items()}
    assert fewest["best/two_moves_four_plies"] == 2**2 + 2**2 - 1
    assert fewest["best/three_moves_three_plies"] == 3**2 + 3**1 - 1
    assert fewest["best/three_moves_four_plies"] == 3**2 + 3**2 - 1
    assert fewest["depth_limited/lectures/tic_tac_toe"] == 4

"""The unit `depth_limited`: four questions, fixture submissions, and a recursion.

What the reference finds on random trees is held against a recursion that is written
here, from the definition, and shares nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from autograder.answers.board import Board
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.unitgrading import (
    FOLDER,
    REFERENCE,
    TEMPLATE,
    TREES,
    Fact,
    graded,
    total,
    unit,
)

UNIT = "depth_limited"
QUESTIONS = ("depth_limited", "h_minimax", "depth_limited_alpha_beta", "rounds")
OF_DEPTH = QUESTIONS[:3]
DRAWN = 300

Visited = list[str]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


# The unit


def test_a_hundred_points_for_four_questions() -> None:
    """Alpha-beta, which is asked on lectures' examples, has most."""
    asked = unit(UNIT)
    assert tuple(question.name for question in asked.questions()) == QUESTIONS
    assert asked.max_points() == pytest.approx(100)
    points = {
        name: sum(c.points.max_points for c in asked.cases if c.question.name == name)
        for name in QUESTIONS
    }
    assert max(points, key=points.__getitem__) == "depth_limited_alpha_beta"
    assert min(points.values()) > 10


def test_the_reference_earns_all_and_the_template_nothing(tmp_path: Path) -> None:
    """By the command line."""
    assert total(UNIT, REFERENCE, tmp_path / "all.json") == pytest.approx(100)
    assert total(UNIT, TEMPLATE, tmp_path / "none.json") == 0


@pytest.mark.parametrize(
    "tree, value, action",
    [
        ("cs188", 4, "C"),  # CS 188: MIN's -2 and 4
        ("horizon_2", 2, "C"),  # C only delays
        ("horizon_4", -1, "B"),  # two plies later it has cost more
        ("tic_tac_toe", 1, ".../.X./..."),  # Toronto: -1, -2 and 1
        ("tic_tac_toe_best_first", 1, "B"),
    ],
)
def test_the_lectures_say_so(tree: str, value: int, action: str) -> None:
    """The figures stand in `expect`, which `answers` holds against the reference."""
    found = treefile.load(TREES / UNIT / "lectures" / f"{tree}.yaml")
    assert (found.expect.value, found.expect.action) == (value, action)


def test_the_two_horizons_are_of_one_tree() -> None:
    """All but the depth is the same, and so the better search changes its mind."""
    two, four = (
        treefile.load(TREES / UNIT / "lectures" / f"horizon_{depth}.yaml")
        for depth in (2, 4)
    )
    assert two.nodes == four.nodes
    assert (two.limit.depth, four.limit.depth) == (2, 4)


def test_the_best_order_leaves_eight_of_twelve_estimates_out() -> None:
    """Knuth and Moore's best case, as Toronto's slides count it."""
    tree = treefile.load(TREES / UNIT / "lectures" / "tic_tac_toe_best_first.yaml")
    searched = Searched(tree, tree.limit.depth)
    found = observe("depth_limited_alpha_beta", tree)
    assert found.value == searched.value(0, 0) == 1
    assert len(tree.horizon) == 12
    assert len(found.estimated) == 4


# Submissions


@pytest.mark.parametrize(
    "name",
    [
        "correct_dispatcher",
        "correct_negamax",
        "correct_one_function",
        "correct_other_loops",
    ],
)
def test_other_shapes_keep_full_marks(name: str, sandbox: Sandbox) -> None:
    """A right search is right in any shape, and loses nothing."""
    for question, found in graded(UNIT, FOLDER / UNIT / name, sandbox).items():
        assert found.points == pytest.approx(found.most), question


@pytest.mark.parametrize(
    "name, question, tree, fact",
    [
        (
            "depth_handed_on_unchanged",
            "depth_limited",
            "lectures/cs188",
            ("max_value", "8", "4"),
        ),
        (
            "estimate_negated_at_min",
            "depth_limited",
            "one_ply/max_moves",
            ("max_value", "4", "5"),
        ),
        (
            "utility_at_the_limit",
            "depth_limited",
            "lectures/cs188",
            ("max_value", "ValueError", "utility(D): D is not a terminal state"),
        ),
        (
            "estimates_everywhere",
            "depth_limited",
            "drawn/min_first_of_three",
            ("estimates", "A B F I J D G K L H M", ""),
        ),
        (
            "one_ply_late",
            "h_minimax",
            "plies/below_10000",
            ("h_minimax", "5", "-3e+14"),
        ),
        (
            "min_never_stops",
            "depth_limited_alpha_beta",
            "one_ply/max_moves",
            ("max_value", "9", "5"),
        ),
        (
            "depth_shrinks_in_the_loop",
            "depth_limited_alpha_beta",
            "lectures/cs188",
            ("max_value", "1", "4"),
        ),
        (
            "each_ghost_a_round",
            "rounds",
            "rounds/drawn/two_third_of_four",
            ("max_value", "9", "-30"),
        ),
        ("plies_for_rounds", "rounds", "rounds/one_opponent", ("max_value", "7", "4")),
    ],
)
def test_wrong_searches_are_told_why(
    name: str, question: str, tree: str, fact: Fact, sandbox: Sandbox
) -> None:
    """Each loses points, and what was seen is told."""
    found = graded(UNIT, FOLDER / UNIT / name, sandbox)[question]
    assert found.fact(tree) == fact
    assert found.points < 0.95 * found.most


def test_estimates_too_many_cost_that_facet_alone(sandbox: Sandbox) -> None:
    """Where values, actions and visits are right."""
    found = graded(UNIT, FOLDER / UNIT / "estimates_everywhere", sandbox)
    assert found["depth_limited"].lost() == {"estimates"}


# Random trees


@dataclass(frozen=True)
class Searched:
    """A tree as a search of so many plies or rounds sees it, from the definition."""

    tree: GameTree
    depth: int = 0
    rounds: int = 0

    def stops(self, index: int, plies: int, moves_of_max: int) -> bool:
        """Whether the search goes no further; `plies` and moves of MAX led here."""
        node = self.tree.nodes[index]
        if node.utility is not None:
            return True
        if self.depth:
            return plies >= self.depth
        return node.to_move == "max" and moves_of_max >= self.rounds

    def value(self, index: int, plies: int, moves_of_max: int = 0) -> float:
        """What a node is worth."""
        node = self.tree.nodes[index]
        if self.stops(index, plies, moves_of_max):
            worth = node.estimate if node.utility is None else node.utility
            assert not isinstance(worth, tuple)
            assert worth is not None
            return worth
        by_max = moves_of_max + (node.to_move == "max")
        below = [self.value(child, plies + 1, by_max) for child in node.children]
        return max(below) if node.to_move == "max" else min(below)

    def best(self) -> str:
        """The first action that is worth what the root is."""
        root = self.tree.root
        by_max = int(root.to_move == "max")
        values = [self.value(child, 1, by_max) for child in root.children]
        best = (max if root.to_move == "max" else min)(values)
        return self.tree.nodes[root.children[values.index(best)]].label

    def reached(self, index: int = 0, plies: int = 0, by_max: int = 0) -> Visited:
        """The nodes within the limit, children behind parents."""
        node = self.tree.nodes[index]
        found = [node.label]
        if not self.stops(index, plies, by_max):
            by_max += node.to_move == "max"
            for child in node.children:
                found += self.reached(child, plies + 1, by_max)
        return found

    def ends(self, visited: Visited) -> set[str]:
        """Those of the nodes visited where the search stops, though nothing is over."""
        labels = self.tree.labels()
        inner = {labels[i] for i, n in enumerate(self.tree.nodes) if n.children}
        below = {
            labels[child]: labels[i]
            for i, n in enumerate(self.tree.nodes)
            for child in n.children
        }
        going_on = {below[label] for label in visited if label in below}
        return (inner & set(visited)) - going_on

    def unpruned(
        self, index: int = 0, plies: int = 0, alpha: float = -inf, beta: float = inf
    ) -> Visited:
        """The nodes whose window is open: α and β come from elder siblings' values.

        Knuth and Moore's theorem, for cuts on equality; no search is cut here.
        """
        node = self.tree.nodes[index]
        found = [node.label]
        if self.stops(index, plies, 0):
            return found
        for child in node.children:
            if alpha >= beta:
                break
            found += self.unpruned(child, plies + 1, alpha, beta)
            worth = self.value(child, plies + 1)
            if node.to_move == "max":
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
        return found


@dataclass(frozen=True)
class Observed:
    """What a reference did on a tree: of which inner nodes it asked for an estimate."""

    value: float
    action: str
    visited: Visited
    estimated: set[str]


def module_of(question: str) -> ModuleType:
    """The reference of a question."""
    return load_module(REFERENCE / f"{question}.py")


def observe(question: str, tree: GameTree) -> Observed:
    """Run a reference on a tree, for its value and for its action."""
    module, depth, rounds = module_of(question), tree.limit.depth, tree.limit.rounds
    first = f"{tree.root.to_move}_value"
    entry, given, more = {
        "depth_limited": (first, (depth,), (depth,)),
        "h_minimax": ("h_minimax", (0,), ()),
        "depth_limited_alpha_beta": (first, (-inf, inf, depth), (depth,)),
        "rounds": (first, (rounds,), (rounds,)),
    }[question]
    game, root, _ = Board(tree).fresh_game_root_and_visits()
    action = getattr(module, f"{question}_search")(game, root, *more)
    board = Board(tree)
    game, root, visited = board.fresh_game_root_and_visits()
    value = getattr(module, entry)(game, root, *given)
    labels = [tree.nodes[index].label for index in visited]
    estimated = {
        tree.nodes[i].label for i in board.record.estimated if tree.nodes[i].children
    }
    return Observed(value, action, labels, estimated)


def trees(form: Form, seed: int) -> Iterator[GameTree]:
    """Random trees of a form, in which the root's mover has a choice or has none."""
    chance = Random(seed)  # noqa: S311 - to be repeated, not to be guessed
    for _ in range(DRAWN):
        yield random_tree(chance, form)


PLIES = Form(limit="depth")
ANY_ORDER = Form(limit="depth", loose=True)
ROUNDS = Form(("max", "min"), limit="rounds")
GHOSTS = Form(("max", "min", "min"), limit="rounds")
PACMAN_ALONE = Form(("max",), limit="rounds")


@pytest.mark.parametrize("question", ["depth_limited", "h_minimax"])
@pytest.mark.parametrize("form", [PLIES, ANY_ORDER], ids=["in turns", "in any order"])
def test_plies_by_the_definition(question: str, form: Form) -> None:
    """Value, first best action, every node within the limit, and its horizon alone."""
    for tree in trees(form, seed=1):
        searched = Searched(tree, depth=tree.limit.depth)
        found = observe(question, tree)
        assert found.value == searched.value(0, 0)
        assert found.action == searched.best()
        assert found.visited == searched.reached()
        assert found.estimated == searched.ends(found.visited)


@pytest.mark.parametrize("form", [PLIES, ANY_ORDER], ids=["in turns", "in any order"])
def test_cuts_by_the_definition(form: Form) -> None:
    """The value is that without cuts; a node is visited if its window is open."""
    for tree in trees(form, seed=2):
        searched = Searched(tree, depth=tree.limit.depth)
        found = observe("depth_limited_alpha_beta", tree)
        assert found.value == searched.value(0, 0)
        assert found.action == searched.best()
        assert found.visited == searched.unpruned()
        assert found.estimated == searched.ends(found.visited)


@pytest.mark.parametrize(
    "form", [ROUNDS, GHOSTS, PACMAN_ALONE], ids=["one", "two", "none"]
)
def test_rounds_by_the_definition(form: Form) -> None:
    """With one opponent, with two, and with nobody but MAX."""
    for tree in trees(form, seed=3):
        searched = Searched(tree, rounds=tree.limit.rounds)
        found = observe("rounds", tree)
        assert found.value == searched.value(0, 0)
        assert found.action == searched.best()
        assert found.visited == searched.reached()
        assert found.estimated == searched.ends(found.visited)

"""The unit `iterative_deepening`: searches that look deeper until time is up.

What the reference visits and chooses on random trees is held against a search on bare
nodes, written here, which counts its own visits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from math import fsum
from random import Random

import pytest

from autograder.answers.board import Board
from autograder.kinds.search.visits import finished_rounds
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import NEAR
from tests.unitgrading import FOLDER, REFERENCE, Graded, graded, unit

UNIT = "iterative_deepening"
DRAWN = 1000
FORM = Form(limit="depth")
RIGHT = ("correct_line_by_line", "correct_negamax", "correct_nested")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def plies(tree: GameTree) -> dict[int, int]:
    """How deep each node lies."""
    found = {0: 0}
    for index, node in enumerate(tree.nodes):
        found |= dict.fromkeys(node.children, found[index] + 1)
    return found


def value(tree: GameTree, index: int, left: int) -> float:
    """What a node is worth, so many plies ahead."""
    node = tree.nodes[index]
    if not node.children or not left:
        found = node.utility if not node.children else node.estimate
        assert isinstance(found, int | float)
        return found
    below = [value(tree, child, left - 1) for child in node.children]
    return max(below) if node.to_move == "max" else min(below)


def best(tree: GameTree, depth: int) -> str:
    """The first best action of one round; of none the first."""
    if not depth:
        return tree.root_actions()[0]
    below = [value(tree, child, depth - 1) for child in tree.root.children]
    return tree.root_actions()[below.index(value(tree, 0, depth))]


def rounds_of(tree: GameTree) -> list[list[str]]:
    """What each visits: in a tree that is written down depth first, all so deep."""
    deep = plies(tree)
    order: list[int] = []
    waiting = [0]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(tree.nodes[order[-1]].children)
    labels = tree.labels()
    return [
        [labels[index] for index in order if deep[index] <= depth]
        for depth in range(1, max(deep.values()) + 1)
    ]


def with_time(tree: GameTree, chance: Random) -> GameTree:
    """The tree with visits allowed, at random, but near no end of a round."""
    ends = [*accumulate(map(len, rounds_of(tree)))]
    free = [n for n in range(2, ends[-1]) if min(abs(n - e) for e in ends) >= NEAR]
    return replace(tree, visits_allowed=chance.choice(free) if free else 0)


def test_the_reference_on_random_trees() -> None:
    """The rounds that it finishes, and the action of the last."""
    chance = Random(31)  # noqa: S311 - to be repeated, not to be guessed
    search = load_module(REFERENCE / f"{UNIT}.py").iterative_deepening_search
    stopped = other = 0
    for _ in range(DRAWN):
        tree = with_time(random_tree(chance, FORM), chance)
        every = rounds_of(tree)
        ends = [*accumulate(map(len, every))]
        allowed = tree.visits_allowed or ends[-1]
        whole = sum(end <= allowed for end in ends)
        board = Board(tree)
        game, root, visited = board.fresh_game_root_and_visits(timed=True)
        assert search(game, root) == best(tree, whole)
        found = finished_rounds(tree, [board.labels[index] for index in visited])
        assert [list(each) for each in found] == every[:whole]
        assert len(visited) <= allowed + 1
        stopped += whole < len(every)
        other += best(tree, whole) != best(tree, len(every))
    assert stopped > DRAWN / 3
    assert other > DRAWN / 10


def test_a_hundred_points() -> None:
    """A quarter or more for the rounds, and half for what one hands to the next."""
    cases = unit(UNIT).cases
    assert fsum(case.points.max_points for case in cases) == pytest.approx(100)
    mine = [case for case in cases if case.question.name == UNIT]
    assert fsum(case.points.max_points for case in mine) == pytest.approx(50)
    rounds = fsum(case.points.earned(["rounds"]) for case in cases)
    assert rounds > 25
    assert {case.tree.visits_allowed > 0 for case in cases} == {True, False}


def of(name: str, sandbox: Sandbox) -> Graded:
    """What a fixture earns."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)[UNIT]


@pytest.mark.parametrize("name", RIGHT)
def test_other_shapes_keep_full_marks(name: str, sandbox: Sandbox) -> None:
    """Functions in functions, a sign for the player, time asked for in the loops."""
    found = of(name, sandbox)
    assert found.points == pytest.approx(50)


@pytest.mark.parametrize(
    "name, most",
    [
        ("asks_between_rounds", 40),
        ("never_asks", 40),
        ("two_rounds", 40),
        ("unfinished_round", 45),
    ],
)
def test_mistakes_are_told(name: str, most: float, sandbox: Sandbox) -> None:
    """By what they lose."""
    found = of(name, sandbox)
    assert found.points < most


def test_who_never_asks_is_stopped_and_told(sandbox: Sandbox) -> None:
    """By the grader's side, whatever the submission catches."""
    found = of("never_asks", sandbox).decided("two_rounds")
    assert found.verdict.value == "timed_out"
    allowed = next(c for c in unit(UNIT).cases if c.tree_name == "two_rounds")
    assert len(found.observation.visited) == 2 * allowed.tree.visits_allowed

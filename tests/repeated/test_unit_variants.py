"""The unit `variants`: what lectures say beside the searches of other units.

The second look is held against a recursion on bare nodes, that of `quiescence`. The
search by the mean alone stands among those of tests/repeated/test_unit_monte_carlo.py,
the functions without a game in tests/units.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.trusted import compute
from autograder.trees import file as treefile
from autograder.trees.drawn import Form
from autograder.trees.tree import C
from tests.cases import for_each
from tests.plainmcts import PlainSearch
from tests.repeated.test_unit_quiescence import DRAWN, Search, run, trees
from tests.small import run as run_command
from tests.unitgrading import FOLDER, REFERENCE, TREES, unit

UNIT = "variants"
POINTS = {"plain_mean": 40, "stopped_playout": 10, "secondary": 40, "estimate": 10}
LIMITED = Form(limit="depth")
FEW = ((-1, 0, 1),)  # numbers, so that actions are equal
RIGHT = ("correct_arrays", "correct_children_at_once", "correct_methods")
WRONG = ("plain_mean", "stopped_playout", "secondary", "estimate")


def test_the_second_look_by_hand_on_random_trees() -> None:
    """The best action one ply further, and where it degrades the second best."""
    both = changed = 0
    for tree in trees(LIMITED):
        sign = 1 if tree.root.to_move == "max" else -1
        search = Search(tree, quiet=False)
        search.met.add(tree.root.label)
        worth = {c: sign * search.value(c, 1) for c in tree.root.children}
        first, *others = sorted(worth, key=lambda child: -worth[child])
        deeper, chosen = Search(tree, quiet=False), first
        if others:
            again = sign * deeper.value(first, 0)
            if again < worth[first]:
                both += 1
                if sign * deeper.value(others[0], 0) > again:
                    chosen = others[0]
            changed += chosen != first
        found = run(REFERENCE / "secondary.py", "secondary_search", tree)
        assert found == (tree.nodes[chosen].label, search.met | deeper.met)
    assert both > DRAWN / 10
    assert changed > DRAWN / 20


@for_each("name", RIGHT)
def test_each_choice_among_equals_is_right(name: str) -> None:
    """The first of equal actions or the last, as the best one and as the second."""
    question = next(
        q for q in with_signatures(unit(UNIT)).questions() if q.name == "secondary"
    )
    path, tied = FOLDER / UNIT / name / "secondary.py", 0
    for tree in trees(LIMITED, FEW):
        recorded = compute(tree, (question,)).questions["secondary"]["textbook"]
        ends = {
            (action, frozenset(visited)) for action, visited in recorded.possible_ends()
        }
        tied += len(ends) > 1
        action, visited = run(path, "secondary_search", tree)
        assert (action, frozenset(visited)) in ends
    assert tied > DRAWN / 5


@for_each("name, explored", [("max_twice", "B"), ("one_bad_playout", "C")])
def test_without_exploration_another_action_is_found(name: str, explored: str) -> None:
    """UCB1 with the root of 2 comes to the best one, as the trees say."""
    tree = treefile.load(TREES / UNIT / "mean" / f"{name}.yaml")
    assert PlainSearch(replace(tree, exploration=C)).run() == explored
    assert PlainSearch(tree).run() != explored


def test_a_hundred_points() -> None:
    """For four questions."""
    tests = unit(UNIT).tests
    for question, most in POINTS.items():
        found = [t.points.max_points for t in tests if t.question.name == question]
        assert fsum(found) == pytest.approx(most)
    assert {test.question.name for test in tests} == {*POINTS}


@cache
def graded(name: str) -> list[dict[str, Any]]:
    """The tests of a fixture, as programs read them."""
    with TemporaryDirectory() as scratch:
        path = Path(scratch, "results.json")
        folder = FOLDER / UNIT / name
        run_command(folder, "--assignment", TREES / UNIT, "--results", path)
        found = json.loads(path.read_bytes())["tests"]
    return [test for test in found if test["extra_data"].get("question")]


@for_each("name", RIGHT)
def test_other_shapes_earn_everything(name: str) -> None:
    """Of equals in a second look one takes the last; an estimate may know little."""
    assert fsum(test["score"] for test in graded(name)) == pytest.approx(100)


@for_each("question", WRONG)
def test_mistakes_lose_points(question: str) -> None:
    """By the sum, by the first estimate, without a second look, beyond a win."""
    own = [
        test
        for test in graded("first_look_alone")
        if test["extra_data"]["question"] == question
    ]
    assert fsum(t["score"] for t in own) < fsum(t["max_score"] for t in own)

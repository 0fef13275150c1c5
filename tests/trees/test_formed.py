"""Small trees of any form: which there are, and what makes one smaller."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.trees import drawn
from autograder.trees import file as treefile
from autograder.trees.drawn import PLAIN, Form, random_tree
from autograder.trees.small import dump, size_key
from autograder.trees.tree import FULL, GameTree

FORMS = {
    "plain": PLAIN,
    "chance": Form(("max", "chance", "min"), loose=True),
    "bounds": Form(("max", "chance", "min"), bounded=True),
    "depth": Form(limit="depth"),
    "rounds": Form(("max", "min", "min"), limit="rounds"),
    "quiescence": Form(limit="depth", noisy=True),
    "margin": Form(limit="depth", margin=True),
    "players": Form(("Ann", "Bob", "Eve")),
}


def trees(form: Form) -> st.SearchStrategy[GameTree]:
    """Random trees of a form."""
    return st.integers().map(
        lambda seed: random_tree(Random(seed), form, most_leaves=6)  # noqa: S311
    )


def payoffs(tree: GameTree) -> list[float]:
    """All that all leaves are worth to all."""
    return [number for node in tree.nodes for number in node.payoffs()]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_tiny_trees_are_there_once_and_in_order(form: Form) -> None:
    """Each of at most three leaves, and a student can grade with each at home."""
    tiny = drawn.tiny_trees((form,))
    assert all(one < other for one, other in pairwise(map(size_key, tiny)))
    assert {sum(not n.children for n in tree.nodes) for tree in tiny} == {1, 2, 3}
    for tree in tiny[::60]:
        assert treefile.parse(dump(tree)).fingerprint() == tree.fingerprint()


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@given(st.data())
def test_what_is_smaller_has_the_same_form(form: Form, data: st.DataObject) -> None:
    """Less than the tree, the least first; limit, bounds and players stay."""
    tree = data.draw(trees(form))
    moved = drawn.smaller(tree)
    keys = [size_key(other) for other in moved]
    assert all(one < other for one, other in pairwise([*keys, size_key(tree)]))
    for other in moved:
        assert bool(other.limit) == bool(tree.limit)
        assert (other.bounds is None) == (tree.bounds is None)
        assert other.players == tree.players
        assert {n.to_move for n in other.nodes} <= {n.to_move for n in tree.nodes}
    for other in moved[:: max(1, len(moved) // 3)]:
        assert treefile.parse(dump(other)).fingerprint() == other.fingerprint()


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_whoever_goes_on_comes_to_one_leaf(form: Form) -> None:
    """No tree is a dead end: what is left is a root, and a leaf that is worth 0."""
    tree = random_tree(Random(1), form, most_leaves=8)  # noqa: S311
    while moved := drawn.smaller(tree):
        tree = moved[0]
    assert len(tree.nodes) == 2
    assert set(tree.nodes[1].payoffs()) == {0}


def test_estimates_come_nearer_to_0_and_limits_to_1() -> None:
    """Here each by one move."""
    text = "depth: 2\nevaluate: {A: 3, B: 0}\ntree: [[1]]\n"
    moved = {dump(tree) for tree in drawn.smaller(treefile.parse(text))}
    assert 'depth: 1\nevaluate: {"A": 3, "B": 0}\ntree: [[1]]\n' in moved
    assert 'depth: 2\nevaluate: {"A": 0, "B": 0}\ntree: [[1]]\n' in moved


def test_chances_come_to_be_equal() -> None:
    """Equal ones are told by none; quarters are easier than eighths."""
    text = "players: [max, chance]\nchance: {B: [1/8, 7/8]}\ntree: [[0, 1]]\n"
    moved = {dump(tree) for tree in drawn.smaller(treefile.parse(text))}
    head = 'players: ["max", "chance"]\n'
    assert f"{head}tree: [[0, 1]]\n" in moved
    assert f'{head}chance: {{"B": [0.25, 0.75]}}\ntree: [[0, 1]]\n' in moved


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_family_is_drawn_the_same_each_time(form: Form) -> None:
    """Some hundreds, by size and large numbers last: answers can be kept beside."""
    one, other = (drawn.trees_for_family((form,), None, windowed=False) for _ in "12")
    assert [t.fingerprint() for t in one] == [t.fingerprint() for t in other]
    keys = [(any(abs(n) > 9 for n in payoffs(tree)), size_key(tree)) for tree in one]
    assert keys == sorted(keys)
    assert 200 < len(one) < 700
    assert {tree.window for tree in one} == {FULL}


def test_a_family_has_windows_where_it_is_told() -> None:
    """They come last, for who prunes; in one window all numbers lie well inside."""
    windowed = drawn.trees_for_family((PLAIN,), None, windowed=True)
    windows = [tree.window != FULL for tree in windowed]
    assert any(windows)
    within = drawn.trees_for_family((PLAIN,), (0, 1), windowed=False)
    assert {tree.window for tree in within} == {(0, 1)}
    numbers = [number for tree in within for number in payoffs(tree)]
    assert (min(numbers), max(numbers)) == (0.25, 0.75)


@pytest.mark.parametrize(
    "tree, expected",
    [
        ("[1, [0, 0]]", True),
        ("[0, [0, 0]]", False),
        ("[0, [0, -1]]", False),  # nothing is left behind the least
        ("[0, [-1, 0]]", True),
    ],
)
def test_who_has_the_best_that_there_is_may_stop(
    tree: str,
    expected: bool,  # noqa: FBT001
) -> None:
    """Between -1 and 1: MAX with 1, MIN with -1, where more is to be searched."""
    found = treefile.parse(f"bounds: [-1, 1]\ntree: {tree}\n")
    assert drawn.is_settled_early(found) == expected

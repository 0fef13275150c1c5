"""The fewest leaves of any order, against every order of small trees, one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from autograder.game import Number
from autograder.kinds.search.visits import Savings, fewest_leaves
from autograder.kinds.search.walk import EQUALITY, MIXED, STRICT, Policy
from autograder.trees import file as treefile
from autograder.trees import small
from autograder.trees.tree import FULL, GameTree
from autograder.trees.values import exact_values

ROOT = Path(__file__).parents[3]
TREES = 1000
Cut = Callable[[str, Number, Number, Number], bool]  # mover, v, alpha, beta


def in_every_order(
    tree: GameTree, index: int, alpha: Number, beta: Number, cut: Cut
) -> dict[Number, int]:
    """What alpha-beta may return below a node, each with the fewest leaves for it.

    All orders of all children are searched, fail-soft.
    """
    node = tree.nodes[index]
    if node.utility is not None:
        assert not isinstance(node.utility, tuple)
        return {node.utility: 1}
    found: dict[Number, int] = {}
    for order in permutations(node.children):
        start = float("-inf") if node.to_move == "max" else float("inf")
        open_: dict[Number, int] = {start: 0}
        for child in order:
            after: dict[Number, int] = {}
            for v, leaves in open_.items():
                low, high = alpha, beta
                if node.to_move == "max":
                    low = max(alpha, v)
                else:
                    high = min(beta, v)
                below = in_every_order(tree, child, low, high, cut)
                for returned, more in below.items():
                    best = max if node.to_move == "max" else min
                    now, count = best(v, returned), leaves + more
                    into = found if cut(node.to_move, now, alpha, beta) else after
                    into[now] = min(count, into.get(now, count))
            open_ = after
        for v, leaves in open_.items():
            found[v] = min(leaves, found.get(v, leaves))
    return found


def cut_of(policy: Policy) -> Cut:
    """When a search that goes by a policy leaves a node, as the lectures write it."""

    def cut(mover: str, v: Number, alpha: Number, beta: Number) -> bool:
        if mover in policy.stops:
            return v >= beta if mover == "max" else v <= alpha
        return v > beta if mover == "max" else v < alpha

    return cut


def fewest_in_every_order(tree: GameTree, policy: Policy) -> int:
    """The fewest leaves of all orders."""
    cut = cut_of(policy)
    return min(in_every_order(tree, 0, *tree.window, cut).values())


@pytest.mark.parametrize(
    "policy", [EQUALITY, STRICT, *(each for each in MIXED if each.by_v)]
)
def test_it_is_the_fewest_of_every_order(policy: Policy) -> None:
    """On 1,000 trees of at most eight leaves, with windows too."""
    chance = Random(repr(policy))  # noqa: S311 - to be repeated, not to be guessed
    palettes = small.SMALL_PALETTES
    drawn = 0
    while drawn < TREES // 4:
        tree = small.random_tree(
            chance, windowed=drawn % 4 == 0, palettes=palettes, most_leaves=8
        )
        if max(len(node.children) for node in tree.nodes) > 4:
            continue
        drawn += 1
        counted = fewest_leaves(tree, exact_values(tree), tree.window, policy)
        assert counted == fewest_in_every_order(tree, policy), small.shape_of(tree)


@pytest.mark.parametrize(
    "name, fewest", [("best_7", 7), ("best_11", 11), ("best_17", 17)]
)
def test_it_is_what_the_lectures_say(name: str, fewest: int) -> None:
    """b^⌈d/2⌉ + b^⌊d/2⌋ − 1 of uniform trees without ties (Knuth and Moore)."""
    tree = treefile.load(ROOT / "test_trees" / "orders" / f"{name}.yaml")
    assert fewest_leaves(tree, exact_values(tree), FULL, EQUALITY) == fewest
    assert fewest_leaves(tree, exact_values(tree), FULL, STRICT) == fewest


def test_it_does_not_hang_on_the_order_of_the_tree() -> None:
    """The worst order of the same 16 leaves could be one of 7."""
    tree = treefile.load(ROOT / "test_trees" / "orders" / "worst_16.yaml")
    assert fewest_leaves(tree, exact_values(tree), FULL, EQUALITY) == 7


def test_a_deep_tree_is_counted_too() -> None:
    """2,000 plies, each with one leaf beside, are more than Python's own recursion."""
    shape: small.Shape = (0, 1)
    for _ in range(2000):
        shape = (shape,)
    tree = small.tree_of_shape(shape)
    assert fewest_leaves(tree, exact_values(tree), FULL, EQUALITY) == 2


def test_the_share_lies_between_nothing_and_all() -> None:
    """Of 16 leaves down to 7 the way is 9; who takes more than 16 has saved nothing."""
    percents = [Savings(leaves, 16, 7).percent for leaves in (18, 16, 13, 10, 7)]
    assert percents == pytest.approx([0, 0, 100 / 3, 200 / 3, 100])
    assert not Savings(5, 7, 5).is_enough_to_judge
    assert Savings(5, 8, 5).is_enough_to_judge

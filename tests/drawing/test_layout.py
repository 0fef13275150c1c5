"""Where nodes stand: the laws of a tidy tree, checked on places and widths alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.drawing.nodes import APART, Extent, horizontal_places, parents
from tests.small import examples

GAP = 10.0
Shape = tuple[list[list[int]], list[Extent]]

# Beside a chain with a wide end stands a staircase: its left contour leads from one
# of its subtrees to the next, twice.
STAIRS: Shape = (
    [[1, 2], [3], [4, 5, 6], [7], [], [8], [9], [10], [], [11], [], []],
    [(5.0, 300.0 if node == 10 else 5.0) for node in range(12)],
)


@st.composite
def shapes(draw: st.DrawFn, most: int = 60) -> Shape:
    """Children by node, of at most so many each, and widths to the left and right."""
    children: list[list[int]] = [[]]
    for node in range(1, draw(st.integers(1, 45))):
        free = [i for i in range(max(0, node - 9), node) if len(children[i]) < most]
        children[draw(st.sampled_from(free))].append(node)
        children.append([])
    width = st.integers(1, 60).map(float)
    count = len(children)
    extents = st.lists(st.tuples(width, width), min_size=count, max_size=count)
    return children, draw(extents)


def plies_below(children: list[list[int]], node: int) -> list[list[int]]:
    """The nodes of each ply of a subtree, from left to right."""
    found, ply = [], [node]
    while ply:
        found.append(ply)
        ply = [child for parent in ply for child in children[parent]]
    return found


def spare(shape: Shape, x: tuple[float, ...], left: int, right: int) -> float:
    """How much further apart two neighbours of one ply stand than they must."""
    children, extents = shape
    above = parents(children)
    gap = GAP if above[left] == above[right] else GAP * APART
    return x[right] - extents[right][0] - x[left] - extents[left][1] - gap


@settings(max_examples=examples(80), deadline=None)
@given(shapes())
@example(STAIRS)
def test_nodes_of_a_ply_stand_in_order_and_apart(shape: Shape) -> None:
    """By the gap between siblings, and by more of it between cousins."""
    x = horizontal_places(*shape, GAP)
    for ply in plies_below(shape[0], 0):
        assert all(spare(shape, x, *pair) >= -1e-6 for pair in pairwise(ply))


@settings(max_examples=examples(80), deadline=None)
@given(shapes())
def test_a_parent_stands_in_the_middle_above_its_children(shape: Shape) -> None:
    """Between the first and the last of them; and the leftmost edge is at 0."""
    children, extents = shape
    x = horizontal_places(children, extents, GAP)
    for node, below in enumerate(children):
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
    edges = [place - left for place, (left, _) in zip(x, extents, strict=True)]
    assert min(edges) == pytest.approx(0)


@settings(max_examples=examples(80), deadline=None)
@given(shapes(most=2))
@example(STAIRS)
def test_two_subtrees_stand_as_close_as_they_can(shape: Shape) -> None:
    """Somewhere they touch: no picture is wider than its nodes make it."""
    x = horizontal_places(*shape, GAP)
    for below in shape[0]:
        if len(below) == 2:
            both = zip(*(plies_below(shape[0], child) for child in below), strict=False)
            between = [spare(shape, x, left[-1], right[0]) for left, right in both]
            assert min(between) == pytest.approx(0, abs=1e-6)


def test_small_subtrees_between_large_ones_are_spread() -> None:
    """The leaf between two subtrees that push each other apart stands in the middle."""
    children = [[1, 2, 3], [4, 5, 6], [], [7, 8, 9], *[[] for _ in range(6)]]
    x = horizontal_places(children, [(5.0, 5.0)] * 10, GAP)
    assert x[2] == pytest.approx((x[1] + x[3]) / 2)


def test_parents_of_a_tree() -> None:
    """By hand: a root with two children, the second of which has one."""
    children = [[1, 2], [], [3], []]
    assert parents(children) == [-1, 0, 0, 2]

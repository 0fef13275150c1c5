"""Trees with a window that close gaps: thousands are tried before one is found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import inf
from typing import Any

from autograder.authoring.suggest import suggest
from autograder.trees.tree import GameTree
from tests.matrices import ALPHA_BETA, matrix

SWAPPED = ("bounds_do_not_move", "bounds_move_outwards")
WINDOWED = ("min_cut_forgets_the_child", "min_cut_returns_beta")
DEEP = "tree: [[1, [[-1, [2, 0]], 3]], [0, [[-2, 1], [0]]], [[4, [-3]], 2]]"


@cache
def windowed() -> GameTree:
    """The tree that tells the two apart that differ only under a window."""
    found = matrix(ALPHA_BETA, DEEP, mistakes=WINDOWED, styles=("equality",))
    (one,) = suggest(found).suggestions
    assert one.name == f"alpha_beta_{'_or_'.join(WINDOWED)}"
    assert one.parts == (((WINDOWED[0],), (WINDOWED[1],)),)
    return one.tree


def test_a_window_is_suggested_where_only_that_tells_apart() -> None:
    """With one end only, and two leaves: one is not enough, as is shown below."""
    tree = windowed()
    assert sum(abs(end) < inf for end in tree.window) == 1
    assert sum(not node.children for node in tree.nodes) == 2


Shape = Any  # a number, or a list of shapes


def searched(
    shape: Shape, mover: str, alpha: float, beta: float, kept: str
) -> tuple[float, list[float]]:
    """Value and leaves of alpha-beta whose MIN returns, when it cuts, beta or v."""
    if not isinstance(shape, list):
        return shape, [shape]
    other = {"max": "min", "min": "max"}[mover]
    v, seen = (-inf if mover == "max" else inf), []
    for child in shape:
        w, leaves = searched(child, other, alpha, beta, kept)
        seen += leaves
        if mover == "max":
            v = max(v, w)
            if v >= beta:
                return v, seen
            alpha = max(alpha, v)
        elif min(v, w) <= alpha:
            return (beta if kept == "beta" else v), seen
        else:
            v = min(v, w)
            beta = min(beta, v)
    return v, seen


def parted(shape: Shape, mover: str, alpha: float, beta: float) -> bool:
    """Whether the two returns make a difference."""
    found = [searched(shape, mover, alpha, beta, kept) for kept in ("beta", "v")]
    return found[0] != found[1]


def shapes(leaves: int) -> Iterator[Shape]:
    """Trees of so many leaves in a row or a chain, of -2 to 2."""
    for numbers in product(range(-2, 3), repeat=leaves):
        row = list(numbers)
        yield from (row, [row], [[row]])
        if leaves > 1:
            yield from ([row[0], row[1:]], [row[:1], *row[1:]], [row[0], [row[1:]]])


def test_the_suggested_window_is_needed() -> None:
    """By brute force: no window, no difference; one end and one leaf, no difference."""
    one_end = [w for end in range(-3, 4) for w in ((end, inf), (-inf, end))]
    for mover in ("max", "min"):
        for count in (1, 2, 3):
            assert not any(parted(s, mover, -inf, inf) for s in shapes(count))
        for shape, window in product(shapes(1), one_end):
            assert not parted(shape, mover, *window)
    tree = windowed()
    assert any(
        parted(shape, tree.root.to_move, *map(float, tree.window))
        for shape in shapes(2)
    ), "a positive control: the brute force sees the difference where there is one"

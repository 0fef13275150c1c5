"""The moves by which a tree that shows something is made smaller."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from autograder.game import Number
from autograder.trees.explicit import EVERYTHING
from autograder.trees.small import (
    FEW,
    OTHER,
    Shape,
    Window,
    build,
    filled,
    shape_of,
    size,
    utilities_of,
)
from autograder.trees.tree import INFINITY, GameTree

MOST_REFILLED = 5  # leaves that are given all utilities of FEW at once


def smaller(tree: GameTree) -> list[GameTree]:
    """The trees that are smaller and one move away, in order of size."""
    shape, first, window = shape_of(tree), tree.root.to_move, tree.window
    reduced = [s for s in _reduced(shape) if isinstance(s, tuple)]
    moved = [build(s, first, window) for s in (*reduced, *_refilled(shape))]
    moved += [build(s, OTHER[first], window) for s in (shape, *reduced)]
    numbers = [-number for number in utilities_of(shape)]
    mirrored = (-window[1], -window[0])
    moved.append(build(filled(shape, iter(numbers)), OTHER[first], mirrored))
    moved += [build(shape, first, other) for other in _windows(*window)]
    most = size(tree)
    sized = {size(other): other for other in moved}
    return [sized[key] for key in sorted(key for key in sized if key < most)]


def _reduced(shape: Shape) -> Iterator[Shape]:
    """The shape with a part left out, in place of what is above it, or made a leaf."""
    if not isinstance(shape, tuple):
        yield from _nearer(shape)
        return
    yield from (0, *utilities_of(shape))
    for index, child in enumerate(shape):
        before, behind = shape[:index], shape[index + 1 :]
        if before or behind:
            yield (*before, *behind)
        yield child
        if isinstance(child, tuple):
            yield from child
            yield (*before, *child, *behind)
            yield (*before, *chain(*map(_parts, child)), *behind)
        yield from ((*before, other, *behind) for other in _reduced(child))


def _parts(shape: Shape) -> tuple[Shape, ...]:
    """What stands in place of a node if it is left out: its children."""
    return shape if isinstance(shape, tuple) else (shape,)


def _nearer(number: Number) -> Iterator[Number]:
    """Numbers nearer to 0, by steps of every length; and its mirror image."""
    yield from (-number, round(number))
    step = abs(int(number))
    while step:
        yield number - step if number > 0 else number + step
        step //= 2


def _refilled(shape: Shape) -> Iterator[Shape]:
    """The shape with other utilities everywhere: their ranks, or all there are."""
    numbers = list(utilities_of(shape))
    ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
    for lowest in (-len(ranks), -(len(ranks) // 2), 0, 1):
        yield filled(shape, (ranks[number] + lowest for number in numbers))
    if len(numbers) <= MOST_REFILLED:
        for filling in product(FEW, repeat=len(numbers)):
            yield filled(shape, iter(filling))


def _windows(alpha: Number, beta: Number) -> Iterator[Window]:
    """Simpler windows: an end less, or nearer to 0."""
    yield from (EVERYTHING, (alpha, INFINITY), (-INFINITY, beta))
    if alpha > -INFINITY:
        yield from ((other, beta) for other in _nearer(alpha) if other < beta)
    if beta < INFINITY:
        yield from ((alpha, other) for other in _nearer(beta) if other > alpha)

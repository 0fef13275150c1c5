"""What the fuzzers share: a block that would hang fails, and a tree is searched."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType

from autograder.game import MAX, Number
from autograder.trees.tree import GameTree


def random_of(seed: int) -> Random:
    """A source of all that is random in one example, so that its seed repeats it."""
    return Random(seed)  # noqa: S311 - nothing is secret


class HungError(BaseException):
    """The block took too long; no `except Exception` in what is tested hides it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise HungError where the block still runs, or waits, after so many seconds."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise HungError(f"still at it after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def minimax_values(tree: GameTree) -> dict[str, Number]:
    """The value of each node of a tree of MAX and MIN, from the definition."""
    values: dict[int, Number] = {}
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        best = max if node.to_move == MAX else min
        assert not isinstance(node.utility, tuple)
        below = [values[child] for child in node.children]
        values[index] = best(below) if node.utility is None else node.utility
    return {node.label: values[index] for index, node in enumerate(tree.nodes)}

"""Room for functions of ours that go down a deep tree by calling themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

USUAL, A_PLY = 1000, 8  # frames


@contextmanager
def deep_enough(height: int) -> Iterator[None]:
    """Room for the recursion of a deep tree; a traced ply takes up to six frames."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, USUAL + A_PLY * height))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)

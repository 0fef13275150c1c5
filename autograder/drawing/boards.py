"""The board of a position, where its content shows one: squares in rows."""

from __future__ import annotations

from autograder.game import position_of
from autograder.trees.tree import Node

FREE = " .-_"  # what stands in a square in which nothing stands
MOST_SIDE = 10  # squares


def board_of(node: Node) -> tuple[str, ...]:
    """The rows of the board from above, a sign a square; () where there is none.

    Its rows are the lines of the content, or the parts of the label between slashes.
    """
    content, label = node.content, position_of(node.label)
    if not isinstance(content, str):
        return ()
    written = label.replace("/", "\n") if label.replace("/", "") == content else content
    rows = tuple(written.strip("\n").split("\n"))
    sides = {len(rows), *map(len, rows)}
    is_board = len(set(map(len, rows))) == 1 and 2 <= min(sides) <= max(sides)
    plain = all(row.isascii() and row.isprintable() for row in rows)
    return rows if is_board and plain and max(sides) <= MOST_SIDE else ()

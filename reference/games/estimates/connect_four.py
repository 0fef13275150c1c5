"""An estimate for OpenSpiel's connect four, on a board of any size."""

from __future__ import annotations

from collections.abc import Iterator

LINE = 4  # marks in a row win
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # of rows, columns and diagonals


def evaluate(board: str, _mover: str) -> int:
    """Lines of four that only x, who is MAX, can still fill, less those of o.

    The board is text, a row a line: x, o, and a full stop for a free square.
    """
    rows = board.split()
    lines = [set(line) for line in _lines(rows)]
    return sum("o" not in line for line in lines) - sum(
        "x" not in line for line in lines
    )


def _lines(rows: list[str]) -> Iterator[str]:
    """What stands in each line of four squares."""
    for row in range(len(rows)):
        for column in range(len(rows[0])):
            for down, right in STEPS:
                squares = [(row + i * down, column + i * right) for i in range(LINE)]
                if all(0 <= c < len(rows[0]) and r < len(rows) for r, c in squares):
                    yield "".join(rows[r][c] for r, c in squares)

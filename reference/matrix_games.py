"""Games of one move, both at once: a matrix of what the row player gets.

The row player is MAX and chooses a row, the column player is MIN and chooses a column
(Toronto, CSC384; von Neumann, 1928).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Matrix: TypeAlias = Sequence[Sequence[float]]


def maximin(matrix: Matrix) -> float:
    """What MAX is sure of by one row, whatever MIN does: the best of the worst."""
    return max([min(row) for row in matrix])


def minimax(matrix: Matrix) -> float:
    """What MIN can hold MAX to by one column: the smallest of the columns' largest."""
    return min([max(column) for column in zip(*matrix, strict=True)])


def saddle_points(matrix: Matrix) -> list[tuple[int, int]]:
    """Where neither gains by another choice: least in its row, largest in its column.

    As pairs of row and column, counted from 0; none where maximin is less than minimax.
    """
    columns = list(zip(*matrix, strict=True))
    return [
        (r, c)
        for r, row in enumerate(matrix)
        for c, entry in enumerate(row)
        if entry == min(row) and entry == max(columns[c])
    ]


def mixed_value(matrix: Matrix) -> float:
    """The value of a game of two rows and two columns where both may mix their choices.

    With a saddle point it is what stands there. Else MAX mixes the rows so that MIN's
    columns are alike for him.
    """
    (a, b), (c, d) = matrix
    low = max(min(a, b), min(c, d))
    high = min(max(a, c), max(b, d))
    if low == high:
        return low
    return (a * d - b * c) / (a + d - b - c)

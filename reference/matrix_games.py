"""Games of one move, both at once: a matrix of what the row player gets.

The row player is MAX and chooses a row, the column player is MIN and chooses a column
(Toronto, CSC384; von Neumann, 1928).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import inf
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


def game_value(matrix: Matrix) -> float:
    """The value of a game of any size where both may mix their choices.

    Some best mixture of MAX's takes a few rows so that as many columns are alike for
    him, and is the only one that does (Shapley and Snow, 1950). So all rows and columns
    are tried, and what a mixture makes sure of is its worst column.
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    best: Fraction | float = -inf
    for size in range(1, min(len(rows), len(columns)) + 1):
        kernels = product(combinations(rows, size), combinations(columns, size))
        for few, alike in kernels:
            mixture = mixed_alike(matrix, few, alike)
            if mixture and min(mixture) >= 0:
                sure = min([gain(matrix, few, mixture, c) for c in columns])
                best = max(best, sure)
    return float(best)


def gain(
    matrix: Matrix, rows: Sequence[int], mixture: Sequence[Fraction], column: int
) -> Fraction:
    """What MAX gets on average in a column, where his rows are mixed so."""
    pairs = zip(mixture, rows, strict=True)
    return sum((p * Fraction(matrix[r][column]) for p, r in pairs), Fraction(0))


def mixed_alike(
    matrix: Matrix, rows: Sequence[int], columns: Sequence[int]
) -> list[Fraction]:
    """The probabilities of rows in whose mixture columns are alike; [] if not one."""
    first, *others = columns
    equations = [[matrix[r][c] - matrix[r][first] for r in rows] + [0] for c in others]
    return solution([*equations, [1] * (len(rows) + 1)])


def solution(equations: Sequence[Sequence[float]]) -> list[Fraction]:
    """What solves linear equations, right sides last; [] unless that is one."""
    system = [[Fraction(number) for number in equation] for equation in equations]
    for i in range(len(system)):
        pivot = next((k for k in range(i, len(system)) if system[k][i]), None)
        if pivot is None:
            return []
        system[i], system[pivot] = system[pivot], system[i]
        system[i] = [number / system[i][i] for number in system[i]]
        for k in range(len(system)):
            if k != i:
                pairs = zip(system[k], system[i], strict=True)
                factor = system[k][i]
                system[k] = [number - factor * own for number, own in pairs]
    return [equation[-1] for equation in system]

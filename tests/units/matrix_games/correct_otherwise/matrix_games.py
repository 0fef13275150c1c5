"""Right everywhere, in other shapes than the reference: loops from infinity, saddle points
as a set of tuples, the probability first."""

from math import inf


def maximin(matrix):
    best = -inf
    for row in matrix:
        worst = inf
        for entry in row:
            worst = min(worst, entry)
        best = max(best, worst)
    return best


def minimax(matrix):
    best = inf
    for c in range(len(matrix[0])):
        worst = -inf
        for row in matrix:
            worst = max(worst, row[c])
        best = min(best, worst)
    return best


def saddle_points(matrix):
    value = maximin(matrix)
    if value != minimax(matrix):
        return set()
    rows = [r for r, row in enumerate(matrix) if min(row) == value]
    columns = [c for c, column in enumerate(zip(*matrix)) if max(column) == value]
    return {(r, c) for r in rows for c in columns}


def mixed_value(matrix):
    if saddle_points(matrix):
        return maximin(matrix)
    (a, b), (c, d) = matrix
    p = (d - c) / (a - b - c + d)
    return p * a + (1 - p) * c

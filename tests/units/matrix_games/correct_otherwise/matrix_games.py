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


def game_value(matrix):
    """A linear program: at most 1 in each row of a positive matrix, as much as can be."""
    low = min(map(min, matrix))
    rows, columns = len(matrix), len(matrix[0])
    table = [
        [x - low + 1 for x in row] + [float(r == k) for k in range(rows)] + [1.0]
        for r, row in enumerate(matrix)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    while min(goal[:-1]) < -1e-12:
        enters = next(c for c, x in enumerate(goal[:-1]) if x < -1e-12)
        ratios = [(row[-1] / row[enters], r) for r, row in enumerate(table) if row[enters] > 1e-12]
        leaves = min(ratios)[1]
        pivot = [x / table[leaves][enters] for x in table[leaves]]
        table = [[x - row[enters] * y for x, y in zip(row, pivot)] for row in table]
        table[leaves] = pivot
        goal = [x - goal[enters] * y for x, y in zip(goal, pivot)]
    return 1 / goal[-1] + low - 1

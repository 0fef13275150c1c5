"""Plausible and wrong in two functions: places are counted from 1, and the formula of the
mixture is used with a saddle point, too. `maximin` and `minimax` are right."""


def maximin(matrix):
    return max(min(row) for row in matrix)


def minimax(matrix):
    return min(max(column) for column in zip(*matrix))


def saddle_points(matrix):
    points = []
    for r, row in enumerate(matrix, 1):
        for c, column in enumerate(zip(*matrix), 1):
            if min(row) == max(column):
                points.append((r, c))
    return points


def mixed_value(matrix):
    (a, b), (c, d) = matrix
    return (a * d - b * c) / (a + d - b - c)


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

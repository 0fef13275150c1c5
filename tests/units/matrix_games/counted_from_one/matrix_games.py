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

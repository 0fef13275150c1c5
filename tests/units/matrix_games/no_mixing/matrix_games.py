"""Plausible and wrong in three functions: all places with the value are saddle points, and
nobody mixes. `maximin` and `minimax` are right."""


def maximin(matrix):
    return max(min(row) for row in matrix)


def minimax(matrix):
    return min(max(column) for column in zip(*matrix))


def saddle_points(matrix):
    low = maximin(matrix)
    if low != minimax(matrix):
        return []
    return [[r, c] for r, row in enumerate(matrix) for c, x in enumerate(row) if x == low]


def mixed_value(matrix):
    return maximin(matrix)


def game_value(matrix):
    return maximin(matrix)

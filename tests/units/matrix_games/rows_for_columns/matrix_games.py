"""Plausible and wrong in each function: rows and columns are confused throughout. Where the
value is mixed that does not matter, so `mixed_value` is right without a saddle point; `game_value` never mixes."""


def maximin(matrix):
    return max(min(column) for column in zip(*matrix))


def minimax(matrix):
    return min(max(row) for row in matrix)


def saddle_points(matrix):
    points = []
    columns = list(zip(*matrix))
    for r, row in enumerate(matrix):
        for c, entry in enumerate(row):
            if entry == max(row) and entry == min(columns[c]):
                points.append((r, c))
    return points


def mixed_value(matrix):
    if maximin(matrix) == minimax(matrix):
        return maximin(matrix)
    (a, b), (c, d) = matrix
    return (a * d - b * c) / (a + d - b - c)


def game_value(matrix):
    return maximin(matrix)

"""Returns a set where a sequence is asked: each of the `saddle_points` is a set of its row
and its column, which forgets which is which."""


def saddle_points(matrix):
    return [
        {r, c}
        for r, row in enumerate(matrix)
        for c, column in enumerate(zip(*matrix))
        if min(row) == max(column)
    ]

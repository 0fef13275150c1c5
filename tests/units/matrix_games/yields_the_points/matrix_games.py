"""Returns a generator where a collection is asked: `saddle_points` yields the right pairs,
one by one."""


def saddle_points(matrix):
    for r, row in enumerate(matrix):
        for c, column in enumerate(zip(*matrix)):
            if min(row) == max(column):
                yield r, c

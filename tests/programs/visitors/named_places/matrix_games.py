from collections import namedtuple

Place = namedtuple("Place", ["row", "column"])


class Matrix:
    def __init__(self, rows):
        self.rows = tuple(map(tuple, rows))
        self.columns = tuple(zip(*self.rows))

    def isSaddle(self, place):
        x = self.rows[place.row][place.column]
        return x == min(self.rows[place.row]) and x == max(self.columns[place.column])

    def places(self):
        for r in range(len(self.rows)):
            for c in range(len(self.columns)):
                yield Place(r, c)


def saddle_points(matrix):
    m = Matrix(matrix)
    return {place for place in m.places() if m.isSaddle(place)}

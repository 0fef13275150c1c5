"""Games of one move that both make at once. Write the five functions below.

A `matrix` is a list of rows, all of the same length, and neither empty. MAX chooses a
row and MIN a column, neither knows of the other's choice, and MAX gets the number that
stands there. So rock, paper, scissors is

    [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]

Do not change the matrix.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def maximin(matrix: Sequence[Sequence[float]]) -> float:
    """What MAX can be sure of by choosing one row.

    The idea (McIlraith, CSC384): whatever row MAX takes, MIN may have taken the column
    that is worst for MAX there. In rock, paper, scissors MAX is sure of -1 only.
    """
    raise NotImplementedError("the best of what each row makes sure")


def minimax(matrix: Sequence[Sequence[float]]) -> float:
    """What MIN can hold MAX to by choosing one column.

    The idea (McIlraith, CSC384): whatever column MIN takes, MAX may have taken the row
    that is best there. In rock, paper, scissors MIN can hold MAX to 1 only.
    """
    raise NotImplementedError("the least of what each column allows")


def saddle_points(
    matrix: Sequence[Sequence[float]],
) -> Collection[tuple[int, int]]:
    """The places where neither player gains by choosing otherwise.

    Returned are pairs (row, column), both counted from 0, in any order; nothing is in
    there if no place is one, as in rock, paper, scissors.

    The idea: MIN cannot do better if no entry of the same row is smaller. MAX cannot do
    better if no entry of the same column is larger.
    """
    raise NotImplementedError("all pairs (row, column) that are saddle points")


def mixed_value(matrix: Sequence[Sequence[float]]) -> float:
    """What a game of two rows and two columns is worth where choices may be mixed.

    The idea (von Neumann, 1928): if there is a saddle point, what stands there. If not,
    MAX takes the first row with such a probability p that both columns are worth the
    same to him,

        p a + (1 - p) c = p b + (1 - p) d      for [[a, b], [c, d]],

    and that is the value.
    """
    raise NotImplementedError("the value of the 2x2 game")


def game_value(matrix: Sequence[Sequence[float]]) -> float:
    """What a game of any size is worth where choices may be mixed.

    There are at most four rows and four columns. Returned is a number, right to a
    millionth; rock, paper, scissors is worth 0, each row taken with probability 1/3.

    The idea (von Neumann, 1928): MAX takes row r with probability p_r, and is sure of
    what that gets on average in its worst column:

        v = the least over all columns c of    sum over all rows r of p_r matrix[r][c]

    The value is the largest v that some probabilities reach. They are those of a linear
    program; or try all ways to choose k rows and k columns, solve the k equations that
    say that these columns are alike and the k probabilities make 1, leave out what has
    a probability below 0, and take the best v of the others (Shapley and Snow, 1950).
    """
    raise NotImplementedError("the value where both players mix")

"""Games of one move that both make at once. Write the four functions below.

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

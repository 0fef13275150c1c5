"""Connect-k: k marks in a row win; X is MAX's and moves first, O is MIN's.

A position is the board's squares row by row, from the top, as `X`, `O` and `.`. With
`gravity`, as in connect four, a mark falls to the lowest free square of its column, and
the successors go through the columns from left to right; without it, as in
tic-tac-toe, they take the free squares row by row. Whoever has k in a row, a column or
a diagonal wins: +1 for X, -1 for O, and 0 where the board is full.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from autograder.errors import OptionError

FREE = "."
MARKS = {"max": "X", "min": "O"}
LONGEST_SIDE, MOST_SQUARES = 6, 30  # a label has to show the board
LEAST_ROW = 2
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # of rows, columns and diagonals
WEIGHT = 3  # of one mark more in a line that the other player has left free

Line = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConnectK:
    """The rules; `board` is the position in which the game starts."""

    rows: int = 4
    columns: int = 4
    k: int = 4
    gravity: bool = True
    board: str = ""

    def __post_init__(self) -> None:
        check_size(self.rows, self.columns, self.k)
        gravity: object = self.gravity
        if type(gravity) is not bool:
            found = f"expected true or false, found {gravity!r}"
            raise OptionError("gravity", found)
        if self.board == "":
            object.__setattr__(self, "board", FREE * self.rows * self.columns)
        check_board(self.board, self.rows, self.columns)
        if self.gravity and self._floating(self.board):
            found = f"expected marks that have fallen down, found {self.board!r}"
            raise OptionError("board", found)

    def initial(self) -> str:
        """The position before the first move."""
        return self.board

    def to_move(self, position: str) -> str:
        """X where both have as many marks on the board."""
        return "max" if position.count("X") == position.count("O") else "min"

    def successors(self, position: str) -> tuple[str, ...]:
        """The positions one move on, in the order that the module states."""
        if self._winner(position):
            return ()
        mark = MARKS[self.to_move(position)]
        return tuple(
            f"{position[:square]}{mark}{position[square + 1 :]}"
            for square in self._free(position)
        )

    def moves(self, position: str) -> tuple[str, ...]:
        """`column 1`, from the left; without gravity `square 1`, row by row."""
        if self.gravity:
            return tuple(f"column {i % self.columns + 1}" for i in self._free(position))
        return tuple(f"square {i + 1}" for i in self._free(position))

    def actions(self, position: str) -> tuple[int | tuple[int, int], ...]:
        """The column, from 0; without gravity `(row, column)`, both from 0."""
        squares = [divmod(square, self.columns) for square in self._free(position)]
        return tuple(
            [column if self.gravity else (row, column) for row, column in squares]
        )

    def utility(self, position: str) -> int:
        """+1 if X has k in a row, -1 if O has, else 0."""
        return {"X": 1, "O": -1, "": 0}[self._winner(position)]

    def evaluate(self, position: str) -> int:
        """Toronto's estimate for tic-tac-toe, for lines of k squares.

        1, 3, 9, … for each line in which X has one mark, two, three, … and O none, and
        the same for O with the sign turned.
        """
        return self._open_lines(position, "X") - self._open_lines(position, "O")

    def label(self, position: str) -> str:
        """`..../.O../.X..`: the rows; whose turn it is, the marks tell."""
        starts = range(0, len(position), self.columns)
        return "/".join([position[start : start + self.columns] for start in starts])

    def content(self, position: str) -> str:
        """The squares, as a student reads them in `state.data`."""
        return position

    def _free(self, position: str) -> Iterator[int]:
        """The squares that may be taken."""
        if not self.gravity:
            yield from (i for i, held in enumerate(position) if held == FREE)
            return
        for column in range(self.columns):
            free = position[column :: self.columns].count(FREE)  # all above the marks
            if free:
                yield (free - 1) * self.columns + column

    def _floating(self, position: str) -> bool:
        """Whether a mark stands over a free square."""
        held = [position[column :: self.columns] for column in range(self.columns)]
        return any(FREE in column.lstrip(FREE) for column in held)

    def _winner(self, position: str) -> str:
        """The mark that stands k in a row, or ""; a move completes one player's."""
        for line in lines(self.rows, self.columns, self.k):
            mark = position[line[0]]
            if mark != FREE and all(position[square] == mark for square in line):
                return mark
        return ""

    def _open_lines(self, position: str, mark: str) -> int:
        """What the lines are worth in which nobody else has a mark."""
        found = 0
        for line in lines(self.rows, self.columns, self.k):
            held = [position[square] for square in line]
            if mark in held and set(held) <= {mark, FREE}:
                found += WEIGHT ** (held.count(mark) - 1)
        return found


@cache
def lines(rows: int, columns: int, k: int) -> tuple[Line, ...]:
    """The squares of each line of k: rows, columns and diagonals."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in DIRECTIONS:
                ends = row + (k - 1) * down, column + (k - 1) * right
                if ends[0] < rows and 0 <= ends[1] < columns:
                    first, step = row * columns + column, down * columns + right
                    found.append(tuple(first + i * step for i in range(k)))
    return tuple(found)


def check_size(rows: object, columns: object, k: object) -> None:
    """OptionError unless the board is a small one on which k in a row have room."""
    sides = {"rows": rows, "columns": columns}
    longest = 1
    for option, side in sides.items():
        if type(side) is not int or not 1 <= side <= LONGEST_SIDE:
            found = f"expected a whole number from 1 to {LONGEST_SIDE}, found {side!r}"
            raise OptionError(option, found)
        longest = max(longest, side)
    if type(k) is not int or not LEAST_ROW <= k <= longest:
        room = f"expected a whole number from {LEAST_ROW} to the longer side"
        raise OptionError("k", f"{room}, {longest}; found {k!r}")


def check_board(board: object, rows: int, columns: int) -> None:
    """OptionError unless the board is a position in which X or O may be to move."""
    squares = rows * columns
    if squares > MOST_SQUARES:
        found = f"expected a board of at most {MOST_SQUARES} squares, found {squares}"
        raise OptionError("rows", found)
    if not isinstance(board, str) or len(board) != squares or set(board) - set("XO."):
        found = f"expected {squares} characters of X, O and ., found {board!r}"
        raise OptionError("board", found)
    if board.count("X") - board.count("O") not in (0, 1):
        found = "expected as many X as O, or one more, since X moves first"
        raise OptionError("board", f"{found}; found {board!r}")


RULES = ConnectK

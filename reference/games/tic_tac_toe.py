"""Tic-tac-toe, from any position: X is MAX's and moves first, O is MIN's.

A position is nine characters of `X`, `O` and `.`, row by row. Whoever has three in a
row wins: +1 for X, -1 for O, and 0 where the board is full. The successors take the
free squares row by row. From the empty board the tree has 549,946 nodes, of 5,478
positions, and the value 0; trees that are easier to read begin later.

With `symmetry`, of the moves to positions that are alike but for a rotation or a
reflection only the first is there: from the empty board the corner, the edge and the
centre. So Toronto's slides on CSC384 (McIlraith) draw the game two plies deep, with the
estimate that `evaluate` tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from autograder.errors import OptionError

EMPTY = "........."
FREE = "."
MARKS = {"max": "X", "min": "O"}
LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),  # rows
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),  # columns
    *((0, 4, 8), (2, 4, 6)),  # diagonals
)
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # where each square comes from, by a quarter
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
WEIGHTS = (0, 1, 3)  # of a line with so many marks of one player, and none of the other


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """The rules; `board` is the position in which the game starts.

    `symmetry` leaves out moves that lead to nothing new.
    """

    board: str = EMPTY
    symmetry: bool = False

    def __post_init__(self) -> None:
        board: object = self.board
        if not isinstance(board, str) or len(board) != 9 or set(board) - set("XO."):
            found = f"expected nine characters of X, O and ., found {board!r}"
            raise OptionError("board", found)
        if board.count("X") - board.count("O") not in (0, 1):
            found = "expected as many X as O, or one more, since X moves first"
            raise OptionError("board", f"{found}; found {board!r}")
        symmetry: object = self.symmetry
        if type(symmetry) is not bool:
            found = f"expected true or false, found {symmetry!r}"
            raise OptionError("symmetry", found)

    def initial(self) -> str:
        """The position before the first move."""
        return self.board

    def to_move(self, position: str) -> str:
        """X where both have as many marks on the board."""
        return "max" if position.count("X") == position.count("O") else "min"

    def successors(self, position: str) -> tuple[str, ...]:
        """The free squares taken, row by row; none where the game is over."""
        return tuple(board for _, board in self._taken(position))

    def moves(self, position: str) -> tuple[str, ...]:
        """`square 1` to `square 9`, row by row."""
        return tuple(f"square {square + 1}" for square, _ in self._taken(position))

    def actions(self, position: str) -> tuple[tuple[int, int], ...]:
        """`(row, column)`, both from 0."""
        return tuple(divmod(square, 3) for square, _ in self._taken(position))

    def utility(self, position: str) -> int:
        """+1 if X has three in a row, -1 if O has, else 0."""
        return {"X": 1, "O": -1, "": 0}[winner(position)]

    def evaluate(self, position: str) -> int:
        """Toronto's estimate, where the game goes on.

        3 for each line in which X has two marks and O none, 1 for each in which X has
        one and O none, and the same for O with the sign turned.
        """
        return _open_lines(position, "X") - _open_lines(position, "O")

    def label(self, position: str) -> str:
        """`X.O/.../...`: the rows; whose turn it is, the marks tell."""
        return f"{position[:3]}/{position[3:6]}/{position[6:]}"

    def content(self, position: str) -> str:
        """The nine squares, as a student reads them in `state.data`."""
        return position

    def _taken(self, position: str) -> list[tuple[int, str]]:
        """Each square that may be taken, with the board that this leads to."""
        if winner(position) or FREE not in position:
            return []
        mark = MARKS[self.to_move(position)]
        after = [
            (square, f"{position[:square]}{mark}{position[square + 1 :]}")
            for square, held in enumerate(position)
            if held == FREE
        ]
        if not self.symmetry:
            return after
        first = {alike(board): square for square, board in reversed(after)}
        return [
            (square, board) for square, board in after if first[alike(board)] == square
        ]


def winner(position: str) -> str:
    """The mark that stands three in a row, or ""."""
    for first, second, third in LINES:
        mark = position[first]
        if mark != FREE and mark == position[second] == position[third]:
            return mark
    return ""


def alike(position: str) -> str:
    """One name for all positions that are this one, turned or reflected."""
    boards = [position]
    for _ in range(3):
        boards.append(_moved(boards[-1], TURNED))
    return min(boards + [_moved(board, MIRRORED) for board in boards])


def _moved(position: str, origins: tuple[int, ...]) -> str:
    return "".join([position[square] for square in origins])


def _open_lines(position: str, mark: str) -> int:
    """What the lines are worth in which nobody else has a mark."""
    rows = [[position[square] for square in line] for line in LINES]
    return sum(WEIGHTS[r.count(mark)] for r in rows if set(r) <= {mark, FREE})


RULES = TicTacToe

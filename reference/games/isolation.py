"""Isolation on a small board: who cannot move has lost.

Each player has one piece. It moves as a queen of chess does, over squares that are
free, and the square that it leaves can never be entered again. MAX moves first. A
position is the board's squares row by row, from the top: `A` and `B` are the pieces of
MAX and MIN, `x` was left, `.` is free. Successors go by the eight directions, row by
row from the top left, and in each the nearest square comes first.

Isolation is the game of Udacity's course on artificial intelligence, where the estimate
is the mover's moves less the opponent's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from autograder.errors import OptionError

FREE, LEFT = ".", "x"
PIECE = {"max": "A", "min": "B"}
OPPONENT = {"max": "min", "min": "max"}
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
SHORTEST_SIDE, LONGEST_SIDE, MOST_SQUARES = 2, 6, 30  # a label has to show the board


class Position(NamedTuple):
    """The squares, row by row, and whose turn it is."""

    board: str
    mover: str


@dataclass(frozen=True, slots=True)
class Isolation:
    """The rules; MAX begins in the top left corner, MIN in the bottom right one."""

    rows: int = 3
    columns: int = 4

    def __post_init__(self) -> None:
        for name, side in (("rows", self.rows), ("columns", self.columns)):
            if type(side) is not int or not SHORTEST_SIDE <= side <= LONGEST_SIDE:
                sides = f"{SHORTEST_SIDE} to {LONGEST_SIDE}"
                raise OptionError(name, f"expected {sides}, found {side!r}")
        if self.rows * self.columns > MOST_SQUARES:
            found = f"expected at most {MOST_SQUARES} squares"
            raise OptionError("rows", f"{found}, found {self.rows * self.columns}")

    def initial(self) -> Position:
        """The pieces in opposite corners."""
        between = FREE * (self.rows * self.columns - 2)
        return Position(f"{PIECE['max']}{between}{PIECE['min']}", "max")

    def to_move(self, position: Position) -> str:
        """The player whose turn it is, also when no move is left."""
        return position.mover

    def successors(self, position: Position) -> tuple[Position, ...]:
        """The moves of the mover's piece, in the order that the module states."""
        board, mover = position
        piece = PIECE[mover]
        left = board.replace(piece, LEFT)
        return tuple(
            Position(f"{left[:square]}{piece}{left[square + 1 :]}", OPPONENT[mover])
            for square in self._reached(board, piece)
        )

    def moves(self, position: Position) -> tuple[str, ...]:
        """The square that is entered, `row 1 column 2`."""
        squares = self._reached(position.board, PIECE[position.mover])
        places = (divmod(square, self.columns) for square in squares)
        return tuple(f"row {row + 1} column {column + 1}" for row, column in places)

    def utility(self, position: Position) -> int:
        """+1 if MIN cannot move, -1 if MAX cannot."""
        return 1 if position.mover == "min" else -1

    def evaluate(self, position: Position) -> int:
        """MAX's moves less MIN's."""
        most, least = (
            len(self._reached(position.board, PIECE[player]))
            for player in ("max", "min")
        )
        return most - least

    def label(self, position: Position) -> str:
        """`A.../..../...B-A`: the rows, and the piece that is to move."""
        board, width = position.board, self.columns
        rows = [board[at : at + width] for at in range(0, len(board), width)]
        return f"{'/'.join(rows)}-{PIECE[position.mover]}"

    def content(self, position: Position) -> str:
        """The squares, as a student reads them in `state.data`."""
        return position.board

    def _reached(self, board: str, piece: str) -> list[int]:
        """The squares that a piece can enter."""
        row, column = divmod(board.index(piece), self.columns)
        squares = []
        for down, right in DIRECTIONS:
            at = row + down, column + right
            while self._is_free(board, *at):
                squares.append(at[0] * self.columns + at[1])
                at = at[0] + down, at[1] + right
        return squares

    def _is_free(self, board: str, row: int, column: int) -> bool:
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return inside and board[row * self.columns + column] == FREE


RULES = Isolation

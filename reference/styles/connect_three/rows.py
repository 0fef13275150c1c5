"""Connect three: a state is three rows of squares, in lists, the highest first."""

from __future__ import annotations

State = list[list[str]]

ROWS = 3
COLUMNS = 4


def initial_state() -> State:
    """Twelve free squares."""
    return [[" "] * COLUMNS for _ in range(ROWS)]


def to_move(state: State) -> str:
    """MAX where as many marks have fallen of both."""
    marks = [square for row in state for square in row if square != " "]
    return "max" if len(marks) % 2 == 0 else "min"


def actions(state: State) -> list[int]:
    """The columns that are not full; none where the game is over."""
    if is_terminal(state):
        return []
    return [col for col in range(COLUMNS) if state[0][col] == " "]


def result(state: State, action: int) -> State:
    """The board with one more mark, on the lowest free square of its column."""
    if action not in actions(state):
        raise ValueError(action)
    mark = "X" if to_move(state) == "max" else "O"
    board = [list(row) for row in state]
    row = max([r for r in range(ROWS) if state[r][action] == " "])
    board[row][action] = mark
    return board


def at(state: State, row: int, col: int) -> str:
    """The mark of a square; none beyond the board."""
    is_there = 0 <= row < ROWS and 0 <= col < COLUMNS
    return state[row][col] if is_there else " "


def winner(state: State) -> str | None:
    """The mark that stands three in a row; None where neither does."""
    for row in range(ROWS):
        for col in range(COLUMNS):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = {at(state, row + i * down, col + i * right) for i in range(3)}
                if line in ({"X"}, {"O"}):
                    return at(state, row, col)
    return None


def is_terminal(state: State) -> bool:
    """Whether somebody has won, or the highest row is full."""
    return winner(state) is not None or all(square != " " for square in state[0])


def utility(state: State, player: str) -> int:
    """1 for who has three in a row, -1 for the other, else 0."""
    won = winner(state)
    if won is None:
        return 0
    return 1 if won == ("X" if player == "max" else "O") else -1

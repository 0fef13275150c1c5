"""Connect three: marks fall in four columns of three squares; three in a row win."""

from __future__ import annotations

State = tuple[str, ...]  # the columns, each from below; X is MAX's and begins

ROWS = 3
COLUMNS = 4
K = 3


def initial_state() -> State:
    """Empty columns."""
    return ("",) * COLUMNS


def to_move(state: State) -> str:
    """MAX where as many marks have fallen of both."""
    return "max" if sum(map(len, state)) % 2 == 0 else "min"


def actions(state: State) -> list[int]:
    """The columns that are not full; none where the game is over."""
    if is_terminal(state):
        return []
    return [col for col in range(COLUMNS) if len(state[col]) < ROWS]


def result(state: State, action: int) -> State:
    """The columns with one more mark."""
    if action not in actions(state):
        raise ValueError(action)
    mark = "X" if to_move(state) == "max" else "O"
    columns = list(state)
    columns[action] += mark
    return tuple(columns)


def steps() -> list[tuple[int, int]]:
    """Up and to the right along a column, a row and both diagonals."""
    return [(1, 0), (0, 1), (1, 1), (1, -1)]


def at(state: State, row: int, col: int) -> str:
    """The mark of a square; none beyond the board."""
    is_there = 0 <= col < COLUMNS and 0 <= row < len(state[col])
    return state[col][row] if is_there else ""


def winner(state: State) -> str | None:
    """The mark that stands three in a row; None where neither does."""
    for col in range(COLUMNS):
        for row in range(ROWS):
            for up, right in steps():
                line = {at(state, row + i * up, col + i * right) for i in range(K)}
                if line in ({"X"}, {"O"}):
                    return at(state, row, col)
    return None


def is_terminal(state: State) -> bool:
    """Whether somebody has won, or all columns are full."""
    return winner(state) is not None or all(len(column) == ROWS for column in state)


def utility(state: State, player: str) -> int:
    """1 for who has three in a row, -1 for the other, else 0."""
    won = winner(state)
    if won is None:
        return 0
    return 1 if won == ("X" if player == "max" else "O") else -1

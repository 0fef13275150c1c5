"""Tic-tac-toe: a state is three rows of squares, in lists."""

from __future__ import annotations

State = list[list[str]]
Action = tuple[int, int]


def initial_state() -> State:
    """Nine free squares."""
    return [[" "] * 3 for _ in range(3)]


def to_move(state: State) -> str:
    """MAX where both have as many marks on the board."""
    marks = [square for row in state for square in row if square != " "]
    return "max" if len(marks) % 2 == 0 else "min"


def actions(state: State) -> list[Action]:
    """The free squares, as row and column; none where the game is over."""
    if is_terminal(state):
        return []
    return [
        (row, col) for row in range(3) for col in range(3) if state[row][col] == " "
    ]


def result(state: State, action: Action) -> State:
    """The board with one more mark."""
    if action not in actions(state):
        raise ValueError(action)
    row, col = action
    mark = "X" if to_move(state) == "max" else "O"
    board = [list(row) for row in state]
    board[row][col] = mark
    return board


def winner(state: State) -> str | None:
    """The mark that stands three in a row; None where neither does."""
    columns = [[row[i] for row in state] for i in range(3)]
    falling = [state[i][i] for i in range(3)]
    rising = [state[i][2 - i] for i in range(3)]
    for line in [*state, *columns, falling, rising]:
        if line[0] != " " and line[0] == line[1] == line[2]:
            return line[0]
    return None


def is_terminal(state: State) -> bool:
    """Whether somebody has won, or no square is free."""
    is_full = all(square != " " for row in state for square in row)
    return winner(state) is not None or is_full


def utility(state: State, player: str) -> int:
    """1 for who has three in a row, -1 for the other, else 0."""
    won = winner(state)
    if won is None:
        return 0
    return 1 if won == ("X" if player == "max" else "O") else -1

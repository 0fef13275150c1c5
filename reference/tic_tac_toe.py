"""Tic-tac-toe: a state is the nine squares, row by row; X is MAX's and begins."""

from __future__ import annotations

State = tuple[str, ...]
Action = tuple[int, int]

FREE = " "


def initial_state() -> State:
    """Nine free squares."""
    return (FREE,) * 9


def to_move(state: State) -> str:
    """MAX where both have as many marks on the board."""
    return "max" if state.count("X") == state.count("O") else "min"


def actions(state: State) -> list[Action]:
    """The free squares, as row and column; none where the game is over."""
    if is_terminal(state):
        return []
    return [
        (row, col)
        for row in range(3)
        for col in range(3)
        if state[3 * row + col] == FREE
    ]


def result(state: State, action: Action) -> State:
    """The board with one more mark."""
    if action not in actions(state):
        raise ValueError(action)
    row, col = action
    mark = "X" if to_move(state) == "max" else "O"
    board = list(state)
    board[3 * row + col] = mark
    return tuple(board)


def lines() -> list[tuple[int, int, int]]:
    """The squares of three in a row."""
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    columns = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    diagonals = [(0, 4, 8), (2, 4, 6)]
    return rows + columns + diagonals


def winner(state: State) -> str | None:
    """The mark that stands three in a row; None where neither does."""
    for a, b, c in lines():
        if state[a] != FREE and state[a] == state[b] == state[c]:
            return state[a]
    return None


def is_terminal(state: State) -> bool:
    """Whether somebody has won, or no square is free."""
    return winner(state) is not None or FREE not in state


def utility(state: State, player: str) -> int:
    """1 for who has three in a row, -1 for the other, else 0."""
    won = winner(state)
    if won is None:
        return 0
    return 1 if won == ("X" if player == "max" else "O") else -1

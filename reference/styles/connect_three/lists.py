"""Connect three: a state is the columns, in lists, each from below."""

from __future__ import annotations

State = list[list[str]]

ROWS = 3
COLUMNS = 4


def initial_state() -> State:
    """Empty columns."""
    return [[] for _ in range(COLUMNS)]


def to_move(state: State) -> str:
    """MAX where as many marks have fallen of both."""
    return "max" if sum(len(column) for column in state) % 2 == 0 else "min"


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
    columns = [list(column) for column in state]
    columns[action].append(mark)
    return columns


def winner(state: State) -> str | None:
    """The mark that stands three in a row; None where neither does."""
    marks = {(r, c): m for c, column in enumerate(state) for r, m in enumerate(column)}
    for (row, col), mark in marks.items():
        for up, right in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            line = [marks.get((row + i * up, col + i * right)) for i in range(3)]
            if line == [mark] * 3:
                return mark
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

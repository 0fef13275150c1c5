"""Returns the right number as text: `evaluate` formats it."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def evaluate(board):
    rows = ["".join(board[i] for i in line) for line in LINES]
    if "XXX" in rows:
        return "1"
    if "OOO" in rows:
        return "-1"
    x = sum((0, 1, 3)[row.count("X")] for row in rows if "O" not in row)
    o = sum((0, 1, 3)[row.count("O")] for row in rows if "X" not in row)
    return f"{x - o}"

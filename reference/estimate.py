"""An estimate of tic-tac-toe that keeps the law of EVAL (AIMA 4e, section 5.3).

It lies between the utilities of a loss and of a win, and is the utility where the game
is over.
"""

from __future__ import annotations

WIN = 1
LOSS = -1
LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


def estimate(board: str, player: str) -> float:
    """What a position of tic-tac-toe is worth to a player, from -1 to 1.

    The lines that are open to him, less those open to the other, as a share that never
    reaches a win: one of many estimates that keep AIMA's law of EVAL(s, p).
    """
    other = "O" if player == "X" else "X"
    rows = ["".join([board[square] for square in line]) for line in LINES]
    if 3 * player in rows:
        return WIN
    if 3 * other in rows:
        return LOSS
    own = len([row for row in rows if other not in row])
    others = len([row for row in rows if player not in row])
    return (own - others) / (len(LINES) + 1)

"""An estimate of tic-tac-toe, of your own. Write the function below: it needs no game.

A search that stops before the end of the game asks such a function what a position
seems to be worth.
"""

from __future__ import annotations


def estimate(board: str, player: str) -> float:
    """What a position of tic-tac-toe is worth to a player, as you think best.

    `board` is nine characters, row by row: "X", "O" and "." where nothing stands yet;
    `player` is "X" or "O". A win is worth 1, a loss -1 and a draw 0. There is no one
    answer, so yours is judged by the law of EVAL(s, p) (AIMA, section 5.3; CTU):

        where the game is over it is the utility, for that player
        everywhere it lies between the utilities of a loss and of a win

    The game is over where three stand in a row, or no square is free. A formula that
    counts open lines breaks the law: it may say 4 where nobody has won.
    """
    raise NotImplementedError("a number that keeps the law")

"""Connect three. Write the six functions of the game.

MAX lets an X and MIN an O fall into one of four columns, of three squares each, where
it comes to lie on those that are there. Who has three side by side in a row, a column
or a diagonal wins; where the board is full and nobody has, nobody wins.

The states are your own: a tuple, a string, a class, whatever tells the marks on the
board. An action is the number of a column, from 0. Your functions are walked along
lines of play beside the right game. What they say behind each line is compared, and the
shortest line on which they differ is told.
"""

from __future__ import annotations

from typing import Any


def initial_state() -> Any:
    """The first state: an empty board, MAX to move."""
    raise NotImplementedError("the first state")


def to_move(state: Any) -> str:
    """Whose turn it is, "max" or "min"; it does not matter where the game is over."""
    raise NotImplementedError("whose turn it is")


def actions(state: Any) -> list[int]:
    """All that may be done in a state, in any order.

    A list, a tuple or a set; empty where the game is over.
    """
    raise NotImplementedError("what may be done")


def result(state: Any, action: int) -> Any:
    """The state that an action leads to. `state` itself stays as it is.

    Raises ValueError for what is none of its `actions`.
    """
    raise NotImplementedError("the state behind an action")


def is_terminal(state: Any) -> bool:
    """Whether the game is over: True where somebody has won or all columns are full."""
    raise NotImplementedError("whether the game is over")


def utility(state: Any, player: str) -> int:
    """What the end is worth to a player, "max" or "min".

    That is 1 for the winner, -1 for the loser, 0 where nobody wins.
    It is asked only where the game is over.
    """
    raise NotImplementedError("what the end is worth")

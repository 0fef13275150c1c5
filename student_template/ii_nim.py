"""II-Nim: two piles of two matches. Write the six functions of the game.

Players take turns. A move takes any number of matches, but at least one, from one pile.
Who takes the last match loses. Piles of the same size are the same pile.

The states are your own: a tuple, a string, a class, whatever tells the piles and whose
turn it is. An action is a pair `(size, left)`: a pile with so many matches keeps so
many, (2, 0) takes all of a pile of two. Your functions are walked along lines of play
beside the right game. What they say behind each line is compared, and the shortest line
on which they differ is told.

Sort the piles: where two lines lead to the same piles and the same player's turn, your
states are equal (`==`) and can be keys of a dict.
"""

from __future__ import annotations

from typing import Any


def initial_state() -> Any:
    """The first state: two piles of two, MAX to move."""
    raise NotImplementedError("the first state")


def to_move(state: Any) -> str:
    """Whose turn it is, "max" or "min"; it does not matter where the game is over."""
    raise NotImplementedError("whose turn it is")


def actions(state: Any) -> list[tuple[int, int]]:
    """All that may be done in a state, in any order, each once.

    A list, a tuple or a set; empty where the game is over.
    """
    raise NotImplementedError("what may be done")


def result(state: Any, action: tuple[int, int]) -> Any:
    """The state that an action leads to. `state` itself stays as it is.

    Raises ValueError for what is none of its `actions`.
    """
    raise NotImplementedError("the state behind an action")


def is_terminal(state: Any) -> bool:
    """Whether the game is over: True where no match is left."""
    raise NotImplementedError("whether the game is over")


def utility(state: Any, player: str) -> int:
    """What the end is worth to a player, "max" or "min".

    That is 1 for the winner, -1 for the loser: with no match left, whoever is to move
    has won.
    It is asked only where the game is over.
    """
    raise NotImplementedError("what the end is worth")

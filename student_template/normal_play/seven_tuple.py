"""II-Nim as a 7-tuple, as Greenwald's lecture defines a game. Write one function.

Two piles of two matches; a move takes any number, but at least one, from one pile. Who
takes the last match wins. Piles of the same size are the same pile, so sort them.

The states are your own, if they can be keys of a dict. An action is a pair
`(size, left)`: a pile with so many matches keeps so many, (2, 0) takes all of a pile of
two. The tuple is walked along lines of play beside the right game, and the shortest
line on which they differ is told.
"""

from __future__ import annotations

from typing import Any


def game() -> tuple[Any, ...]:
    """`(players, states, initial, actions, transition, terminals, payoffs)`.

    - `players`: by state whose turn it is, "max" or "min", where the game goes on.
    - `states`: a set of all states that can be reached, each once.
    - `initial`: the state in which the game begins, MAX to move.
    - `actions`: by state a list of all that may be done, where the game goes on.
    - `transition`: by `(state, action)` the state that follows.
    - `terminals`: a set of the states in which the game is over.
    - `payoffs`: by terminal state what MAX gets and what MIN gets: 1 for the winner,
      -1 for the loser.

    What is told by state may be a dict or a function: `actions[state]` or
    `actions(state)`, `transition[state, action]` or `transition(state, action)`.
    """
    raise NotImplementedError("the seven parts of the game")

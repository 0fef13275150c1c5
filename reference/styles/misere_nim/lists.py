"""Misère Nim: a state is a mapping of the piles, in a list, and whose turn it is."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
Action = tuple[int, int]


def initial_state() -> State:
    """Piles of one, two and two, MAX to move."""
    return {"piles": [1, 2, 2], "mover": "max"}


def to_move(state: State) -> str:
    """Whose turn it is."""
    return state["mover"]


def actions(state: State) -> list[Action]:
    """A pile, and how many it keeps."""
    piles = state["piles"]
    return [(i, left) for i, pile in enumerate(piles) for left in range(pile)]


def result(state: State, action: Action) -> State:
    """The piles with fewer, and the other player's turn."""
    if action not in actions(state):
        raise ValueError(action)
    piles = list(state["piles"])
    mover = state["mover"]
    i, left = action
    piles[i] = left
    return {"piles": piles, "mover": other(mover)}


def other(player: str) -> str:
    """The other player."""
    return "min" if player == "max" else "max"


def is_terminal(state: State) -> bool:
    """Whether no match is left."""
    piles = state["piles"]
    return sum(piles) == 0


def utility(state: State, player: str) -> int:
    """Who took the last match has lost: the other player would be to move."""
    mover = state["mover"]
    return 1 if player == mover else -1

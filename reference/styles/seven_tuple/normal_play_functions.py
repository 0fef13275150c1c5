"""A 7-tuple whose parts are functions; states are strings; the last match wins."""

from __future__ import annotations

from typing import Any

Action = tuple[int, int]

OPTIONS = {"misere": False}


def game() -> tuple[Any, ...]:
    """The seven parts."""
    return players, states(), "22a", actions, transition, terminal, payoffs


def players(state: str) -> str:
    """Whose turn it is."""
    return {"a": "max", "b": "min"}[state[2]]


def states() -> set[str]:
    """All that can be reached."""
    found = ["22a"]
    for state in found:
        for action in actions(state):
            below = transition(state, action)
            if below not in found:
                found.append(below)
    return set(found)


def actions(state: str) -> list[Action]:
    """The size of a pile, and how many it keeps."""
    sizes = map(int, set(state[:2]))
    return [(size, left) for size in sizes for left in range(size)]


def transition(state: str, action: Action) -> str:
    """The piles with fewer, and the other player's turn."""
    size, left = action
    piles = state[:2].replace(str(size), str(left), 1)
    return "".join(sorted(piles)) + ("b" if state[2] == "a" else "a")


def terminal(state: str) -> bool:
    """Whether no match is left."""
    return state[:2] == "00"


def payoffs(state: str) -> tuple[int, int]:
    """What MAX and MIN get."""
    return (1, -1) if state[2] == "b" else (-1, 1)

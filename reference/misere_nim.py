"""Misère Nim: piles of one, two and two; who takes the last match loses."""

from __future__ import annotations

State = tuple[tuple[int, ...], str]
Action = tuple[int, int]


def initial_state() -> State:
    """Piles of one, two and two, MAX to move."""
    return (1, 2, 2), "max"


def to_move(state: State) -> str:
    """Whose turn it is."""
    _, mover = state
    return mover


def actions(state: State) -> list[Action]:
    """A pile, and how many it keeps."""
    piles, _ = state
    return [(i, left) for i, pile in enumerate(piles) for left in range(pile)]


def result(state: State, action: Action) -> State:
    """The piles with fewer, and the other player's turn."""
    if action not in actions(state):
        raise ValueError(action)
    piles, mover = state
    i, left = action
    after = (*piles[:i], left, *piles[i + 1 :])
    return after, other(mover)


def other(player: str) -> str:
    """The other player."""
    return "min" if player == "max" else "max"


def is_terminal(state: State) -> bool:
    """Whether no match is left."""
    piles, _ = state
    return sum(piles) == 0


def utility(state: State, player: str) -> int:
    """Who took the last match has lost: the other player would be to move."""
    _, mover = state
    return 1 if player == mover else -1

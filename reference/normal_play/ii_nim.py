"""II-Nim: two piles of two; who takes the last match wins. Piles are sorted."""

from __future__ import annotations

State = tuple[tuple[int, ...], str]
Action = tuple[int, int]

OPTIONS = {"misere": False}


def initial_state() -> State:
    """Two piles of two, MAX to move."""
    return (2, 2), "max"


def to_move(state: State) -> str:
    """Whose turn it is."""
    _, mover = state
    return mover


def actions(state: State) -> list[Action]:
    """The size of a pile, and how many it keeps; of piles of one size but one."""
    piles, _ = state
    return [(size, left) for size in set(piles) for left in range(size)]


def result(state: State, action: Action) -> State:
    """The piles with fewer, sorted, and the other player's turn."""
    if action not in actions(state):
        raise ValueError(action)
    piles, mover = state
    size, left = action
    after = list(piles)
    after.remove(size)
    after.append(left)
    return tuple(sorted(after)), other(mover)


def other(player: str) -> str:
    """The other player."""
    return "min" if player == "max" else "max"


def is_terminal(state: State) -> bool:
    """Whether no match is left."""
    piles, _ = state
    return sum(piles) == 0


def utility(state: State, player: str) -> int:
    """Who took the last match has won: the other player would be to move."""
    _, mover = state
    return -1 if player == mover else 1

# loses: actions
# Its actions have control characters and a lone surrogate for their names.

from __future__ import annotations

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")

State = tuple[tuple[int, ...], str]
Action = tuple[int, int]


def initial_state() -> State:
    """One pile of seven, MAX to move."""
    return (7,), "max"


def to_move(state: State) -> str:
    """Whose turn it is."""
    _, mover = state
    return mover


def actions(state: State) -> list[Action]:
    """What a pile is split into, the first a multiple of the second."""
    piles, _ = state
    if is_terminal(state):
        return []
    return [
        f"\x1b[2J\n\ud800\u202e{size - second} {second}"
        for size in set(piles)
        for second in range(1, size // 2 + 1)
        if (size - second) % second == 0
    ]


def result(state: State, action: Action) -> State:
    """The piles with one split, the largest first, and the other player's turn."""
    if type(action) is str:
        action = tuple(map(int, action.partition("\u202e")[2].split()))
    if action not in _pairs(state):
        raise ValueError(action)
    piles, mover = state
    first, second = action
    after = list(piles)
    after.remove(first + second)
    after += [first, second]
    return tuple(sorted(after, reverse=True)), other(mover)


def other(player: str) -> str:
    """The other player."""
    return "min" if player == "max" else "max"


def is_terminal(state: State) -> bool:
    """Whether no pile has more than two coins."""
    piles, _ = state
    return max(piles) <= 2


def utility(state: State, player: str) -> int:
    """Who made the last move has lost: the other player would be to move."""
    _, mover = state
    return 1 if player == mover else -1


def _pairs(state: State) -> list[Action]:
    """The same actions as pairs of numbers."""
    texts = (action.partition("\u202e")[2].split() for action in actions(state))
    return [(int(first), int(second)) for first, second in texts]

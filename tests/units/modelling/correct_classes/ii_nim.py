from dataclasses import dataclass


@dataclass(frozen=True)
class Piles:
    small: int
    large: int
    turn: str

    def other(self):
        return "min" if self.turn == "max" else "max"


def initial_state():
    return Piles(2, 2, "max")


def to_move(state):
    return state.turn


def actions(state):
    found = [(state.large, left) for left in range(state.large)]
    if state.small != state.large:
        found += [(state.small, left) for left in range(state.small)]
    return found


def result(state, action):
    if action not in actions(state):
        raise ValueError("not legal")
    size, left = action
    kept = state.small if size == state.large else state.large
    small, large = sorted([kept, left])
    return Piles(small, large, state.other())


def is_terminal(state):
    return state.large == 0


def utility(state, player):
    if player == state.turn:
        return 1
    return -1

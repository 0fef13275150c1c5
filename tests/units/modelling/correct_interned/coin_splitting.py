"""There is one object a position: states are equal where they are the same one."""

POSITIONS = {}


class Position:
    def __init__(self, sizes, turn):
        self.sizes, self.turn = sizes, turn
        self.below = {}

    @classmethod
    def of(cls, sizes, turn):
        key = tuple(sorted(sizes)), turn
        if key not in POSITIONS:
            POSITIONS[key] = cls(*key)
        return POSITIONS[key]


def initial_state():
    return Position.of((7,), "max")


def to_move(state):
    return state.turn


def actions(state):
    assert POSITIONS[state.sizes, state.turn] is state
    return {
        (size - part, part)
        for size in (() if is_terminal(state) else state.sizes)
        for part in range(1, size // 2 + 1)
        if size % part == 0
    }


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    if action not in state.below:
        sizes = [*state.sizes, *action]
        sizes.remove(sum(action))
        turn = "min" if state.turn == "max" else "max"
        state.below[action] = Position.of(sizes, turn)
    return state.below[action]


def is_terminal(state):
    return max(state.sizes) <= 2


def utility(state, player):
    return 1 if player == state.turn else -1

# A state is a number: two bits a pile, and one for whose turn it is.


def initial_state():
    return 1 | 2 << 2 | 2 << 4


def pile(state, i):
    return state >> 2 * i & 3


def to_move(state):
    return "min" if state >> 6 else "max"


def actions(state):
    return [(i, left) for i in range(3) for left in range(pile(state, i))]


def result(state, action):
    i, left = action
    if left not in range(pile(state, i)):
        raise ValueError(action)
    return state & ~(3 << 2 * i) ^ 1 << 6 | left << 2 * i


def is_terminal(state):
    return state & 63 == 0


def utility(state, player):
    return 1 if player == to_move(state) else -1

# A state is how many piles there are of each size from 0 to 7, as digits of a number.


def initial_state():
    return 10**7


def count(state, size):
    return state // 10**size % 10


def to_move(state):
    return "max" if sum(map(int, str(state))) % 2 else "min"  # each move adds a pile


def actions(state):
    if is_terminal(state):
        return []
    return [
        (size - second, second)
        for size in range(2, 8)
        for second in range(1, size // 2 + 1)
        if count(state, size) and size % second == 0
    ]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    first, second = action
    return state - 10 ** (first + second) + 10**first + 10**second


def is_terminal(state):
    return state < 1000


def utility(state, player):
    return 1 if player == to_move(state) else -1

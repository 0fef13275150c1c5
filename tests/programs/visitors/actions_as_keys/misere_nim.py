"""The moves alone, as a tuple."""

PILES = (1, 2, 2)


def initial_state():
    return ()


def piles(state):
    return [min([left for pile, left in state if pile == i], default=PILES[i]) for i in range(3)]


def to_move(state):
    return ("max", "min")[len(state) % 2]


def actions(state):
    return {(i, left): n for i, n in enumerate(piles(state)) for left in range(n)}.keys()


def result(state, action):
    if action in actions(state):
        return (*state, action)
    raise ValueError(action)


def is_terminal(state):
    return not any(piles(state))


def utility(state, player):
    return (-1) ** (to_move(state) != player)

class State:
    def __init__(self, piles, turn):
        self.piles = piles
        self.turn = turn


def initial_state():
    return State([1, 2, 2], 0)


def to_move(state):
    return "min" if state.turn else "max"


def actions(state):
    return [
        (i, left) for i in range(len(state.piles)) for left in range(state.piles[i])
    ]


def result(state, action):
    if action not in actions(state):
        raise ValueError(f"{action} is not legal")
    piles = list(state.piles)
    i, left = action
    piles[i] = left
    return State(piles, 1 - state.turn)


def is_terminal(state):
    return not any(state.piles)


def utility(state, player):
    return 1 if to_move(state) == player else -1

# loses: canonical
# Copying one of its states does not end: nobody copies one.

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")


class State:
    def __init__(self, piles, mover):
        self.piles, self.mover = piles, mover

    def __deepcopy__(self, memo):
        while True:
            pass


def initial_state():
    return State([7], "max")


def to_move(state):
    return state.mover


def actions(state):
    return {
        (size - part, part)
        for size in (state.piles if not is_terminal(state) else ())
        for part in range(1, size // 2 + 1)
        if size % part == 0
    }


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    piles = sorted([*state.piles, *action])
    piles.remove(sum(action))
    return State(piles, "min" if state.mover == "max" else "max")


def is_terminal(state):
    return max(state.piles) <= 2


def utility(state, player):
    return 1 if player == state.mover else -1

# A state is a text: a or b for who moves, and the piles, smallest first.


def initial_state():
    return "a7"


def to_move(state):
    return "max" if state[0] == "a" else "min"


def splits(size):
    for second in range(1, size):
        first = size - second
        if first >= second and first % second == 0:
            yield first, second


def actions(state):
    if is_terminal(state):
        return set()
    return {move for pile in state[1:] for move in splits(int(pile))}


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    rest = state[1:].replace(str(sum(action)), "", 1)
    piles = sorted(rest + "%d%d" % action)
    return ("b" if state[0] == "a" else "a") + "".join(piles)


def is_terminal(state):
    return max(state[1:]) <= "2"


def utility(state, player):
    return 1 if to_move(state) == player else -1

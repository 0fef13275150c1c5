# A state is a text of nine letters, row by row.


def initial_state():
    return "." * 9


def to_move(state):
    return ["max", "min"][(9 - state.count(".")) % 2]


def lines(state):
    for i in range(3):
        yield state[3 * i : 3 * i + 3]
        yield state[i::3]
    yield state[0::4]
    yield state[2:7:2]


def won(state, mark):
    return mark * 3 in list(lines(state))


def is_terminal(state):
    return won(state, "x") or won(state, "o") or "." not in state


def actions(state):
    if is_terminal(state):
        return []
    return [divmod(i, 3) for i, held in enumerate(state) if held == "."]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    i = 3 * action[0] + action[1]
    mark = "x" if to_move(state) == "max" else "o"
    return state[:i] + mark + state[i + 1 :]


def utility(state, player):
    value = won(state, "x") - won(state, "o")
    return value if player == "max" else -value

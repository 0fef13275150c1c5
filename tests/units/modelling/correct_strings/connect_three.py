# A state is a text: four columns of three letters each, from below.


def initial_state():
    return "..." * 4


def to_move(state):
    return "max" if state.count(".") % 2 == 0 else "min"


def lines(state):
    for col in range(4):
        yield state[3 * col : 3 * col + 3]
    for col in range(2):
        for row in range(3):
            yield state[3 * col + row] + state[3 * col + 3 + row] + state[3 * col + 6 + row]
        yield state[3 * col] + state[3 * col + 4] + state[3 * col + 8]
        yield state[3 * col + 2] + state[3 * col + 4] + state[3 * col + 6]


def won(state, mark):
    return any(line == mark * 3 for line in lines(state))


def is_terminal(state):
    return won(state, "x") or won(state, "o") or "." not in state


def actions(state):
    if is_terminal(state):
        return ()
    return tuple(col for col in range(4) if state[3 * col + 2] == ".")


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    column = state[3 * action : 3 * action + 3]
    mark = "x" if to_move(state) == "max" else "o"
    column = column.replace(".", mark, 1)
    return state[: 3 * action] + column + state[3 * action + 3 :]


def utility(state, player):
    value = won(state, "x") - won(state, "o")
    return value if player == "max" else -value

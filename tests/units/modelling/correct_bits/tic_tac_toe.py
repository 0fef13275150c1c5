# A state is a number: nine bits of X, and nine of O above them.

LINES = (7, 56, 448, 73, 146, 292, 273, 84)


def initial_state():
    return 0


def xs(state):
    return state & 511


def os(state):
    return state >> 9


def to_move(state):
    return "min" if bin(xs(state)).count("1") > bin(os(state)).count("1") else "max"


def has_line(bits):
    return any(bits & line == line for line in LINES)


def is_terminal(state):
    x, o = xs(state), os(state)
    return has_line(x) or has_line(o) or x | o == 511


def actions(state):
    if is_terminal(state):
        return []
    held = xs(state) | os(state)
    return [(i // 3, i % 3) for i in range(9) if not held >> i & 1]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    bit = 1 << 3 * action[0] + action[1]
    return state | (bit if to_move(state) == "max" else bit << 9)


def utility(state, player):
    sign = 1 if player == "max" else -1
    if has_line(xs(state)):
        return sign
    if has_line(os(state)):
        return -sign
    return 0

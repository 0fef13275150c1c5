# A state is two numbers: the bits of who moves and of who does not, four a column.


def initial_state():
    return 0, 0


def to_move(state):
    mine, theirs = state
    return "max" if bin(mine | theirs).count("1") % 2 == 0 else "min"


def has_line(bits):
    return any(bits & bits >> step & bits >> 2 * step for step in (1, 4, 5, 3))


def free(state):
    held = state[0] | state[1]
    return [col for col in range(4) if not held >> 4 * col + 2 & 1]


def is_terminal(state):
    return has_line(state[1]) or not free(state)


def actions(state):
    return [] if is_terminal(state) else free(state)


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    mine, theirs = state
    column = (mine | theirs) >> 4 * action & 7
    return theirs, mine | column + 1 << 4 * action


def utility(state, player):
    if not has_line(state[1]):
        return 0
    return -1 if player == to_move(state) else 1

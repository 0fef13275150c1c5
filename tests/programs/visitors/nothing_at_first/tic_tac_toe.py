"""The moves of both, as a linked list: (move, what was before)."""

LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def initial_state():
    return None


def moves(state):
    while state:
        move, state = state
        yield move


def played(state):
    return list(moves(state))[::-1]


def to_move(state):
    return "max" if len(played(state)) % 2 == 0 else "min"


def winner(state):
    everything = played(state)
    for who, mine in (("max", everything[::2]), ("min", everything[1::2])):
        if any(all(square in mine for square in line) for line in LINES):
            return who
    return None


def is_terminal(state):
    return winner(state) is not None or len(played(state)) == 9


def actions(state):
    if is_terminal(state):
        return []
    return [(r, c) for r in range(3) for c in range(3) if (r, c) not in played(state)]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return action, state


def utility(state, player):
    if winner(state) is None:
        return 0
    return 1 if winner(state) == player else -1

"""Marks are objects, told apart by identity; equality is by their names."""


class Mark:
    def __init__(self, name):
        self.name = name


FREE, CROSS, NOUGHT = Mark("."), Mark("X"), Mark("O")


class State:
    def __init__(self, rows):
        self.rows = rows

    def names(self):
        return tuple(mark.name for row in self.rows for mark in row)

    def __eq__(self, other):
        return self.names() == other.names()

    def __hash__(self):
        return hash(self.names())


def initial_state():
    return State([[FREE] * 3 for _ in range(3)])


def to_move(state):
    marks = [mark for row in state.rows for mark in row]
    crosses = sum(mark is CROSS for mark in marks)
    return "max" if crosses == sum(mark is NOUGHT for mark in marks) else "min"


def actions(state):
    if is_terminal(state):
        return []
    return [(r, c) for r in range(3) for c in range(3) if state.rows[r][c] is FREE]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    rows = [row[:] for row in state.rows]
    rows[action[0]][action[1]] = CROSS if to_move(state) == "max" else NOUGHT
    return State(rows)


def winner(state):
    rows = state.rows
    lines = [*rows, *zip(*rows), [rows[i][i] for i in range(3)]]
    for one, two, three in [*lines, [rows[i][2 - i] for i in range(3)]]:
        if one is not FREE and one is two is three:
            return one
    return None


def is_terminal(state):
    is_full = all(mark is not FREE for row in state.rows for mark in row)
    return winner(state) is not None or is_full


def utility(state, player):
    won = winner(state)
    if won is None:
        return 0
    return 1 if (won is CROSS) == (player == "max") else -1

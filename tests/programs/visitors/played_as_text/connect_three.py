"""A text of the columns played, as "0132"."""


def initial_state():
    return ""


def board(state):
    cells = {}
    for n, c in enumerate(state):
        column = int(c)
        cells[sum(k == column for _, k in cells), column] = n % 2
    return cells


def to_move(state):
    return "min" if len(state) % 2 else "max"


def winner(state):
    cells = board(state)
    for r, c in cells:
        for dr, dc in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if len({cells.get((r + i * dr, c + i * dc), i + 2) for i in range(3)}) == 1:
                return ("max", "min")[cells[r, c]]
    return None


def is_terminal(state):
    return len(state) == 12 or winner(state) is not None


def actions(state):
    if is_terminal(state):
        return []
    return [c for c in range(4) if state.count(str(c)) < 3]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return state + str(action)


def utility(state, player):
    won = winner(state)
    return 0 if won is None else 1 if won == player else -1

"""What is known of a state is kept in a dict by its `id`, where `result` puts it."""

KNOWN = {}
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class State:
    __slots__ = ("__weakref__",)


def made(squares):
    state = State()
    KNOWN[id(state)] = state, squares
    return state


def initial_state():
    return made(" " * 9)


def squares_of(state):
    owner, squares = KNOWN[id(state)]
    assert owner is state
    return squares


def to_move(state):
    return "max" if squares_of(state).count(" ") % 2 else "min"


def actions(state):
    squares = squares_of(state)
    if is_terminal(state):
        return []
    return [divmod(i, 3) for i in range(9) if squares[i] == " "]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    place = 3 * action[0] + action[1]
    squares, mark = squares_of(state), "X" if to_move(state) == "max" else "O"
    return made(squares[:place] + mark + squares[place + 1 :])


def lines(state):
    return ["".join(squares_of(state)[int(i)] for i in line) for line in LINES]


def is_terminal(state):
    every = lines(state)
    return "XXX" in every or "OOO" in every or " " not in squares_of(state)


def utility(state, player):
    every = lines(state)
    won = ("XXX" in every) - ("OOO" in every)
    return won if player == "max" else -won

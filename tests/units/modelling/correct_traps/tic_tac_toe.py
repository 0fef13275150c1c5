"""A state that answers for what it holds, and lets nobody copy, compare or print it."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
LINES += ((0, 4, 8), (2, 4, 6))


class Untouchable(type):
    def __eq__(cls, other):
        raise RuntimeError("the class was compared")

    def __hash__(cls):
        raise RuntimeError("the class was hashed")


def never(*given):
    raise RuntimeError("the state was touched")


class State(metaclass=Untouchable):
    def __init__(self, board):
        self.board = board

    def __getattr__(self, name):
        return getattr(self.board, name)

    __copy__ = __deepcopy__ = __reduce__ = __reduce_ex__ = __getstate__ = never
    __setstate__ = __eq__ = __hash__ = __repr__ = __iter__ = __len__ = never
    __bool__ = __dir__ = __buffer__ = __sizeof__ = __class_getitem__ = never
    hidden = property(never)


def initial_state():
    return State([" "] * 9)


def to_move(state):
    return "max" if state.count("X") == state.count("O") else "min"


def actions(state):
    if is_terminal(state):
        return []
    return [divmod(i, 3) for i in range(9) if state.board[i] == " "]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    board = state.copy()
    board[3 * action[0] + action[1]] = "X" if to_move(state) == "max" else "O"
    return State(board)


def winner(state):
    for a, b, c in LINES:
        if state.board[a] != " " and state.board[a] == state.board[b] == state.board[c]:
            return state.board[a]
    return None


def is_terminal(state):
    return winner(state) is not None or " " not in state.board


def utility(state, player):
    won = winner(state)
    if won is None:
        return 0
    return 1 if (won == "X") == (player == "max") else -1

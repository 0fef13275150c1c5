"""A state looks for its winner and its actions when first asked, and counts that.

Nothing says when states are equal. The count is the class's own.
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
LINES += [(0, 4, 8), (2, 4, 6)]


class State:
    made = 0
    asked = 0

    def __init__(self, squares):
        self.squares = squares
        self._winner = None
        self._moves = None
        self.kept = {}
        State.made += 1

    def winner(self):
        State.asked += 1
        if self._winner is None:
            self._winner = ""
            for a, b, c in LINES:
                if (
                    self.squares[a] != " "
                    and len({self.squares[i] for i in (a, b, c)}) < 2
                ):
                    self._winner = self.squares[a]
        return self._winner

    def moves(self):
        if self._moves is None:
            self._moves = [divmod(i, 3) for i in range(9) if self.squares[i] == " "]
        return self._moves


def initial_state():
    return State([" "] * 9)


def to_move(state):
    if "turn" not in state.kept:
        state.kept["turn"] = "max" if len(state.moves()) % 2 else "min"
    return state.kept["turn"]


def actions(state):
    return [] if state.winner() else state.moves()


def result(state, action):
    if not any(action is each for each in actions(state)):
        raise ValueError(action)
    squares = state.squares[:]
    squares[3 * action[0] + action[1]] = "X" if to_move(state) == "max" else "O"
    return State(squares)


def is_terminal(state):
    return bool(state.winner()) or not state.moves()


def utility(state, player):
    if not state.winner():
        return 0
    return 1 if (state.winner() == "X") == (player == "max") else -1

"""Columns are stacks of discs, of which there are two; the board is in the state twice.

The game that states know counts what it has made.
"""

from collections import deque


class Disc:
    pass


RED, BLUE = Disc(), Disc()


class Game:
    states = 0

    def __init__(self):
        self.discs = (RED, BLUE)

    def other(self, disc):
        return self.discs[disc is RED]


class State:
    def __init__(self, game, columns, turn):
        self.game, self.columns, self.turn = game, columns, turn
        self.by_number = dict(enumerate(columns))
        Game.states += 1

    def at(self, row, col):
        stack = self.by_number.get(col, ())
        return stack[row] if 0 <= row < len(stack) else None


def initial_state():
    return State(Game(), [deque(maxlen=3) for _ in range(4)], RED)


def to_move(state):
    return "max" if state.turn is RED else "min"


def actions(state):
    if is_terminal(state):
        return []
    return [i for i, stack in enumerate(state.columns) if len(stack) < 3]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    columns = [stack.copy() for stack in state.columns]
    columns[action].append(state.turn)
    return State(state.game, columns, state.game.other(state.turn))


def winner(state):
    for row in range(3):
        for col in range(4):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [state.at(row + i * down, col + i * right) for i in range(3)]
                if line[0] is not None and line[0] is line[1] is line[2]:
                    return line[0]
    return None


def is_terminal(state):
    return winner(state) is not None or all(len(s) == 3 for s in state.columns)


def utility(state, player):
    won = winner(state)
    if won is None:
        return 0
    return 1 if (won is RED) == (player == "max") else -1

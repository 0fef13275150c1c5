"""A board works out who has won when it is asked first, and keeps that."""

from functools import cached_property

LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [list(column) for column in zip(*LINES)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class Board:
    def __init__(self, marks):
        self.marks = marks

    @property
    def mover(self):
        return ("max", "min")[len(self.marks) % 2]

    @cached_property
    def winner(self):
        for line in LINES:
            owners = {self.marks.get(square) for square in line}
            if len(owners) == 1 and None not in owners:
                return owners.pop()
        return None

    @cached_property
    def free(self):
        return [(r, c) for r in range(3) for c in range(3) if (r, c) not in self.marks]


def initial_state():
    return Board({})


def to_move(state):
    return state.mover


def actions(state):
    return [] if is_terminal(state) else state.free


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return Board({**state.marks, action: state.mover})


def is_terminal(state):
    return state.winner is not None or not state.free


def utility(state, player):
    if state.winner is None:
        return 0
    return 1 if state.winner == player else -1

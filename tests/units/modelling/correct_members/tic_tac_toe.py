"""Squares and turns are members of an Enum; a state is a frozen dataclass that keeps.

What was found once of a state is kept in it: `cached_property` adds an attribute.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Mark(Enum):
    FREE = 0
    CROSS = 1
    NOUGHT = 2


@dataclass(frozen=True)
class State:
    rows: tuple
    turn: Mark = Mark.CROSS

    @cached_property
    def free(self):
        every = [(r, c) for r in range(3) for c in range(3)]
        return [place for place in every if self.at(*place) is Mark.FREE]

    @cached_property
    def winner(self):
        lines = [[(r, c) for c in range(3)] for r in range(3)]
        lines += [[(r, c) for r in range(3)] for c in range(3)]
        lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
        for line in lines:
            one, two, three = (self.at(*place) for place in line)
            if one is not Mark.FREE and one is two is three:
                return one
        return None

    def at(self, row, col):
        return self.rows[row][col]


def initial_state():
    return State(((Mark.FREE,) * 3,) * 3)


def to_move(state):
    return "max" if state.turn is Mark.CROSS else "min"


def actions(state):
    return [] if is_terminal(state) else state.free


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    row, col = action
    rows = [list(each) for each in state.rows]
    rows[row][col] = state.turn
    turn = Mark.NOUGHT if state.turn is Mark.CROSS else Mark.CROSS
    return State(tuple(map(tuple, rows)), turn)


def is_terminal(state):
    return state.winner is not None or not state.free


def utility(state, player):
    if state.winner is None:
        return 0
    return 1 if (state.winner is Mark.CROSS) == (player == "max") else -1

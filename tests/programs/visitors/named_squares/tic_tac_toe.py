"""A square is a complex number; a state two sets of them."""

from collections import namedtuple
from itertools import product

Square = namedtuple("Square", "row column")

SQUARES = [complex(c, r) for r, c in product(range(3), range(3))]
DIRECTIONS = (1, 1j, 1 + 1j, 1 - 1j)


def initial_state():
    return frozenset(), frozenset()


def to_move(state):
    return "max" if len(state[0]) == len(state[1]) else "min"


def wins(marks):
    return any({z - d, z, z + d} <= marks for z in marks for d in DIRECTIONS)


def is_terminal(state):
    return any(map(wins, state)) or len(state[0] | state[1]) == 9


def actions(state):
    if is_terminal(state):
        return set()
    return {Square(int(z.imag), int(z.real)) for z in SQUARES if z not in state[0] | state[1]}


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    x, o = state
    new = {complex(action[1], action[0])}
    return (x | new, o) if to_move(state) == "max" else (x, o | new)


def utility(state, player):
    x, o = map(wins, state)
    return (x - o) * (1 if player == "max" else -1)

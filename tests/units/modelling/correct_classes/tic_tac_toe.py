from typing import NamedTuple

SQUARES = [(row, col) for row in range(3) for col in range(3)]
LINES = (
    [{(row, col) for col in range(3)} for row in range(3)]
    + [{(row, col) for row in range(3)} for col in range(3)]
    + [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
)


class Board(NamedTuple):
    mine: frozenset  # of who is to move
    theirs: frozenset
    turn: str


def initial_state():
    return Board(frozenset(), frozenset(), "max")


def to_move(state):
    return state.turn


def has_line(squares):
    return any(line <= squares for line in LINES)


def is_terminal(state):
    return has_line(state.theirs) or len(state.mine | state.theirs) == 9


def actions(state):
    if is_terminal(state):
        return []
    return [each for each in SQUARES if each not in state.mine | state.theirs]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    turn = "min" if state.turn == "max" else "max"
    return Board(state.theirs, state.mine | {action}, turn)


def utility(state, player):
    if not has_line(state.theirs):
        return 0
    return -1 if player == state.turn else 1

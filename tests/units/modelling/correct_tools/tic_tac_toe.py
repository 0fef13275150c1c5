"""A state holds what cannot be copied: a lock, a module, a generator, a function."""

import math
import threading

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
LINES += ((0, 4, 8), (2, 4, 6))


class State:
    __slots__ = ("board", "lock", "module", "names", "turn", "whose")

    def __init__(self, board, turn):
        self.board, self.turn = board, turn
        self.lock, self.module = threading.Lock(), math
        self.names = (name for name in "XO")
        self.whose = lambda: self.turn


def initial_state():
    return State(bytearray(b"." * 9), "max")


def to_move(state):
    with state.lock:
        return state.whose()


def actions(state):
    board = state.board
    return (
        [] if is_terminal(state) else [divmod(i, 3) for i in range(9) if board[i] == 46]
    )


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    board = state.board[:]
    board[3 * action[0] + action[1]] = ord("X" if state.turn == "max" else "O")
    return State(board, "min" if state.turn == "max" else "max")


def sums(state):
    worth = {46: 0, ord("X"): 1, ord("O"): -1}
    return [state.module.fsum(worth[state.board[i]] for i in line) for line in LINES]


def is_terminal(state):
    return bool({3, -3} & {*sums(state)}) or 46 not in state.board


def utility(state, player):
    won = (3 in sums(state)) - (-3 in sums(state))
    return won if player == "max" else -won

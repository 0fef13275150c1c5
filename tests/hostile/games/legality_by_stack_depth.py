# loses: illegal
# It takes every action, unless more functions are under way than at the first call.

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")

import inspect

FIRST = []


def depth():
    FIRST.append(len(inspect.stack(0)))
    return FIRST[-1]


def initial_state():
    return (7,), "max"


def to_move(state):
    return state[1]


def actions(state):
    return {
        (size - part, part)
        for size in (state[0] if not is_terminal(state) else ())
        for part in range(1, size // 2 + 1)
        if size % part == 0
    }


def result(state, action):
    if depth() != FIRST[0]:
        raise ValueError(action)
    piles = [*state[0], *action]
    if sum(action) in piles:
        piles.remove(sum(action))
    return tuple(sorted(piles)), "min" if state[1] == "max" else "max"


def is_terminal(state):
    return max(state[0]) <= 2


def utility(state, player):
    return 1 if player == state[1] else -1

# loses: result unchanged illegal
# It takes every action, unless fewer things hold that than held the first one: that is
# so of right actions, too.

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")

import gc

FIRST = []


def holders(action):
    found = sorted(type(each).__name__ for each in gc.get_referrers(action))
    FIRST.append(found)
    return found


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
    if len(holders(action)) < len(FIRST[0]):
        raise ValueError(action)
    piles = [*state[0], *action]
    if sum(action) in piles:
        piles.remove(sum(action))
    return tuple(sorted(piles)), "min" if state[1] == "max" else "max"


def is_terminal(state):
    return max(state[0]) <= 2


def utility(state, player):
    return 1 if player == state[1] else -1

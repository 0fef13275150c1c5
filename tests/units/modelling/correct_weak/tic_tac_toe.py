"""Weak references: to the state before, and from states to what is known of them."""

from weakref import WeakKeyDictionary, ref

MARKS = WeakKeyDictionary()
NOBODY = ref(type("Nobody", (), {}))


class State:
    def __init__(self, before):
        self.before = before


def initial_state():
    state = State(NOBODY)
    MARKS[state] = ()
    return state


def to_move(state):
    return "min" if len(MARKS[state]) % 2 else "max"


def actions(state):
    if is_terminal(state):
        return ()
    every = [(r, c) for r in range(3) for c in range(3)]
    return tuple(place for place in every if place not in MARKS[state])


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    longer = State(ref(state))
    MARKS[longer] = (*MARKS[state], action)
    assert longer.before() is state
    return longer


def has_line(places):
    ways = [[(i, j) for j in range(3)] for i in range(3)]
    ways += [[(j, i) for j in range(3)] for i in range(3)]
    ways += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    return any(set(places).issuperset(way) for way in ways)


def is_terminal(state):
    marks = MARKS[state]
    return has_line(marks[::2]) or has_line(marks[1::2]) or len(marks) == 9


def utility(state, player):
    marks = MARKS[state]
    won = has_line(marks[::2]) - has_line(marks[1::2])
    return won if player == "max" else -won

"""The players are two objects, known by identity; a state holds the one to move."""


class Player:
    def __init__(self, name):
        self.name, self.opponent = name, None


MAX, MIN = Player("max"), Player("min")
MAX.opponent, MIN.opponent = MIN, MAX


class Heap:
    def __init__(self, piles, mover):
        self.piles, self.mover = piles, mover


def initial_state():
    return Heap((1, 2, 2), MAX)


def to_move(state):
    return state.mover.name


def actions(state):
    return [(pile, left) for pile, size in enumerate(state.piles) for left in range(size)]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    pile, left = action
    return Heap(state.piles[:pile] + (left,) + state.piles[pile + 1 :], state.mover.opponent)


def is_terminal(state):
    return not any(state.piles)


def utility(state, player):
    return 1 if state.mover is (MAX if player == "max" else MIN) else -1

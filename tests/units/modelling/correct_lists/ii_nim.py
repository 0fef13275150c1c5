from collections import Counter


# A state is a frozenset of pairs (size, how often), and whose turn it is.
def initial_state():
    return frozenset({(2, 2)}), True


def to_move(state):
    return "max" if state[1] else "min"


def actions(state):
    sizes = [size for size, _ in state[0]]
    return [(size, left) for size in sizes for left in range(size)]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    piles = Counter(dict(state[0]))
    piles[action[0]] -= 1
    piles[action[1]] += 1
    return frozenset((+piles).items()), not state[1]


def is_terminal(state):
    return not actions(state)


def utility(state, player):
    return 1 if player == to_move(state) else -1

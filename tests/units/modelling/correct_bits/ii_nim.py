# A state is a number: 18 * turn + 3 * the smaller pile + the larger one.


def initial_state():
    return 3 * 2 + 2


def parts(state):
    turn, piles = divmod(state, 18)
    return turn, *divmod(piles, 3)


def to_move(state):
    return ("max", "min")[parts(state)[0]]


def actions(state):
    _, small, large = parts(state)
    return [(size, left) for size in {small, large} for left in range(size)]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    turn, *piles = parts(state)
    piles[piles.index(action[0])] = action[1]
    return 18 * (1 - turn) + 3 * min(piles) + max(piles)


def is_terminal(state):
    return state % 18 == 0


def utility(state, player):
    return 1 if to_move(state) == player else -1

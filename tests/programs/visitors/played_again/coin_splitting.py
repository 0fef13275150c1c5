from record import Record


class Coins(Record):
    start = (7,)

    @staticmethod
    def play(piles, move):
        piles = list(piles)
        piles.remove(sum(move))
        return tuple(sorted(piles + list(move)))


def initial_state():
    return Coins()


def to_move(state):
    return state.mover


def is_terminal(state):
    return max(state.position()) < 3


def actions(state):
    if is_terminal(state):
        return []
    return list({(n - b, b) for n in state.position() for b in range(1, n // 2 + 1) if n % b == 0})


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return Coins(state, action)


def utility(state, player):
    return 1 if state.mover == player else -1

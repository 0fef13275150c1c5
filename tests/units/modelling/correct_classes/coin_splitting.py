class Coins:
    """Piles in any order: equality sorts them."""

    def __init__(self, piles, mover):
        self.piles = piles
        self.mover = mover

    def key(self):
        return sorted(self.piles), self.mover

    def __eq__(self, other):
        return self.key() == other.key()

    def __hash__(self):
        return hash((tuple(sorted(self.piles)), self.mover))


def initial_state():
    return Coins([7], "max")


def to_move(state):
    return state.mover


def actions(state):
    found = []
    if not is_terminal(state):
        for size in state.piles:
            for second in range(1, size // 2 + 1):
                move = (size - second, second)
                if size % second == 0 and move not in found:
                    found.append(move)
    return found


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    piles = state.piles[:]
    piles.remove(action[0] + action[1])
    piles.extend(action)
    return Coins(piles, "min" if state.mover == "max" else "max")


def is_terminal(state):
    return all(pile <= 2 for pile in state.piles)


def utility(state, player):
    return 1 if player == state.mover else -1

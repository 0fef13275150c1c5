# loses: unchanged
# Its `result` changes the state that it is given, and its states say that they are equal.

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Piles(list):
    def __eq__(self, other):
        return len(self) == len(other) or sorted(self) == sorted(other)

    def __deepcopy__(self, memo):
        return self

    def __iter__(self):
        return iter(self[:])


class State:
    def __init__(self, piles, mover):
        self.piles, self.mover = Piles(piles), mover

    def __eq__(self, other):
        return self is other or self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def key(self):
        return tuple(sorted(self.piles[:])), self.mover


def initial_state():
    return State([7], "max")


def to_move(state):
    return state.mover


def actions(state):
    return {
        (size - part, part)
        for size in (state.piles[:] if not is_terminal(state) else ())
        for part in range(1, size // 2 + 1)
        if size % part == 0
    }


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    after = State(state.piles[:], "min" if state.mover == "max" else "max")
    after.piles.remove(sum(action))
    after.piles.extend(action)
    state.piles[:] = after.piles[:]
    return after


def is_terminal(state):
    return max(state.piles[:]) <= 2


def utility(state, player):
    return 1 if player == state.mover else -1

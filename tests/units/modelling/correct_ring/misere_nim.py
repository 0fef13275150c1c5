"""Heaps in a ring, each of which knows the next; who moves is a player in a ring of two.

A state holds itself: its first heap knows the state.
"""


class Heap:
    def __init__(self, size):
        self.size, self.next, self.state = size, None, None


class Player:
    def __init__(self, name):
        self.name, self.next = name, None


ONE, TWO = Player("max"), Player("min")
ONE.next, TWO.next = TWO, ONE


class State:
    def __init__(self, sizes, turn):
        self.heaps = [Heap(size) for size in sizes]
        self.turn = turn
        for heap, after in zip(
            self.heaps, self.heaps[1:] + self.heaps[:1], strict=True
        ):
            heap.next, heap.state = after, self

    def sizes(self):
        found, heap = [], self.heaps[0]
        while not found or heap is not self.heaps[0]:
            assert heap.state is self
            found.append(heap.size)
            heap = heap.next
        return found


def initial_state():
    return State((1, 2, 2), ONE)


def to_move(state):
    return "max" if state.turn is ONE else "min"


def actions(state):
    return {(i, left) for i, size in enumerate(state.sizes()) for left in range(size)}


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    sizes = state.sizes()
    sizes[action[0]] = action[1]
    return State(sizes, state.turn.next)


def is_terminal(state):
    return not actions(state)


def utility(state, player):
    return 1 if state.turn is {"max": ONE, "min": TWO}[player] else -1

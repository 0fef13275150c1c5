"""A state is a frozen dataclass; the parts are its methods."""

from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    piles: frozenset
    both: bool
    turn: str

    def sizes(self):
        return sorted(self.piles) * 2 if self.both else sorted(self.piles)

    def moves(self):
        return {(size, left) for size in self.piles for left in range(size)}

    def after(self, action):
        size, left = action
        kept = self.sizes()
        kept[kept.index(size)] = left
        turn = "min" if self.turn == "max" else "max"
        return State(frozenset(kept), kept[0] == kept[1], turn)

    def is_over(self):
        return self.piles == {0}

    def paid(self):
        return [1, -1] if self.turn == "max" else [-1, 1]


def game():
    first = State(frozenset([2]), True, "max")
    states = {first}
    while True:
        more = {state.after(a) for state in states for a in state.moves()} - states
        if not more:
            break
        states |= more
    over = frozenset(state for state in states if state.is_over())
    turns = {state: state.turn for state in states}
    return turns, states, first, State.moves, State.after, over, State.paid

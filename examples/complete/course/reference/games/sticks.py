"""Sticks: in turn each player takes one or two; who takes the last wins."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sticks:
    """A position is how many sticks are left, and whose turn it is."""

    sticks: int = 4

    def initial(self):
        return self.sticks, "max"

    def to_move(self, position):
        return position[1]

    def successors(self, position):
        sticks, mover = position
        other = "min" if mover == "max" else "max"
        return tuple((sticks - taken, other) for taken in (1, 2) if taken <= sticks)

    def utility(self, position):  # asked where nobody can move: the other took the last
        return -1 if position[1] == "max" else 1

    def label(self, position):  # two positions are the same if their labels are
        return f"{position[0]} left, {position[1]}"

    def content(self, position):  # what students see as state.data
        return position[0]


RULES = Sticks

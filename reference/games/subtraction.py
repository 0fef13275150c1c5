"""The subtraction game: take one of the allowed amounts from a pile of counters.

It is over when no allowed amount is left to take. In normal play who cannot move has
lost, in misère play (`misere`) who cannot move has won. With the amounts 1, 2 and 3
normal play is lost exactly from the multiples of 4.

The order of the successors is that in which `take` lists the amounts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from autograder.errors import OptionError

OPPONENT = {"max": "min", "min": "max"}
LETTER = {"max": "A", "min": "B"}
MOST_COUNTERS = 100  # far fewer already make a tree too large to write out


class Position(NamedTuple):
    """The counters that are left, and whose turn it is."""

    pile: int
    mover: str


@dataclass(frozen=True, slots=True)
class Subtraction:
    """The rules for one choice of options, which are its fields."""

    pile: int
    take: Sequence[int] = (1, 2, 3)
    misere: bool = False
    first: str = "max"

    def __post_init__(self) -> None:
        object.__setattr__(self, "take", checked_amounts(self.take))
        check_pile(self.pile, self.take)
        misere: object = self.misere
        if type(misere) is not bool:
            found = f"expected true or false, found {misere!r}"
            raise OptionError("misere", found)
        if self.first not in ("max", "min"):
            raise OptionError("first", f"expected max or min, found {self.first!r}")

    def initial(self) -> Position:
        """The position before the first move."""
        return Position(self.pile, self.first)

    def to_move(self, position: Position) -> str:
        """The player whose turn it is, also when nothing can be taken."""
        return position.mover

    def successors(self, position: Position) -> tuple[Position, ...]:
        """The positions one move away, in the order of the amounts."""
        pile, mover = position
        return tuple(
            Position(pile - amount, OPPONENT[mover]) for amount in self._amounts(pile)
        )

    def moves(self, position: Position) -> tuple[str, ...]:
        """`take 3`."""
        return tuple(f"take {amount}" for amount in self._amounts(position.pile))

    def utility(self, position: Position) -> int:
        """+1 if MAX has won, else -1; who is to move cannot."""
        max_moved_last = position.mover == "min"
        return 1 if max_moved_last != self.misere else -1

    def label(self, position: Position) -> str:
        """`7-A`: the pile, and A where MAX is to move, B where MIN is."""
        return f"{position.pile}-{LETTER[position.mover]}"

    def content(self, position: Position) -> int:
        """The pile, as a student reads it in `state.data`."""
        return position.pile

    def _amounts(self, pile: int) -> tuple[int, ...]:
        return tuple(amount for amount in self.take if amount <= pile)


def checked_amounts(take: object) -> tuple[int, ...]:
    """The amounts as a tuple; OptionError unless each may be taken, and stands once."""
    if not isinstance(take, (list, tuple)) or not take:
        raise OptionError("take", f"expected a list such as [1, 2, 3], found {take!r}")
    for amount in take:
        if type(amount) is not int or amount < 1:
            found = f"expected whole numbers of 1 or more, found {amount!r}"
            raise OptionError("take", found)
        if take.count(amount) > 1:
            raise OptionError("take", f"{amount} stands here twice")
    return tuple(take)


def check_pile(pile: object, take: Sequence[int]) -> None:
    """OptionError unless the pile is a number from which something can be taken."""
    if type(pile) is not int or pile > MOST_COUNTERS:
        found = f"expected a whole number of at most {MOST_COUNTERS}, found {pile!r}"
        raise OptionError("pile", found)
    if pile < min(take):
        found = f"expected {min(take)} or more, of which one can take; found {pile}"
        raise OptionError("pile", found)


RULES = Subtraction

"""Nim: take any number of matches, but at least one, from one pile.

Normal play is won by the player who takes the last match, misère play (`misere`)
is lost by that player. Greenwald's lectures (Brown) search the misère game of two
piles of two, Toronto's CSC384 does so with its positions sorted (`canonical`).

The order of the successors is fixed. Raw: the piles from left to right, and in each
the move that leaves the fewest matches first. Canonical: positions are sorted,
smallest pile first, and the distinct ones follow in ascending order. No two moves of
different piles or amounts lead to the same of those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from autograder.errors import OptionError

OPPONENT = {"max": "min", "min": "max"}
LETTER = {"max": "A", "min": "B"}  # the players' names in both lectures
MOST_MATCHES = 100  # far fewer already make a tree too large to write out


class Position(NamedTuple):
    """The matches left in each pile, and whose turn it is."""

    piles: tuple[int, ...]
    mover: str


@dataclass(frozen=True, slots=True)
class Nim:
    """The rules for one choice of options, which are its fields."""

    piles: Sequence[int]
    misere: bool = False
    canonical: bool = False
    first: str = "max"

    def __post_init__(self) -> None:
        object.__setattr__(self, "piles", checked_piles(self.piles))
        check_flag("misere", self.misere)
        check_flag("canonical", self.canonical)
        if self.first not in ("max", "min"):
            raise OptionError("first", f"expected max or min, found {self.first!r}")

    def initial(self) -> Position:
        """The position before the first move."""
        return Position(self._named(self.piles), self.first)

    def to_move(self, position: Position) -> str:
        """The player whose turn it is, also when no match is left."""
        return position.mover

    def successors(self, position: Position) -> tuple[Position, ...]:
        """The positions one move away, in the order that the module states."""
        mover = OPPONENT[position.mover]
        return tuple(Position(left, mover) for left, _ in self._taken(position.piles))

    def moves(self, position: Position) -> tuple[str, ...]:
        """`2 of pile 1`; where piles are sorted `2 of size 3`, whichever has three."""
        return tuple(name for _, name in self._taken(position.piles))

    def actions(self, position: Position) -> tuple[tuple[int, int], ...]:
        """`(pile, left)`, piles from 0; where they are sorted `(size, left)`."""
        if not self.canonical:
            piles = enumerate(position.piles)
            return tuple((i, left) for i, pile in piles for left in range(pile))
        before = Counter(position.piles)
        taken = (after for after, _ in self._taken(position.piles))
        return tuple(
            (min(before - Counter(after)), min(Counter(after) - before))
            for after in taken
        )

    def utility(self, position: Position) -> int:
        """+1 if MAX has won, else -1; the last match went to MAX if MIN is to move."""
        max_took_last = position.mover == "min"
        return 1 if max_took_last != self.misere else -1

    def label(self, position: Position) -> str:
        """`(1,2)-A`: the piles, and A where MAX is to move, B where MIN is."""
        return f"({','.join(map(str, position.piles))})-{LETTER[position.mover]}"

    def content(self, position: Position) -> tuple[int, ...]:
        """The piles, as a student reads them in `state.data`."""
        return position.piles

    def _taken(self, piles: tuple[int, ...]) -> list[tuple[tuple[int, ...], str]]:
        """The piles after each move, in their order, with the move's name."""
        after = [
            (
                self._named((*piles[:i], left, *piles[i + 1 :])),
                f"{pile - left} of "
                + (f"size {pile}" if self.canonical else f"pile {i + 1}"),
            )
            for i, pile in enumerate(piles)
            for left in range(pile)
        ]
        return sorted(set(after)) if self.canonical else after

    def _named(self, piles: Sequence[int]) -> tuple[int, ...]:
        """The piles as positions hold them: sorted in the canonical game."""
        return tuple(sorted(piles) if self.canonical else piles)


def checked_piles(piles: object) -> tuple[int, ...]:
    """The piles as a tuple; OptionError unless there is a match to take."""
    if not isinstance(piles, (list, tuple)):
        found = f"expected a list such as [2, 2], found {piles!r}"
        raise OptionError("piles", found)
    for pile in piles:
        if type(pile) is not int or pile < 0:
            found = f"expected whole numbers of 0 or more, found {pile!r}"
            raise OptionError("piles", found)
    if not any(piles):
        found = f"expected at least one match to take, found {list(piles)!r}"
        raise OptionError("piles", found)
    if sum(piles) > MOST_MATCHES:
        found = f"expected at most {MOST_MATCHES} matches in all, found {sum(piles)}"
        raise OptionError("piles", found)
    return tuple(piles)


def check_flag(option: str, flag: object) -> None:
    """OptionError unless the flag is true or false."""
    if type(flag) is not bool:
        raise OptionError(option, f"expected true or false, found {flag!r}")


RULES = Nim

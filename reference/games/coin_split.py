"""Coin splitting: split one pile in two, the first a multiple of the second.

Problem 1 of Amy Greenwald's lecture (Brown) starts from one pile of seven coins. The
game is over when no pile has more than two coins, and whoever made the last move has
lost. A pile of two may be split as long as a larger one is left.

A position lists its piles from the largest to the smallest, so that equal positions
are written alike. The order of the successors is fixed: the largest pile is split
first, and of each size the most even split comes last, as in 6: 5+1, 4+2, 3+3. A
position that two moves lead to stands where the first of them leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from autograder.errors import OptionError

OPPONENT = {"max": "min", "min": "max"}
LETTER = {"max": "A", "min": "B"}
MOST_COINS = 100  # far fewer already make a tree too large to write out
LAST_PILE = 2  # coins in the largest pile when the game is over


class Position(NamedTuple):
    """The coins in each pile, the largest pile first, and whose turn it is."""

    piles: tuple[int, ...]
    mover: str


@dataclass(frozen=True, slots=True)
class CoinSplit:
    """The rules for one choice of options, which are its fields."""

    piles: Sequence[int] = (7,)
    first: str = "max"

    def __post_init__(self) -> None:
        object.__setattr__(self, "piles", checked_piles(self.piles))
        if self.first not in ("max", "min"):
            raise OptionError("first", f"expected max or min, found {self.first!r}")

    def initial(self) -> Position:
        """The position before the first move."""
        return Position(descending(self.piles), self.first)

    def to_move(self, position: Position) -> str:
        """The player whose turn it is, also when the game is over."""
        return position.mover

    def successors(self, position: Position) -> tuple[Position, ...]:
        """The positions one move away, in the order that the module states."""
        if position.piles[0] <= LAST_PILE:
            return ()
        mover = OPPONENT[position.mover]
        return tuple(Position(piles, mover) for piles in all_splits(position.piles))

    def moves(self, position: Position) -> tuple[str, ...]:
        """`4+2`: what a pile is split into, whichever it is of equal ones."""
        return tuple(all_splits(position.piles).values())

    def actions(self, position: Position) -> tuple[tuple[int, ...], ...]:
        """`(4, 2)`: the same, the larger pile first."""
        return tuple(tuple(map(int, name.split("+"))) for name in self.moves(position))

    def utility(self, position: Position) -> int:
        """+1 if MAX has won, else -1; the last move was MIN's if MAX is to move."""
        return 1 if position.mover == "max" else -1

    def label(self, position: Position) -> str:
        """`(4,2,1)-B`: the piles, and A where MAX is to move, B where MIN is."""
        return f"({','.join(map(str, position.piles))})-{LETTER[position.mover]}"

    def content(self, position: Position) -> tuple[int, ...]:
        """The piles, as a student reads them in `state.data`."""
        return position.piles


def all_splits(piles: tuple[int, ...]) -> dict[tuple[int, ...], str]:
    """The piles after each move, the largest pile first, with the move's name."""
    return {
        descending((*piles[:i], pile - second, second, *piles[i + 1 :])): (
            f"{pile - second}+{second}"
        )
        for i, pile in enumerate(piles)
        for second in range(1, pile // 2 + 1)
        if (pile - second) % second == 0
    }


def descending(piles: Sequence[int]) -> tuple[int, ...]:
    """The piles, the largest first."""
    return tuple(sorted(piles, reverse=True))


def checked_piles(piles: object) -> tuple[int, ...]:
    """The piles as a tuple; OptionError unless there is a pile to split."""
    if not isinstance(piles, (list, tuple)):
        raise OptionError("piles", f"expected a list such as [7], found {piles!r}")
    for pile in piles:
        if type(pile) is not int or pile < 1:
            found = f"expected whole numbers of 1 or more, found {pile!r}"
            raise OptionError("piles", found)
    if max(piles, default=0) <= LAST_PILE:
        found = f"expected a pile of three coins or more, found {list(piles)!r}"
        raise OptionError("piles", found)
    if sum(piles) > MOST_COINS:
        found = f"expected at most {MOST_COINS} coins in all, found {sum(piles)}"
        raise OptionError("piles", found)
    return tuple(piles)


RULES = CoinSplit

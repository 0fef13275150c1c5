"""Whether a submission does better where its tests are seen than luck would have it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

LEVEL = 0.05  # what is less likely than this is not put down to chance
SEEN, ELSEWHERE = 4 / 5, 1 / 4  # least and most that a table has right here and there


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of some tests are right."""

    right: int = 0
    of: int = 0

    @property
    def wrong(self) -> int:
        """How many are not."""
        return self.of - self.right

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.of + other.of)


def tally(are_right: Iterable[bool]) -> Tally:
    """How many of these are right."""
    each = tuple(are_right)
    return Tally(sum(each), len(each))


def by_chance(seen: Tally, others: Tally) -> float:
    """How likely no more of the wrong ones would be seen, were they drawn by lot.

    Fisher's exact test, one-sided (The Design of Experiments, 1935).
    """
    wrong = seen.wrong + others.wrong
    ways = (
        comb(seen.of, each) * comb(others.of, wrong - each)
        for each in range(min(seen.wrong, wrong) + 1)
    )
    return sum(ways) / comb(seen.of + others.of, wrong)


def may_be_a_table(seen: Tally) -> bool:
    """Whether enough of what is seen is right, so that others are worth asking."""
    return seen.of > 0 and seen.right >= SEEN * seen.of


def is_like_a_table(seen: Tally, others: Tally) -> bool:
    """Whether what is seen is right, hardly anything else, and not by chance.

    A fault of a search shows here and there; a table knows nothing elsewhere.
    """
    return (
        may_be_a_table(seen)
        and others.of > 0
        and others.right <= ELSEWHERE * others.of
        and by_chance(seen, others) < LEVEL
    )

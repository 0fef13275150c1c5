"""Whether what is seen fares better than the rest by more than chance."""

from __future__ import annotations

from math import isclose

import pytest

from autograder.kinds.entries import (
    Tally,
    knows_only_what_is_visible,
    probability_by_chance,
    tally,
)


def test_the_lady_who_tastes_tea() -> None:
    """Fisher's own example: to tell all eight cups apart has a chance of 1 in 70."""
    assert isclose(probability_by_chance(Tally(4, 4), Tally(0, 4)), 1 / 70)
    assert isclose(probability_by_chance(Tally(3, 4), Tally(1, 4)), 17 / 70)


@pytest.mark.parametrize(
    "seen, others",
    [(Tally(), Tally(0, 6)), (Tally(5, 5), Tally()), (Tally(5, 5), Tally(6, 6))],
)
def test_nothing_follows_from_nothing(seen: Tally, others: Tally) -> None:
    """Where there are no tests of a kind, or nothing is wrong, all is chance."""
    assert probability_by_chance(seen, others) == 1
    assert not knows_only_what_is_visible(seen, others)


@pytest.mark.parametrize(
    "seen, others, told",
    [
        (Tally(20, 20), Tally(0, 6), True),
        (Tally(16, 20), Tally(0, 6), True),  # a fifth is wrong, on purpose
        (Tally(15, 20), Tally(0, 6), False),  # more than a fifth
        (Tally(20, 20), Tally(2, 6), False),  # a fault that shows here and there
        (Tally(1, 1), Tally(0, 6), False),  # 1 in 7 by chance
        (Tally(2, 2), Tally(0, 6), True),  # 1 in 28
    ],
)
def test_what_is_like_a_table(seen: Tally, others: Tally, *, told: bool) -> None:
    """What is seen is right, hardly anything else, and chance seldom does that."""
    assert knows_only_what_is_visible(seen, others) is told


def test_tallies_add_up() -> None:
    """Those of several tests are one."""
    assert tally([True, False, True]) + tally([]) == Tally(2, 3)
    assert tally([True, False]).wrong == 1

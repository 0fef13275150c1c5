"""A worth is divided among tests and facets, and nothing of it is lost."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.questions import Points, points_per_test, units_by_weight

WEIGHTS = st.lists(st.integers(1, 10**9), min_size=1, max_size=8)


@pytest.mark.parametrize(
    "units, weights, expected",
    [
        (10, [1, 1, 1], (4, 3, 3)),  # of equal remainders the first
        (10, [2, 1], (7, 3)),
        (100, [1, 1, 1], (34, 33, 33)),
        (7, [3, 3, 1], (3, 3, 1)),
        (21, [60, 28, 12], (13, 6, 2)),  # 12.6, 5.88 and 2.52: the remainders decide
        (3, [1, 1, 1, 1, 1], (1, 1, 1, 0, 0)),
        (0, [1, 2], (0, 0)),
    ],
)
def test_units_by_the_largest_remainders(
    units: int, weights: list[int], expected: tuple[int, ...]
) -> None:
    """Calculated by hand."""
    assert units_by_weight(units, weights) == expected


@given(st.integers(0, 10**6), WEIGHTS)
def test_nothing_is_lost_and_nobody_is_far_from_the_exact_share(
    units: int, weights: list[int]
) -> None:
    """Less than a unit, in either direction; who has more weight never has less."""
    found = units_by_weight(units, weights)
    assert sum(found) == units
    for weight, got in zip(weights, found, strict=True):
        assert abs(got - Fraction(units * weight, sum(weights))) < 1
    for less, more in combinations(sorted(zip(weights, found, strict=True)), 2):
        assert less[1] <= more[1] or less[0] == more[0]


def test_ten_points_for_three_trees() -> None:
    """The table of docs/assignment.md."""
    second = Points((("value", 2.22), ("action", 1.11)))
    assert points_per_test(10, (("value", 2), ("action", 1)), 3) == (
        Points((("value", 2.23), ("action", 1.11))),
        second,
        second,
    )


@given(
    st.integers(100, 10**5),
    st.lists(st.floats(0.001, 100), min_size=1, max_size=6),
    st.integers(1, 60),
)
def test_tests_add_up_to_the_worth(
    hundredths: int, proportions: list[float], tests: int
) -> None:
    """And facets to their tests, of which none has a hundredth more than another."""
    shares = tuple((str(place), share) for place, share in enumerate(proportions))
    found = points_per_test(hundredths / 100, shares, tests)
    assert len(found) == tests
    assert round(100 * sum(each.max_points for each in found)) == hundredths
    assert (
        max(each.max_points for each in found) - min(each.max_points for each in found)
        < 0.011
    )
    for each in found:
        assert each.facets == tuple(facet for facet, _ in shares)
        assert all(share >= 0 for _, share in each.shares)
        assert each.earned(each.facets) == each.max_points


def test_a_sum_is_free_of_noise() -> None:
    """0.1 ten times is 1."""
    points = Points(tuple((str(place), 0.1) for place in range(10)))
    assert points.max_points == 1
    assert points.earned(["0", "1", "2"]) == 0.3
    assert points.earned([]) == 0

"""Points: a worth is divided among tests, and among the facets of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

UNITS = 100  # of a point: what is divided is written in hundredths
GRAINS = 10**9  # of a point or a proportion, which have no more decimals

Shares = tuple[tuple[str, float], ...]  # facet by facet


@dataclass(frozen=True, slots=True)
class Points:
    """What each facet of a test earns if it is right, as it is written."""

    shares: Shares = ()

    @property
    def facets(self) -> tuple[str, ...]:
        """The facets that are judged."""
        return tuple([facet for facet, _ in self.shares])

    @property
    def max_points(self) -> float:
        """What the test can earn."""
        return exact_sum([share for _, share in self.shares])

    def earned(self, right: Collection[str]) -> float:
        """What is earned where these facets are right."""
        return exact_sum([share for facet, share in self.shares if facet in right])


NO_POINTS = Points()


def exact_sum(points: Iterable[float]) -> float:
    """Their sum, without what adding binary fractions leaves: 0.1 + 0.2 is 0.3."""
    return sum([round(each * GRAINS) for each in points]) / GRAINS


def unpaid_facets(facets: Iterable[str]) -> Points:
    """Facets that are judged, and earn nothing."""
    return Points(tuple([(facet, 0.0) for facet in facets]))


def points_per_test(
    worth: float, proportions: Shares, tests: int
) -> tuple[Points, ...]:
    """What each of some tests earns that together are worth so much.

    They share it evenly, and the facets of each in their `proportions`: exactly, but
    for what is smaller than a hundredth. Facets add up to what their test earns, and
    tests to the whole.
    """
    facets = [facet for facet, _ in proportions]
    weights = [max(1, round(share * GRAINS)) for _, share in proportions]
    earned = []
    for most in units_by_weight(round(worth * UNITS), [1] * tests):
        shares = [units / UNITS for units in units_by_weight(most, weights)]
        earned.append(Points(tuple(zip(facets, shares, strict=True))))
    return tuple(earned)


def units_by_weight(units: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Units in proportion to weights, to the last one, by the largest remainders.

    Of equal remainders the first are rounded up.
    """
    quotas = [divmod(units * weight, sum(weights)) for weight in weights]
    left = units - sum(whole for whole, _ in quotas)
    up = sorted(range(len(quotas)), key=lambda place: -quotas[place][1])[:left]
    return tuple(whole + (place in up) for place, (whole, _) in enumerate(quotas))

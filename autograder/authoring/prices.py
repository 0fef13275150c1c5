"""What mistakes cost: a share of the question's points, held against a band.

What a mistake has wrong on each test is found once, by grading it; what it costs is
arithmetic from then on, so that other points are tried at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product, starmap
from typing import Any

from autograder.assignment.questions import AnyTest, exact_sum


@dataclass(frozen=True, slots=True)
class Band:
    """What a mistake should cost, in percent of the question's points, and why."""

    least: int
    greatest: int
    reason: str


BANDS = {  # by the gravity of a mistake
    "all": Band(80, 100, "no value is right, or none comes back"),
    "values": Band(20, 100, "a value is right by luck alone"),
    "role": Band(30, 100, "the wrong player moves in max or min"),
    "role/root": Band(15, 30, "the wrong player moves, at the root alone"),
    "choice": Band(20, 40, "each value is right and no action is"),
    "choice/at-times": Band(5, 30, "another fault of the search function alone"),
    "pruning/none": Band(45, 65, "minimax is right, and it is half of alpha-beta"),
    "pruning/one-side": Band(20, 45, "half of the cuts are there"),
    "pruning/bound": Band(15, 45, "a bound is wrong, and few cuts with it"),
    "pruning/deep": Band(5, 30, "a bound from further up is lost: shallow cuts stay"),
    "pruning/needed": Band(20, 100, "it cuts what is needed, and values go wrong"),
    "edge/tie": Band(3, 20, "it shows where two values are equal"),
    "edge/far-start": Band(1, 6, "it shows beyond all that a lecture has"),
    "edge/near-start": Band(8, 25, "it shows where all values are large"),
    "edge/zero-start": Band(5, 90, "it shows wherever all that is below has one sign"),
    "edge": Band(3, 35, "it shows at odd values alone: zero, a fraction, a win"),
    "case": Band(5, 75, "one case of several is wrong"),
    "form": Band(10, 85, "all is right but what is visited, and when"),
    "step": Band(5, 85, "the step that the question adds is wrong"),
    "step/none": Band(30, 85, "the step that the question adds is missing"),
}
ENOUGH = 95  # percent of the pairs of mistake and question that lie in their bands

Cell = tuple[tuple[str, float], ...]  # which share is lost of each facet
Row = tuple[Cell, ...]  # a cell a test


@dataclass(frozen=True, slots=True)
class Losses:
    """What the mistakes of a question lose on its tests.

    Of each mistake, by name, there is a row for each right way in which it was made.
    """

    question: str
    tests: tuple[str, ...]
    rows: Mapping[str, tuple[Row, ...]]


@dataclass(frozen=True, slots=True)
class Price:
    """What a mistake costs of its question, in percent: over all right ways.

    `gravity` says in which band that should lie; of "" nothing is said.
    """

    question: str
    mistake: str
    gravity: str
    least: float
    greatest: float

    @property
    def band(self) -> Band | None:
        """Where it should lie; None where nobody says."""
        return BANDS.get(self.gravity)

    @property
    def too_little(self) -> bool:
        """Whether it begins before its band, as both are shown."""
        return self.band is not None and round(self.least, 1) < self.band.least

    @property
    def too_much(self) -> bool:
        """Whether it ends behind its band, as both are shown."""
        band = self.band
        return band is not None and round(self.greatest, 1) > band.greatest

    @property
    def fits(self) -> bool:
        """Whether it lies in its band; so does what has none."""
        return not (self.too_little or self.too_much)


@dataclass(frozen=True, slots=True)
class QuestionPrices:
    """What the mistakes of a question lose, and what each costs, the cheapest first.

    `reasons` say of some why it costs more or less than it should.
    """

    losses: Losses
    prices: tuple[Price, ...]
    reasons: Mapping[str, str]

    @property
    def question(self) -> str:
        """The question's name."""
        return self.losses.question


def prices(
    losses: Losses, tests: Sequence[AnyTest], gravities: Mapping[str, str]
) -> Iterator[Price]:
    """What each mistake costs with the points of these tests, the cheapest first.

    `gravities` are those of the mistakes, by name.
    """
    most = exact_sum(test.points.max_points for test in tests)
    points = [dict(test.points.shares) for test in tests]
    found = []
    for mistake, rows in losses.rows.items():
        costs = [
            sum(
                share * own.get(facet, 0.0)
                for own, cell in zip(points, row, strict=True)
                for facet, share in cell
            )
            for row in rows
        ]
        ends = [100 * end / most if most else 0.0 for end in (min(costs), max(costs))]
        gravity = gravities.get(mistake, "")
        found.append(Price(losses.question, mistake, gravity, *ends))
    yield from sorted(found, key=lambda price: (price.least, price.mistake))


def pairs_that_exclude(priced: QuestionPrices) -> Iterator[tuple[Price, Price]]:
    """Pairs of mistakes whose bands no weights can meet, one of which lies outside.

    The second loses all that the first does, on each test, and its band ends before
    that of the first begins.
    """
    every, rows = [price for price in priced.prices if price.band], priced.losses.rows
    for one, other in permutations(every, 2):
        assert one.band is not None
        assert other.band is not None
        if one.band.least <= other.band.greatest or (one.fits and other.fits):
            continue
        if any(starmap(_is_within, product(rows[one.mistake], rows[other.mistake]))):
            yield one, other


def _is_within(row: Row, other: Row) -> bool:
    """Whether one row loses nothing that another does not."""
    pairs = [(dict(own), dict(others)) for own, others in zip(row, other, strict=True)]
    return all(
        lost <= others.get(facet, 0.0)
        for own, others in pairs
        for facet, lost in own.items()
    )


def misweighted_tests(priced: QuestionPrices) -> tuple[Counter[str], Counter[str]]:
    """Of how many more mistakes each test is worth too little than too much.

    And the reverse. A mistake that costs too much speaks against each test that it
    fails, one that costs too little for it.
    """
    little, much = Counter[str](), Counter[str]()
    for price in priced.prices:
        for counter, counts in ((little, price.too_little), (much, price.too_much)):
            rows = priced.losses.rows[price.mistake] if counts else ()
            failed = (
                t
                for row in rows
                for t, cell in zip(priced.losses.tests, row, strict=True)
                if cell
            )
            counter.update(dict.fromkeys(failed, 1))  # in the order of the tests
    return little - much, much - little


def dump(every: Iterable[Losses], digest: str, reasons: Mapping[str, Any]) -> str:
    """Losses as a file: what is lost of a test is written once, and has a number.

    Of each mistake there is a text for each row, with a number for each test. `reasons`
    say, by question and mistake, why a price lies outside of its band.
    """
    questions = {}
    for losses in every:
        every_row = [row for rows in losses.rows.values() for row in rows]
        cells = {cell: 0 for row in every_row for cell in row}
        numbers = {cell: str(number) for number, cell in enumerate(cells)}
        questions[losses.question] = {
            "tests": losses.tests,
            "lost": [dict(cell) for cell in numbers],
            "mistakes": {
                name: [" ".join(numbers[cell] for cell in row) for row in rows]
                for name, rows in losses.rows.items()
            },
        }
    content = {"digest": digest, "reasons": reasons, "questions": questions}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def load(content: Mapping[str, Any]) -> Iterator[Losses]:
    """What `dump` has written."""
    for name, each in content["questions"].items():
        cells = [tuple(lost.items()) for lost in each["lost"]]
        rows = {
            mistake: tuple(tuple(cells[int(n)] for n in text.split()) for text in texts)
            for mistake, texts in each["mistakes"].items()
        }
        yield Losses(name, tuple(each["tests"]), rows)

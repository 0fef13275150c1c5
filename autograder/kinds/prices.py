"""The words of prices: a table of what mistakes cost, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.assignment.questions import AnyTest
from autograder.authoring.prices import (
    ENOUGH,
    Price,
    QuestionPrices,
    exclusions,
    least_of,
    misweighted_tests,
)
from autograder.kinds.caught import NAME, NAMED, items, paragraph
from autograder.text import clean, column_count, few_names, points, shortened

UNKNOWN = "prices: not known since something has changed; `adequacy {} --prices` tells"
SUMMARY = "prices: {} of {} mistakes cost what they should ({:.1f} %){}"
UNPRICED = "; {} have no gravity, and no price is theirs"
HEAD = ("costs, %", "band", "")
NONE = "not priced"
LITTLE, MUCH = "too little", "too much"
ADVICE = "Worth {}, since so many mistakes cost {} that show there: {}."
EXCLUDED = (
    "No weights can do: wherever {} loses points {} loses them, too, and it should "
    "cost at least {} %, the other at most {} %."
)
REASON = "{}: {}"


def summary(every: Sequence[QuestionPrices]) -> str:
    """How many mistakes cost what they should, in one line."""
    known = [price for each in every for price in each.prices if price.band]
    fits = sum(price.fits for price in known)
    unpriced = sum(len(each.prices) for each in every) - len(known)
    share = 100 * fits / len(known) if known else 100.0
    more = UNPRICED.format(unpriced) if unpriced else ""
    return SUMMARY.format(fits, len(known), share, more)


def table(priced: QuestionPrices) -> str:
    """What each mistake of a question costs, and what is worth too much or too little.

    No line is longer than what fits on a screen.
    """
    rows = [(shortened(p.mistake, NAME), *_cells(p)) for p in priced.prices]
    head = clean(priced.question, NAME)
    widths = [
        max(map(column_count, cells))
        for cells in zip((head, *HEAD), *rows, strict=True)
    ]
    lines = []
    for row in ((head, *HEAD), *rows):
        pairs = zip(row, widths, strict=True)
        lines.append("  ".join(f"{cell:{width}}" for cell, width in pairs).rstrip())
    return "\n".join((*lines, *_advice(priced)))


def _cells(price: Price) -> tuple[str, str, str]:
    least, greatest = f"{price.least:.1f}", f"{price.greatest:.1f}"
    costs = least if least == greatest else f"{least} to {greatest}"
    if price.band is None:
        return costs, NONE, ""
    outside = "" if price.fits else LITTLE if price.too_little else MUCH
    return costs, f"{price.band.least} to {price.band.greatest}", outside


def _advice(priced: QuestionPrices) -> Iterator[str]:
    """What follows from the prices that lie outside of their bands."""
    for word, tests in zip((LITTLE, MUCH), misweighted_tests(priced), strict=True):
        if tests:
            shown = tuple(f"{clean(t, NAME)} ({n})" for t, n in tests.most_common())
            yield from paragraph(ADVICE.format(word, word, few_names(shown, NAMED)))
    for one, other in exclusions(priced):
        assert one.band is not None
        assert other.band is not None
        ends = one.band.least, other.band.greatest
        yield from paragraph(EXCLUDED.format(one.mistake, other.mistake, *ends))
    reasons = priced.reasons.items()
    yield from items(REASON.format(name, clean(why, 400)) for name, why in reasons)


def faults(every: Sequence[QuestionPrices], tests: Sequence[AnyTest]) -> Iterator[str]:
    """A sentence for each rule of points that is broken."""
    known = [price for each in every for price in each.prices if price.band]
    outside = [price for price in known if not price.fits]
    if len(outside) * 100 > (100 - ENOUGH) * len(known):
        told = few_names(tuple(price.mistake for price in outside), NAMED)
        yield OUTSIDE.format(len(outside), len(known), ENOUGH, told)
    reasons = {(each.question, name) for each in every for name in each.reasons}
    unsaid = [p.mistake for p in outside if (p.question, p.mistake) not in reasons]
    if unsaid:
        yield SILENT.format(few_names(tuple(unsaid), NAMED))
    least = least_of(tests)
    if light := tuple(test.about for test in tests if test.points.max_points < least):
        yield LIGHT.format(len(light), points(least), few_names(light, NAMED))
    worth: dict[str, float] = {}
    for test in tests:
        name = test.question.name
        worth[name] = worth.get(name, 0.0) + test.points.max_points
    for name, most in worth.items():
        if round(most, DECIMALS) % 1:
            yield UNEVEN.format(name, points(most))


DECIMALS = 6
OUTSIDE = "{} of {} mistakes cost too little or too much; {} % are to fit ({})"
SILENT = "prices.json gives no reason for what lies outside of its band ({})"
LIGHT = "{} tests are worth less than {} points ({})"
UNEVEN = "{}: its {} points are no whole number"

"""How points are distributed: charts as SVG, and tables.

Charts are drawn by Vega-Lite while the page is made. `vl-convert` is all of it in one
package, which needs no other. Colours are those of the page's style, so that a chart is
dark where the page is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from autograder.classroom.course import Course
from autograder.classroom.page import statistics
from autograder.classroom.page.parts import (
    apart,
    folded_section,
    heads,
    shown,
    students,
)
from autograder.classroom.page.statistics import Bin
from autograder.text import points

VEGA_LITE = "6.1"
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.1.json"
TWO_MAXIMA = (
    "Some were graded when the tests were worth something else, so that no mean of all "
    "is told: --changed grades them again."
)
UPPER_END = "Each row of a table is without its upper end, except the last."
WIDE, NARROW = 640, 340  # pixels; the second fits a phone
MISSING = "Charts need one package more: ./setup.sh --class installs it."
HEIGHT = 150  # pixels
SPOKEN = re.compile(r' (?:role|aria-\w+)="[^"]*"')  # the chart has one name for all
LONG_NUMBER = re.compile(r"\d+\.\d{2,}")  # a position, finer than it is seen
AXIS = {"domainColor": "var(--control)", "tickColor": "var(--control)", "tickSize": 4}
LABELS = {"labelColor": "var(--muted)", "titleColor": "var(--muted)"}
LETTERS = {"titleFontWeight": "normal", "labelFontSize": 12, "titleFontSize": 12}
CONFIG = {
    "background": None,
    "font": "inherit",
    "view": {"stroke": None},
    "axis": {**AXIS, **LABELS, **LETTERS, "gridColor": "var(--line)"},
}


def available() -> bool:
    """Whether the extra `class` is installed."""
    return find_spec("vl_convert") is not None


def chart(bins: Sequence[Bin], label: str, width: int) -> str:
    """The numbers of students in bins of points, as an SVG element so many pixels wide.

    `label` is what it says to those who do not see it.
    """
    import vl_convert  # noqa: PLC0415 - only who has the extra, and wants a page

    drawn: str = vl_convert.vegalite_to_svg(_histogram(bins, width), VEGA_LITE)
    drawn = LONG_NUMBER.sub(lambda digits: f"{float(digits[0]):.1f}", drawn)
    named = f'<svg role="img" aria-label="{shown(label)}" '
    return SPOKEN.sub("", drawn).replace("<svg ", named, 1)


def _histogram(bins: Sequence[Bin], width: int) -> dict[str, Any]:
    values = [{"low": b.low, "high": b.high, "students": b.students} for b in bins]
    edges = [bins[0].low, *(each.high for each in bins)]
    most = max(each.students for each in bins)
    across = {"values": edges, "grid": False, "labelOverlap": True, "labelFlush": False}
    upward = {"tickMinStep": 1, "tickCount": min(max(most, 1), 4), "domain": False}
    return {
        "$schema": SCHEMA,
        "data": {"values": values},
        "width": width,
        "height": HEIGHT,
        "autosize": {"type": "fit", "contains": "padding"},
        "padding": {"left": 0, "right": 12, "top": 6, "bottom": 4},
        "mark": {"type": "bar", "color": "var(--accent)", "binSpacing": 2},
        "encoding": {
            "x": {"field": "low", "bin": "binned", "title": "points", "axis": across},
            "x2": {"field": "high"},
            "y": {
                "field": "students",
                "type": "quantitative",
                "title": "students",
                "axis": {**upward, "ticks": False},
            },
        },
        "config": CONFIG,
    }


def points_section(course: Course) -> Iterator[str]:
    """How the points are distributed: of all, and in each question."""
    earned = [row.points for row in course.rows if row.points is not None]
    if not earned:
        yield "<p>Nobody has points.</p>"
        return
    by_most = statistics.by_maximum(course)
    for most, points_of in by_most.items():
        yield f"<p>{_spread(most, points_of)}</p>"
    if len(by_most) > 1:
        yield f"<p>{TWO_MAXIMA}</p>"
    most = max(sum(course.questions.values()), *by_most)
    named = [("all questions", statistics.histogram(earned, most))]
    if len(course.questions) > 1:
        for question, worth in course.questions.items():
            some = (row.by_question.get(question) for row in course.rows)
            of_it = [value for value in some if value is not None]
            named.append((question, statistics.histogram(of_it, worth)))
    tables = _side_by_side(_table(name, bins) for name, bins in named)
    if not available():
        yield f'<p class="note">{MISSING}</p>\n{tables}'
        yield f'<p class="aside">{UPPER_END}</p>'
        return
    (name, bins), *others = named
    label = f"Histogram of points in {name}, of {points(most)}; {_in_words(bins)}"
    yield _side_by_side(  # once for a desk and once for a phone
        f'<figure class="chart {kind}">{chart(bins, label, width)}</figure>'
        for kind, width in (("wide", WIDE), ("narrow", NARROW))
    )
    yield _side_by_side(_figure(name, bins) for name, bins in others)
    same = f'{tables}<p class="aside">{UPPER_END}</p>'
    yield folded_section("The same as tables", same)


def _spread(most: float, of_all: Sequence[float]) -> str:
    lower, median, upper = statistics.quartiles(of_all)
    full = sum(value >= most for value in of_all)
    whose = f"{full} {'has' if full == 1 else 'have'} full points"
    return (
        f"Of {points(most)} points, {students(len(of_all))} have "
        f"{points(fmean(of_all))} on average; the median is {points(median)}, and the "
        f"middle half lies between {points(lower)} and {points(upper)}. The lowest is "
        f"{points(min(of_all))}, the highest {points(max(of_all))}; {whose}."
    )


def _side_by_side(figures: Iterable[str]) -> str:
    every = "".join(figures)
    return f'<div class="charts">{every}</div>' if every else ""


def _figure(name: str, bins: Sequence[Bin]) -> str:
    drawn = chart(bins, f"Histogram of points in {name}; {_in_words(bins)}", NARROW)
    caption = f"<figcaption>{apart(name)}</figcaption>"
    return f'<figure class="chart">{caption}{drawn}</figure>'


def _in_words(bins: Sequence[Bin]) -> str:
    most = max(bins, key=lambda each: each.students)
    return (
        f"most students, {most.students}, have {points(most.low)} to "
        f"{points(most.high)}"
    )


def _table(name: str, bins: Sequence[Bin]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{points(each.low)}–{points(each.high)}</th>'
        f"<td>{each.students}</td></tr>"
        for each in bins
    )
    return (
        f'<table class="numbers"><caption>{apart(name)}</caption><thead><tr>'
        f"{heads(('points', 'students'))}</tr></thead><tbody>{rows}</tbody></table>"
    )

"""Charts as SVG for the page, drawn by Vega-Lite while the page is made.

`vl-convert` is all of Vega-Lite in one package, which needs no other. Colours are those
of the page's style, so that a chart is dark where the page is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from autograder.classroom.page.parts import shown
from autograder.classroom.page.statistics import Bin

LIBRARY = "vl_convert"
VEGA_LITE = "6.1"
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.1.json"
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
    return find_spec(LIBRARY) is not None


def histogram(bins: Sequence[Bin], label: str, width: int) -> str:
    """The numbers of students in bins of points, as an SVG element so many pixels wide.

    `label` is what it says to those who do not see it. Where nothing is installed that
    draws it, it is "".
    """
    if not available():
        return ""
    import vl_convert  # noqa: PLC0415 - only who has the extra, and wants a page

    drawn: str = vl_convert.vegalite_to_svg(_histogram(bins, width), VEGA_LITE)
    drawn = LONG_NUMBER.sub(lambda digits: f"{float(digits[0]):.1f}", drawn)
    named = f'<svg role="img" aria-label="{shown(label)}" '
    return SPOKEN.sub("", drawn).replace("<svg ", named, 1)


def _histogram(bins: Sequence[Bin], width: int) -> dict[str, Any]:
    """The chart in Vega-Lite."""
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

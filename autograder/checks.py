"""Read what gradescope-utils' decorators say of an instructor's test function."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from autograder.assignment import VISIBLE
from autograder.report import CHECKS, NOT_REACHED, Entry, LeaderboardEntry
from autograder.text import clean_lines

SET_BY_A_RUN = ("__score__", "__leaderboard_value__")
LINES, WIDTH = 40, 200  # kept of a message or of what was printed


def layers(function: Callable[..., object]) -> Iterator[Callable[..., object]]:
    """A decorated function, and each one that it wraps."""
    layer: Any = function
    while layer is not None:
        yield layer
        layer = getattr(layer, "__wrapped__", None)


def attribute(function: Callable[..., object], name: str) -> Any:
    """What the outermost decorator that says it says; None if none does."""
    found = (vars(layer) for layer in layers(function) if hasattr(layer, "__dict__"))
    return next((names[name] for names in found if name in names), None)


def forget_last_run(function: Callable[..., object]) -> None:
    """Clear the score and the leaderboard value that an earlier call has set."""
    for layer in layers(function):
        for name in SET_BY_A_RUN:
            with suppress(AttributeError):
                delattr(layer, name)


@dataclass(slots=True)
class Outcome:
    """What pytest told of the phases of one test: set-up, call and tear-down."""

    failures: list[str] = field(default_factory=list)
    skipped: str | None = None
    printed: str = ""

    def note(
        self,
        report: pytest.TestReport,
        failure: pytest.ExceptionInfo[BaseException] | None,
    ) -> None:
        """Take in one phase; an expected failure passes, an unexpected pass fails."""
        expected_failure = getattr(report, "wasxfail", None)
        error = None if failure is None else failure.value
        if report.failed:
            text = str(error) if error and str(error) else report.longreprtext
            self.failures.append(text or type(error).__name__)
        elif report.passed and expected_failure is not None:
            self.failures.append("passed, although it was expected to fail")
        elif report.skipped and expected_failure is None:
            self.skipped = f"skipped: {error}" if error else "skipped"
        self.printed += report.capstdout if report.when == "call" else ""


def entry_of(name: str, function: Callable[..., object], outcome: Outcome) -> Entry:
    """The entry of a test that has run."""
    weight = attribute(function, "__weight__")
    if outcome.skipped is not None:
        return replace(
            pending_entry(name, function), headline=outcome.skipped, at_fault=False
        )
    passed = not outcome.failures
    hidden = None if passed else attribute(function, "__hide_errors__")
    message = "\n".join(outcome.failures)
    printed = ["", "Printed:", *_lines(outcome.printed)] if outcome.printed else []
    earned = _score(function, weight) if weight is not None and passed else 0.0
    return replace(
        pending_entry(name, function),
        headline="correct" if passed else _headline(hidden, message),
        score=None if weight is None else earned,
        passed=passed,
        details=() if hidden is not None else (*_lines(message)[1:], *printed),
        leaderboard=_leaderboard(function) if passed else None,
        at_fault=False,
    )


def pending_entry(name: str, function: Callable[..., object]) -> Entry:
    """The entry of a test that has not run: all that its decorators say."""
    weight = attribute(function, "__weight__")
    doc = (function.__doc__ or "").strip().split("\n")[0]
    return Entry(
        name=(doc or name)[:WIDTH],
        group=CHECKS,
        headline=NOT_REACHED,
        max_score=None if weight is None else float(weight),
        number=str(attribute(function, "__number__") or ""),
        visibility=attribute(function, "__visibility__") or VISIBLE,
        tags=tuple(attribute(function, "__tags__") or ()),
        at_fault=True,
    )


def _headline(hidden: str | None, message: str) -> str:
    if hidden is not None:
        return str(hidden)[:WIDTH]
    return (_lines(message) or ["failed"])[0]


def _score(function: Callable[..., object], weight: float) -> float:
    """The weight, or the partial credit that was set, within 0 and the weight."""
    score = attribute(function, "__score__")
    if score is None:
        return float(weight)
    return 0.0 if math.isnan(score) else min(max(float(score), 0.0), float(weight))


def _leaderboard(function: Callable[..., object]) -> LeaderboardEntry | None:
    column = attribute(function, "__leaderboard_column__")
    value = attribute(function, "__leaderboard_value__")
    if column is None or value is None:
        return None
    if isinstance(value, float) and not math.isfinite(value):
        value = str(value)
    order = attribute(function, "__leaderboard_sort_order__") or "desc"
    return LeaderboardEntry(str(column), value, str(order))


def _lines(text: str) -> list[str]:
    return clean_lines(text, LINES, WIDTH)

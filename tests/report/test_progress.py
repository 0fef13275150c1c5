"""The line that tells how far a grading is: on terminals, after a second, then gone."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from autograder.report import terminal
from autograder.report import terminal as progress
from autograder.report.entries import Entry, Report
from autograder.report.terminal import Progress
from autograder.words.blocks import Facet, Quotation, WrongStep
from autograder.words.faults import PRINTED


class Screen(io.StringIO):
    """A terminal, which remembers what was written."""

    def isatty(self) -> bool:
        """As a terminal says."""
        return True


def report(done: int, total: int) -> Report:
    """A report of which so many tests are judged."""
    entries = {
        str(i): Entry(f"tree_{i}", "minimax", "", judged=i < done) for i in range(total)
    }
    return Report("", entries)


def shown(monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, patience: float) -> str:
    """What stands there after one look and the end."""
    monkeypatch.setattr(progress, "PATIENCE", patience)
    line = Progress(screen)
    line(report(5, 20), "alpha_beta")
    seen = screen.getvalue()
    line.close()
    return seen


def test_a_slow_grading_is_told_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar, the count, and what is being done; within 80 columns."""
    seen = shown(monkeypatch, Screen(), patience=0)
    assert "[######" in seen
    assert "5/20  alpha_beta" in seen
    assert len(seen.removeprefix("\r")) < 80


def test_at_the_end_the_line_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows begins at its start."""
    screen = Screen()
    shown(monkeypatch, screen, patience=0)
    assert screen.getvalue().endswith("\r" + " " * progress.LINE + "\r")


def test_a_quick_grading_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing flashes up and vanishes."""
    screen = Screen()
    shown(monkeypatch, screen, patience=3600)
    assert screen.getvalue() == ""


def test_a_file_gets_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a pipe: it would be read as part of the output."""
    screen = io.StringIO()
    shown(monkeypatch, screen, patience=0)
    assert screen.getvalue() == ""


def test_colours_are_on_signs_sums_and_the_first_wrong_step() -> None:
    """Without them the text is the same; what a student printed has none."""
    facet = Facet("passed", "value", 1, 1, "max_value returned ✗ and ✓")
    step = WrongStep("First wrong step: C ✗")
    own = Quotation(PRINTED, ("✗ what a student printed",))
    wrong = Entry(
        *("fig_5_2", "alpha_beta", "visited ✗, though cut", 1, 2),
        details=((facet,), (step,), (own,)),
    )
    wrong = replace(wrong, judged=True)
    broken = replace(wrong, name="b", judged=False)
    right = Entry("c", "alpha_beta", "correct", 1, 1, passed=True)
    report = Report("", {str(i): e for i, e in enumerate((wrong, broken, right))})
    coloured = terminal.table(report, verbose=True, paint=terminal.coloured)
    assert coloured.count("\033[31m✗\033[0m") == 1
    assert coloured.count("\033[33m?\033[0m") == 1
    assert coloured.count("\033[32m✓\033[0m") == 3
    assert coloured.startswith("\033[1malpha_beta")
    assert "\033[1m    First wrong step: C ✗\033[0m\n" in coloured
    plain = coloured
    for code in ("0", "1", "31", "32", "33"):
        plain = plain.replace(f"\033[{code}m", "")
    assert plain == terminal.table(report, verbose=True)


@pytest.mark.parametrize(
    "stream,environment,wanted",
    [
        (Screen(), {}, True),
        (io.StringIO(), {}, False),
        (Screen(), {"NO_COLOR": "1"}, False),
        (Screen(), {"TERM": "dumb"}, False),
    ],
)
def test_colours_are_for_terminals(
    stream: io.StringIO,
    environment: dict[str, str],
    wanted: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """And for nobody who has said that they are unwelcome."""
    assert bool(terminal.wants_colour(stream, environment)) is wanted

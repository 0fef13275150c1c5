"""The table in the terminal: 80 columns, a row a test, a sentence where it failed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby

from autograder.report import Entry, Report, max_score, score
from autograder.text import points

WIDTH = 80
LONGEST_NAME = 34


def table(report: Report, *, verbose: bool = False) -> str:
    """The whole report; `verbose` adds the details below each row that failed."""
    entries = report.all()
    name_width = min(max((len(e.name) for e in entries), default=0), LONGEST_NAME)
    lines: list[str] = []
    for group, members in groupby(entries, key=lambda entry: entry.group):
        rows = list(members)
        lines += ["", _with_sum(group, rows)]
        for entry in rows:
            lines += _row(entry, name_width)
            if verbose and not entry.passed:
                lines += [f"    {line}".rstrip() for line in (*entry.details, "")]
    lines += ["", _with_sum("Total", entries), *_notes(report)]
    return "\n".join(lines[1:])


def _with_sum(title: str, entries: Iterable[Entry]) -> str:
    rows = list(entries)
    total = f"{points(score(rows))}/{points(max_score(rows))}"
    return f"{title} {total:>{WIDTH - len(title) - 1}}"


def _row(entry: Entry, name_width: int) -> list[str]:
    mark = "✓" if entry.passed else "?" if entry.score is None else "✗"
    start = f" {mark} {entry.name:<{name_width}} {_earned(entry):>9}  "
    sentence = textwrap.wrap(
        entry.headline,
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
    )
    return sentence or [start.rstrip()]


def _earned(entry: Entry) -> str:
    if entry.max_score is None:
        return ""
    earned = "–" if entry.score is None else points(entry.score)
    return f"{earned}/{points(entry.max_score)}"


def _notes(report: Report) -> list[str]:
    wrapped = (textwrap.wrap(note, WIDTH) for note in report.notes)
    return [line for lines in wrapped for line in ("", *lines)]

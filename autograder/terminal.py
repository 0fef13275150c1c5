"""The table in the terminal: 80 columns, a row a test, a sentence where it failed."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from autograder.report import CHECKS, Entry, Report, max_score, score
from autograder.text import points

WIDTH = 80
LONGEST_NAME = 34
LONGEST_EARNED = 17
LOOKALIKES = dict(zip("✓✗–—·…×−’‘“”αβ±≤≥", "vx--.~x-''\"\"ab~<>", strict=True))


def table(report: Report, *, verbose: bool = False) -> str:
    """The whole report; `verbose` adds the details below each row that failed."""
    entries = _without_folders(report.all())
    names = max((len(entry.name) for entry in entries), default=0)
    earned = max((len(_earned(entry)) for entry in entries), default=0)
    columns = (min(names, LONGEST_NAME), min(max(earned, 9), LONGEST_EARNED))
    lines: list[str] = []
    for group, members in groupby(entries, key=lambda entry: entry.group):
        rows = list(members)
        lines += ["", _with_sum(group, rows)]
        for entry in rows:
            lines += _row(entry, columns)
            if verbose and not entry.passed:
                lines += [*_details(entry), ""]
        lines = lines[:-1] if not lines[-1] else lines
    lines += ["", _with_sum("Total", entries), *_notes(report)]
    return "\n".join(lines[1:])


def _without_folders(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries under the last part of their names, where that tells them apart."""
    short = [
        replace(entry, name=entry.name.rpartition("/")[2])
        if entry.group != CHECKS
        else entry
        for entry in entries
    ]
    count = Counter((entry.group, entry.name) for entry in short)
    unique = [count[entry.group, entry.name] == 1 for entry in short]
    return [s if u else e for s, u, e in zip(short, unique, entries, strict=True)]


def lookalikes(error: UnicodeError) -> tuple[str, int]:
    """Where the terminal's encoding lacks a sign, one of ASCII that is as wide."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(sign, "?") for sign in lacking), error.end


def _with_sum(title: str, entries: Iterable[Entry]) -> str:
    rows = list(entries)
    total = f"{points(score(rows))}/{points(max_score(rows))}"
    space = WIDTH - len(total) - 1
    return f"{_shortened(title, space):<{space}} {total}"


def _row(entry: Entry, columns: tuple[int, int]) -> list[str]:
    mark = "✓" if entry.passed else "✗" if entry.judged else "?"
    name_width, earned_width = columns
    name = _shortened(entry.name, name_width)
    start = f" {mark} {name:<{name_width}} {_earned(entry):>{earned_width}}  "
    lines = textwrap.wrap(
        entry.headline, WIDTH - len(start), break_on_hyphens=False
    ) or [""]
    indents = (start, *[" " * len(start)] * (len(lines) - 1))
    return [(i + line).rstrip() for i, line in zip(indents, lines, strict=True)]


def _shortened(text: str, width: int) -> str:
    """At most so many columns: names differ at both ends, so the middle goes."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head) :]}"


def _earned(entry: Entry) -> str:
    if entry.max_score is None:
        return ""
    earned = "–" if entry.score is None else points(entry.score)
    return f"{earned}/{points(entry.max_score)}"


def _details(entry: Entry) -> list[str]:
    lines: list[str] = []
    for line in entry.details:
        lines += textwrap.wrap(
            line,
            WIDTH,
            initial_indent="    ",
            subsequent_indent="      ",
            break_on_hyphens=False,
        ) or [""]
    return lines


def _notes(report: Report) -> list[str]:
    wrapped = (textwrap.wrap(note, WIDTH) for note in report.notes)
    return [line for lines in wrapped for line in ("", *lines)]

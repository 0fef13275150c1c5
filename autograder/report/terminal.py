"""What a terminal shows: a table of tests in 80 columns, and a line until it comes."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TextIO

from autograder.report.entries import (
    CHECKS,
    TREES,
    Entry,
    Report,
    alike,
    max_score,
    score,
)
from autograder.text import FACET, QUOTED, clean, clean_lines, few, points, wrapped

WIDTH = 80
LONGEST_NAME = 34
LONGEST_EARNED = 17
INDENT = "    "  # of details
COLOURS = tuple(  # what stands before, what is coloured, and how
    (re.compile(pattern, re.MULTILINE), code)
    for pattern, code in (
        (r"^( {1,4})(✓)(?= )", "32"),
        (r"^( {1,4})(✗)(?= )", "31"),
        (r"^( )(\?)(?= )", "33"),
        (r"^()(\w+ +[\d.–]+/[\d.]+)$", "1"),
        (r"^( *)(First wrong step:|Diagnosis:)", "1"),
    )
)
MOST_LINES, LONGEST_LINE = 40, 300  # of one note
NAMES = 30  # characters of the names of trees that share a row


def table(report: Report, *, verbose: bool = False) -> str:
    """The whole report; `verbose` adds the details below each row that failed.

    Below one that did not, it adds what was printed. Without it, rows that say the
    same of several trees are told once.
    """
    entries = _without_folders(report.all())
    shown = entries if verbose else _told_once(entries)
    names = max((len(entry.name) for entry in shown), default=0)
    earned = max((len(_earned(entry)) for entry in shown), default=0)
    columns = (min(names, LONGEST_NAME), min(max(earned, 9), LONGEST_EARNED))
    lines: list[str] = []
    for group, members in groupby(shown, key=lambda entry: entry.group):
        rows = list(members)
        lines += ["", _with_sum(group, rows)]
        for entry in rows:
            lines += _row(entry, columns)
            below = _below(entry) if verbose else []
            lines += [*below, ""] if below else []
        lines = lines[:-1] if not lines[-1] else lines
    lines += ["", _with_sum("Total", entries), *_notes(report)]
    return "\n".join(lines[1:])


def _told_once(entries: list[Entry]) -> list[Entry]:
    """The entries, with one in the place of several that say the same."""
    return [
        rows[0] if len(rows) == 1 else _together(rows, entries)
        for rows in alike(entries)
    ]


def _together(rows: tuple[Entry, ...], entries: list[Entry]) -> Entry:
    """One entry for several tests; which they are, where they are not all."""
    which = few(tuple(row.name for row in rows), NAMES)
    whole = len(rows) == sum(entry.group == rows[0].group for entry in entries)
    said = rows[0].headline
    return replace(
        rows[0],
        name=f"{len(rows)} {rows[0].several}",
        headline=said if whole else f"{said} ({which})",
        score=score(rows) if rows[0].judged else None,
        max_score=max_score(rows),
    )


def _below(entry: Entry) -> list[str]:
    """What stands below a row: all that is known, or what a right one printed."""
    if not entry.passed:
        return _details(entry)
    return [line for printed in entry.printed for line in _detail(printed)]


def _without_folders(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries under the last part of their names, where that tells them apart."""
    short = [
        replace(entry, name=entry.name.rpartition("/")[2])
        if entry.group != CHECKS and entry.several == TREES
        else entry
        for entry in entries
    ]
    count = Counter((entry.group, entry.name) for entry in short)
    unique = [count[entry.group, entry.name] == 1 for entry in short]
    return [s if u else e for s, u, e in zip(short, unique, entries, strict=True)]


def coloured(text: str) -> str:
    """A table with the colours of a terminal; the signs say the same without them."""
    for pattern, code in COLOURS:
        text = pattern.sub(f"\\1\033[{code}m\\2\033[0m", text)
    return text


def wants_colour(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether colours are seen there and welcome (https://no-color.org)."""
    dumb = environment.get("TERM") == "dumb" or environment.get("NO_COLOR")
    return stream.isatty() and not dumb


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
    lines = wrapped(entry.headline, WIDTH, start, " " * len(start))
    return [line.rstrip() for line in lines or [start]]


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
    lines = [line for detail in entry.details for line in _detail(detail)]
    if entry.replay is None or entry.replay.marks.unfinished:
        return lines
    from autograder.drawing import outline  # noqa: PLC0415 - few tables draw trees

    drawn = outline.text(entry.replay.tree, entry.replay.marks, WIDTH - len(INDENT))
    return [*lines, "", *[f"{INDENT}{line}".rstrip() for line in drawn.splitlines()]]


def _detail(line: str) -> list[str]:
    """A line of the details; what it goes on in cannot be taken for another.

    The bar before a student's own words is before each of their lines, and the
    sentence on a facet goes on below itself.
    """
    if line.startswith(QUOTED):
        bar = INDENT + QUOTED
        own = wrapped(line.removeprefix(QUOTED), WIDTH, bar, f"{bar}  ")
        return own or [bar.rstrip()]
    facet = FACET.match(line)
    rest = " " * (len(INDENT) + facet.start(4)) if facet else f"{INDENT}  "
    return wrapped(line, WIDTH, INDENT, rest) or [""]


def _notes(report: Report) -> list[str]:
    lines: list[str] = []
    for note in report.notes:
        lines.append("")
        for line in clean_lines(note, MOST_LINES, LONGEST_LINE):
            lines += wrapped(line, WIDTH)
    return [*lines, "", *wrapped(report.sandbox, WIDTH)] if report.sandbox else lines


PATIENCE = 1.0  # seconds before anything is shown
LINE, BAR = WIDTH - 1, 24


class StatusLine:
    """A line that the next one replaces; on what is no terminal there is none.

    Nothing is shown of what takes less than a second.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._started = time.monotonic()
        self._shown = False

    def show(self, text: str) -> None:
        """Put this in place of what stands there."""
        if time.monotonic() - self._started >= PATIENCE:
            self._write(text)
            self._shown = True

    def close(self) -> None:
        """Leave the line empty, as it was."""
        if self._shown:
            self._write("")
            self._shown = False

    def _write(self, text: str) -> None:
        if self._stream is not None:
            end = "" if text else "\r"
            self._stream.write(f"\r{clean(text, LINE).ljust(LINE)}{end}")
            self._stream.flush()


class Progress(StatusLine):
    """Shows the progress of a grading."""

    def __call__(self, report: Report, what: str) -> None:
        """Tell how many of all tests are done, and what comes now."""
        entries = report.all()
        done, total = sum(entry.judged for entry in entries), len(entries)
        filled = BAR * done // max(total, 1)
        bar = "#" * filled + "." * (BAR - filled)
        self.show(f"[{bar}] {done}/{total}  {what}")

"""What a terminal shows: a table of tests in 80 columns, and a line until it comes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import TextIO

from autograder.report import plain
from autograder.report.entries import (
    CHECKS,
    TREES,
    Entry,
    Report,
    alike,
    earned_of_all,
    max_score,
    score,
)
from autograder.text import clean, few, wrapped
from autograder.words import blocks
from autograder.words.blocks import FAILED, PASSED, UNJUDGED, Block, Passage

WIDTH = 80
LONGEST_NAME = 34
LONGEST_EARNED = 17
INDENT = "    "  # of details
BOLD = "bold"
CODES = {PASSED: "32", FAILED: "31", UNJUDGED: "33", BOLD: "1"}  # of a terminal
NAMES = 30  # characters of the names of trees that share a row


Paint = Callable[[str, str], str]  # of a text, by a key of CODES


def unpainted(text: str, _how: str) -> str:
    """The text; the signs say what colours would."""
    return text


def coloured(text: str, how: str) -> str:
    """The text in a colour of the terminal, or bold."""
    return f"\033[{CODES[how]}m{text}\033[0m"


def table(report: Report, *, verbose: bool = False, paint: Paint = unpainted) -> str:
    """The whole report; `verbose` adds details of failures, and what was printed."""
    entries = _without_folders(report.all())
    shown = entries
    if not verbose:
        each_once = alike(entries)
        shown = [r[0] if len(r) == 1 else _together(r, entries) for r in each_once]
    names = max((len(entry.name) for entry in shown), default=0)
    earned = max((len(entry.earned) for entry in shown), default=0)
    columns = (min(names, LONGEST_NAME), min(max(earned, 9), LONGEST_EARNED))
    lines: list[str] = []
    for group, members in groupby(shown, key=lambda entry: entry.group):
        rows = list(members)
        lines += ["", paint(_with_sum(group, rows), BOLD)]
        for entry in rows:
            name = _shortened(entry.name, columns[0])
            row = f" {plain.SIGNS[entry.state]} {name:<{columns[0]}} "
            row += f"{entry.earned:>{columns[1]}}  "
            told = _beside(entry.headline, row, entry.state, paint)
            lines += [line.rstrip() for line in told]
            below = _below(entry, paint) if verbose else []
            lines += [*below, ""] if below else []
        lines = lines[:-1] if not lines[-1] else lines
    total = paint(_with_sum("Total", entries), BOLD)
    return "\n".join([*lines, "", total, *_notes(report)][1:])


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


def _below(entry: Entry, paint: Paint) -> list[str]:
    """What stands below a row: all that is known, or what a right one printed."""
    if entry.passed:
        return _laid_out((entry.printed,), paint)
    lines = _laid_out(entry.details, paint)
    if entry.replay is None or entry.replay.marks.unfinished:
        return lines
    from autograder.drawing import outline  # noqa: PLC0415 - few tables draw trees

    drawn = outline.text(entry.replay.tree, entry.replay.marks, WIDTH - len(INDENT))
    return [*lines, "", *[f"{INDENT}{line}".rstrip() for line in drawn.splitlines()]]


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


def wants_colour(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether colours are seen there and welcome (https://no-color.org)."""
    dumb = environment.get("TERM") == "dumb" or environment.get("NO_COLOR")
    return stream.isatty() and not dumb


def _with_sum(title: str, entries: Sequence[Entry]) -> str:
    total = earned_of_all(entries)
    space = WIDTH - len(total) - 1
    return f"{_shortened(title, space):<{space}} {total}"


def _beside(text: str, start: str, state: str, paint: Paint) -> list[str]:
    """Lines that go on below themselves, beside a sign that has its colour."""
    first, *rest = wrapped(text, WIDTH, start, " " * len(start)) or [start]
    sign = plain.SIGNS[state]
    return [first.replace(sign, paint(sign, state), 1), *rest]


def _shortened(text: str, width: int) -> str:
    """At most so many columns: names differ at both ends, so the middle goes."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head) :]}"


def _laid_out(details: Iterable[Passage], paint: Paint) -> list[str]:
    lines: list[str] = []
    for passage in filter(None, details):
        lines += [""] if lines else []
        width = plain.names_width(passage)
        for block in passage:
            lines += _block(block, width, paint)
    return lines


def _going_on(text: str) -> list[str]:
    """Lines that go on further in: none of them can be taken for another."""
    return wrapped(text, WIDTH, INDENT, f"{INDENT}  ") or [""]


def _block(block: Block, width: int, paint: Paint) -> Iterable[str]:
    if isinstance(block, blocks.Facet):
        start = INDENT + plain.before_sentence(block, width)
        return _beside(block.sentence, start, block.state, paint)
    if isinstance(block, blocks.Quotation):
        lines, bar = _going_on(block.title), INDENT + plain.BAR
        for line in block.lines:  # a student's own words are behind the bar
            lines += wrapped(line, WIDTH, bar, f"{bar}  ") or [bar.rstrip()]
        return lines
    if isinstance(block, blocks.Verbatim | blocks.LineOfPlay):
        told = (
            block.lines
            if isinstance(block, blocks.Verbatim)
            else plain.line_of_play(block)
        )
        return chain.from_iterable(map(_going_on, told))
    lines = _going_on(plain.labelled_line(block))
    if isinstance(block, blocks.Named | blocks.WrongStep):
        return [paint(line, BOLD) for line in lines]
    return lines


def _notes(report: Report) -> list[str]:
    lines: list[str] = []
    for note in report.notes:
        lines.append("")
        for line in plain.note_lines(note):
            lines += wrapped(line, WIDTH)
    return [*lines, "", *wrapped(report.sandbox, WIDTH)] if report.sandbox else lines


PATIENCE = 1.0  # seconds before anything is shown
LINE, GAUGE = WIDTH - 1, 24


class StatusLine:
    """A line that the next one replaces, after a second, on a terminal alone."""

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
        filled = GAUGE * done // max(total, 1)
        bar = "#" * filled + "." * (GAUGE - filled)
        self.show(f"[{bar}] {done}/{total}  {what}")

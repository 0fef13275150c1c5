"""What a terminal shows: one screen, the whole table, and a line of what comes now."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any, TextIO

from autograder.assignment.questions import VISIBLE
from autograder.report import plain
from autograder.report.entries import (
    CHECKS,
    TREES,
    Entry,
    Group,
    Report,
    earned_of_all,
    grouped_alike,
    groups_of,
    max_score,
    score,
    sums_as_shown,
    told_first,
    wrong_groups,
)
from autograder.report.plain import SIGNS, labelled_line, note_lines
from autograder.text import (
    clean,
    column_count,
    few_names,
    listed,
    points,
    shortened,
    shortened_at_end,
    wrapped,
)
from autograder.words import blocks

WIDTH = 80
LONGEST_NAME = 34
LONGEST_EARNED = 17
INDENT = "    "  # of details
BOLD = "bold"
CODES = {
    blocks.PASSED: "32",
    blocks.FAILED: "31",
    blocks.UNJUDGED: "33",
    BOLD: "1",
}  # of a terminal
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
        each_once = grouped_alike(entries)
        shown = [r[0] if len(r) == 1 else _together(r, entries) for r in each_once]
    names = max((len(entry.name) for entry in shown), default=0)
    earned = max((len(entry.earned_text) for entry in shown), default=0)
    columns = (min(names, LONGEST_NAME), min(max(earned, 9), LONGEST_EARNED))
    lines: list[str] = []
    for group, members in groupby(shown, key=lambda entry: entry.group):
        rows = list(members)
        lines += ["", paint(_with_sum(group, rows), BOLD)]
        for entry in rows:
            name = _shortened(entry.name, columns[0])
            row = f" {plain.SIGNS[entry.state]} {name:<{columns[0]}} "
            row += f"{entry.earned_text:>{columns[1]}}  "
            told = _beside(entry.headline, row, entry.state, paint)
            lines += [line.rstrip() for line in told]
            below = _below(entry, paint) if verbose else []
            lines += [*below, ""] if below else []
        lines = lines[:-1] if not lines[-1] else lines
    total = paint(_with_sum("Total", entries), BOLD)
    return "\n".join([*lines, "", total, *_notes(report)][1:])


def _together(rows: tuple[Entry, ...], entries: list[Entry]) -> Entry:
    """One entry for several tests; which they are, where they are not all."""
    which = few_names(tuple(row.name for row in rows), NAMES)
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

    drawn = outline.outline_text(
        entry.replay.tree, entry.replay.marks, WIDTH - len(INDENT)
    )
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


def _laid_out(details: Iterable[blocks.Passage], paint: Paint) -> list[str]:
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


def _block(block: blocks.Block, width: int, paint: Paint) -> Iterable[str]:
    if isinstance(block, blocks.Facet):
        start = INDENT + plain.facet_prefix(block, width)
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
            else plain.boards_and_answers_text(block)
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


MOST_NAMES = 40  # characters of the names of questions that share a line
USUAL = {  # what is meant by the names of right ways that several searches have
    "strict": "it cuts only where v is beyond the bound",
    "fail_hard": "it returns nothing outside of [α, β]",
    "root_separate": "each action of the root has a window of its own",
}
SEARCHES = {  # which have a way of that name
    "strict": ("depth", "ordering"),
    "fail_hard": ("depth", "ordering", "star1"),
    "root_separate": (
        *("depth", "ordering", "dispatcher", "df", "pruning", "star1", "table"),
    ),
}
CONVENTIONS = USUAL | {
    **{
        f"{one}_{way}": USUAL[way] for way, all_of in SEARCHES.items() for one in all_of
    },
    "equality": "it cuts also where v equals the bound",
    "root_strict": "ties with the root's best are searched to the end",
    "root_value_first": "the value is found first, then the action that has it",
    "full_windows": "what is below chance has a full window",
    "rounds_fail_hard": "what a cut leaves is the end of the window",
    "alone_stands_out": "an action without a second is looked at more closely",
    "stand_pat": "a player may stand pat",
    "exact_only": "its table holds exact values alone",
    "bounds_apart": "its table has a place for each kind of bound",
    "narrowing": "a bound in its table narrows the window",
    "narrowing_inside": "a bound in its table narrows the window, which tells the next",
    "both_bounds": "its table has both bounds of a position, which narrow the window",
    "table_fail_hard": "it returns and keeps nothing outside of [α, β]",
    "both_bounds_fail_hard": "its table has both bounds of a position, as α and β",
    "two_killers": "it has two killers a ply",
}
ALL_RIGHT = "All right: {} of {} points."
SEEN = "All right: {} of the {} points that you can see; {} are graded later."
UNSEEN = "All right: {} of {} points; {} are for tests that students do not see now."
NEXT, OR, TRY = "Next: ", "Or:   ", "To see each search, step by step: "
PAGE = "--page report.html"
WRITTEN = "Wrote {}: open it in a browser."
QUESTIONS = "{} questions"
SKIPPED = "skipped"
TOTAL = "Total"
MORE_FAIL = "… and {} more questions have tests that fail"
FIRST_WRONG = "On {}: {}"
NO_WALLS = "Graded without walls: what you grade can read and change your files."
FEW_WALLS = "Sandbox: too few walls for code that you do not trust; -v lists them."
ENOUGH_WALLS = "Sandbox: enough walls, though not all; -v lists them."


def all_right_sentence(count: int, tests: str) -> str:
    """That all tests of a question are."""
    return f"all {count} {tests} right" if count > 1 else "right"


def passed_count_sentence(
    passed: int, total: int, tests: str, causes: Sequence[tuple[str, int]]
) -> str:
    """How many tests are right, and how many of the others go wrong in which way."""
    share = f"{passed or 'none'} of {total} {tests} right"
    return f"{share}; {', '.join(f'{count} {what}' for what, count in causes)}"


def right_questions_sentence(names: Sequence[str]) -> str:
    """Several questions of which all tests are right."""
    return f"all right: {few_names(tuple(names), MOST_NAMES)}"


def unwritten_questions_sentence(names: Sequence[str]) -> str:
    """Several questions of which nothing is written yet."""
    return f"not filled in: {few_names(tuple(names), MOST_NAMES // 2)}"


def convention_sentence(name: str) -> str:
    """The name of a right way, and what it means; "" where that needs no words."""
    if name in CONVENTIONS:
        return f"{name}: {CONVENTIONS[name]}"
    parts = name.split(", ")
    told = [CONVENTIONS[part] for part in parts if part in CONVENTIONS]
    return f"{name}: {listed(tuple(told))}" if told else ""


HEIGHT = 24
LONGEST_QUESTION = 26  # columns
MOST_RIGHT = 4  # questions all right that have a row each, beside others that fail
MOST_OTHERS = 4  # lines on the questions that fail besides the first
MOST_CAUSES = 3
MOST_BESIDES = 2  # facets that are wrong besides the one in the headline
BEGINNING = 25  # letters by which two sentences are known to be alike
MOST_DRAWN, LEAST_DRAWN = 8, 3  # lines of a tree
LONGEST = 3  # lines of a sentence, or of one that explains itself one more


def screen(
    report: Report,
    *,
    command: str,
    pages: str = "",
    at_home: bool = False,
    paint: Paint = unpainted,
) -> str:
    """The screen, in no more than HEIGHT lines of WIDTH columns.

    `command` is what was typed to get it, and `pages` are the files that it wrote. A
    command is never broken, so that a copy of it is whole. One line more tells who
    grades what others wrote whether walls are missing; `at_home` if there are none.
    """
    groups = groups_of(report.all())
    total = sums_as_shown([group.tests for group in groups])[-1]
    failing = wrong_groups(groups)
    above = [*_rows(groups, failing, paint)]
    said = (line for n in report.notes if not n.explains for line in note_lines(n))
    notes = [part for line in said for part in wrapped(line, WIDTH)][:LONGEST]
    above += ["", *notes] if notes else []
    below = ["", paint(f"{TOTAL:<{WIDTH - len(total) - 1}} {total}", BOLD)]
    walls = _walls(report.layers, at_home=at_home)
    if not failing:
        right = _all_right(report, command, pages)
        return "\n".join([*above, "", *right, *below, *walls])
    told = told_first(failing, report.notes)
    below = [*_next(told, command, pages), *below]
    if told.is_told_in_a_row:
        hint = _hint(told.entry_told_first, LONGEST)
        above += ["", *hint] if hint else []
    else:
        taken = sum(max(1, -(-column_count(line) // WIDTH)) for line in below)
        room = HEIGHT - len(above) - taken - 1
        above += ["", *_story(told, report, room, paint)]
    return "\n".join([*above, *below, *walls])


def _walls(layers: Mapping[str, Any], *, at_home: bool) -> list[str]:
    """Whether what was graded could do harm; a student is told if it could."""
    if not layers or all(layers.values()):
        return []
    if not (layers["user"] or layers["landlock"]):
        return [NO_WALLS]
    enough = layers["user"] or layers["seccomp"]
    return [] if at_home else [ENOUGH_WALLS if enough else FEW_WALLS]


def _rows(groups: list[Group], failing: list[Group], paint: Paint) -> Iterator[str]:
    """A row a question, failing ones with a count; others may share one."""
    right = [group for group in groups if group.state == blocks.PASSED]
    many = len(right) > (MOST_RIGHT if failing else HEIGHT // 2)
    told = [(group, _said_of_right(group), 2) for group in right]
    if many:
        told = [_shared_row(right, right_questions_sentence)]
    unwritten = [group for group in failing[1:] if group.is_unwritten]
    unwritten = unwritten if len(unwritten) > 1 else []
    written = [group for group in failing if group not in unwritten]
    more = len(written) - MOST_OTHERS if len(written) > MOST_OTHERS + 1 else 0
    for group in written[: len(written) - more]:
        told.append((group, _said_of_wrong(group), 2 if group is failing[0] else 1))
    if unwritten:
        told.append(_shared_row(unwritten, unwritten_questions_sentence))
    names = [shortened(group.name, LONGEST_QUESTION) for group, _, _ in told]
    left = [entry for group in written[len(written) - more :] for entry in group.tests]
    sums = sums_as_shown([*(group.tests for group, _, _ in told), left])[: len(told)]
    widest, longest = max(map(column_count, names)), max(map(column_count, sums))
    for (group, said, most), name, earned in zip(told, names, sums, strict=True):
        sign = SIGNS[group.state]
        row = f" {sign} {name:<{widest}} {earned:>{longest}}  "
        first, *rest = _cut(said, row, " " * column_count(row), most)
        yield first.replace(sign, paint(sign, group.state), 1)
        yield from rest
    if more:
        yield f" {MORE_FAIL.format(more)}"


def _shared_row(
    groups: list[Group], said: Callable[[list[str]], str]
) -> tuple[Group, str, int]:
    """A row for several questions of which the same is said."""
    tests = tuple(entry for group in groups for entry in group.tests)
    names = [group.name for group in groups]
    return Group(QUESTIONS.format(len(groups)), tests), said(names), 1


def _said_of_right(group: Group) -> str:
    """That all are right, and in which way, where that has a name."""
    conventions = {entry.extra.get("convention") for entry in group.tests}
    named = conventions.pop() if len(conventions) == 1 else None
    meaning = convention_sentence(named) if named else ""
    told = all_right_sentence(len(group.tests), group.name_of_tests)
    if skipped := sum(entry.state != blocks.PASSED for entry in group.tests):
        passed = len(group.tests) - skipped
        causes = [(SKIPPED, skipped)]
        told = passed_count_sentence(
            passed, len(group.tests), group.name_of_tests, causes
        )
    return f"{told}; {meaning}" if meaning else told


def _said_of_wrong(group: Group) -> str:
    """How many are right, and how the others go wrong."""
    if group.is_told_in_a_row:
        return group.entry_told_first.headline
    wrong = group.wrong
    causes = Counter(entry.cause or entry.headline for entry in wrong).most_common()
    passed, total = len(group.tests) - len(wrong), len(group.tests)
    return passed_count_sentence(
        passed, total, group.name_of_tests, causes[:MOST_CAUSES]
    )


def _story(group: Group, report: Report, room: int, paint: Paint) -> list[str]:
    """What is wrong with a question, in so many lines: its tree takes what is left."""
    entry = group.entry_told_first
    note = next((n for n in report.notes if n.explains == group.name), None)
    name = _cut(note.title, "", "", LONGEST) if note else []
    wrong = FIRST_WRONG.format(_named(entry), entry.headline)
    lines = [paint(line, BOLD) for line in name]
    lines += [*_cut(wrong, "", "  ", LONGEST), *_code(entry)]
    step = entry.went_wrong
    most = LONGEST + isinstance(step, blocks.Keeps)  # which explains itself
    lines += _cut(step.text, "", "  ", most) if step else _besides(entry)
    lines += _hint(entry, 2)
    asks = _cut(note.asks, "", "", LONGEST + 2) if note and note.asks else []
    if len(lines) + len(asks) > room:
        asks = []
    drawn = _drawn(entry, min(MOST_DRAWN, room - len(lines) - len(asks)))
    return [*lines, *drawn, *asks][:room]


def _named(entry: Entry) -> str:
    return entry.name.rpartition("/")[2] if entry.several == TREES else entry.name


def _code(entry: Entry) -> list[str]:
    """The line of the student's own, and below it what of it matters."""
    line = entry.line
    if line is None:
        return []
    before = f"{INDENT}{line.file_and_line}  "
    room = WIDTH - column_count(before)
    start, end = (line.start, line.end) if line.end > line.start else (0, None)
    if not line.source or column_count(line.source) > room:
        return [before + shortened(line.source, room)]
    marked = "^" * max(
        1, column_count(line.source[start:end])
    )  # what misses stands behind
    return [
        before + line.source,
        " " * column_count(before + line.source[:start]) + marked,
    ]


def _besides(entry: Entry) -> list[str]:
    """What is wrong with a test that its headline does not say, facet by facet."""
    facets = [
        facet for facet in entry.of_kind(blocks.Facet) if facet.state == blocks.FAILED
    ]
    others = [
        facet
        for facet in facets
        if not (
            facet.sentence[:BEGINNING] in entry.headline
            or entry.headline in facet.sentence
        )
    ]
    told = (f"{facet.name}: {facet.sentence}" for facet in others[:MOST_BESIDES])
    return [line for text in told for line in _cut(text, "", "  ", 2)]


def _hint(entry: Entry, most: int) -> list[str]:
    hints = entry.of_kind(blocks.Hint)[-1:]
    return [
        line for hint in hints for line in _cut(labelled_line(hint), "", "  ", most)
    ]


def _drawn(entry: Entry, most: int) -> list[str]:
    """The tree around the value search's first wrong step, in so many lines."""
    replay = entry.replay
    if most < LEAST_DRAWN or replay is None or replay.marks.unfinished:
        return []
    if replay.wrong is None and entry.of_kind(blocks.WrongStep):
        return []
    from autograder.drawing import outline  # noqa: PLC0415 - few screens draw trees

    width = WIDTH - len(INDENT)
    drawn = outline.excerpt(replay.tree, replay.marks, width, most)
    return [f"{INDENT}{line}".rstrip() for line in drawn]


def _next(group: Group, command: str, pages: str) -> list[str]:
    """What to type next: for all of one test, and for a page of them all."""
    lines = []
    if not group.is_told_in_a_row:
        tree = shlex.quote(_named(group.entry_told_first))
        lines.append(f"{NEXT}{command} --tree {tree} -v")
    if pages:
        lines.append(WRITTEN.format(pages))
    elif lines and any(entry.has_searched for entry in group.tests):
        lines.append(f"{OR}{command} {PAGE}")
    return ["", *lines] if lines else []


def _all_right(report: Report, command: str, pages: str) -> list[str]:
    entries = report.all()
    visible = [entry for entry in entries if entry.visibility == VISIBLE]
    hidden = max_score(entries) - max_score(visible)
    earned, most = points(score(entries)), points(max_score(entries))
    if report.later:
        told = SEEN.format(earned, most, points(report.later))
    elif hidden:
        told = UNSEEN.format(earned, most, points(hidden))
    else:
        told = ALL_RIGHT.format(earned, most)
    lines = wrapped(told, WIDTH)
    if pages:
        lines += wrapped(WRITTEN.format(pages), WIDTH, "", INDENT)
    elif any(entry.several == TREES for entry in entries):
        lines.append(f"{TRY}{command} {PAGE}")
    return lines


def _cut(text: str, first: str, rest: str, most: int) -> list[str]:
    """At most so many lines; where more would follow, the last ends in a sign."""
    lines = wrapped(text, WIDTH, first, rest) or [first.rstrip()]
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened_at_end(lines[most - 1], WIDTH)]
    return [line.rstrip() for line in lines]

"""One self-contained HTML page on a class: what opens are <details>.

The table of students has a script, which sorts and searches; slides have neither. It
fetches nothing. Charts are drawn by `vl-convert`, with the colours of the page's style.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import resources
from importlib.util import find_spec
from statistics import fmean
from string import Template
from typing import Any

from autograder.classroom.course import Course, TreeRow
from autograder.classroom.page import parts, statistics
from autograder.classroom.page import roll as rolls
from autograder.classroom.page.parts import Links
from autograder.classroom.page.roll import Roll
from autograder.classroom.page.statistics import Bin, Group, NamedMistake, TreeShare
from autograder.drawing import outline
from autograder.errors import AutograderError
from autograder.judging.verdicts import Verdict
from autograder.project import how_to_add
from autograder.text import count_text, points
from autograder.trees import file as treefile

VEGA_LITE = "6.1"
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.1.json"
TWO_MAXIMA = (
    "Some were graded when the tests were worth something else, so that no mean of all "
    "is told: --changed grades them again."
)
UPPER_END = "Each row of a table is without its upper end, except the last."
WIDE, NARROW = 640, 340  # pixels; the second fits a phone
MISSING = f"Charts need one package more: {how_to_add('class')} installs it."
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


def can_draw_charts() -> bool:
    """Whether the extra `class` is installed."""
    return find_spec("vl_convert") is not None


def chart(bins: Sequence[Bin], label: str, width: int) -> str:
    """Students in bins of points, as SVG so many pixels wide; `label` is spoken."""
    import vl_convert  # noqa: PLC0415 - only who has the extra, and wants a page

    drawn: str = vl_convert.vegalite_to_svg(_histogram(bins, width), VEGA_LITE)
    drawn = LONG_NUMBER.sub(lambda digits: f"{float(digits[0]):.1f}", drawn)
    named = f'<svg role="img" aria-label="{parts.as_html(label)}" '
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


def _points(course: Course) -> Iterator[str]:
    """How the points are distributed: of all, and in each question."""
    earned = [row.points for row in course.rows if row.points is not None]
    if not earned:
        yield "<p>Nobody has points.</p>"
        return
    by_most = statistics.points_by_maximum(course)
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
    if not can_draw_charts():
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
    yield parts.folded_section("The same as tables", same)


def _spread(most: float, of_all: Sequence[float]) -> str:
    lower, median, upper = statistics.quartiles(of_all)
    full = sum(value >= most for value in of_all)
    whose = f"{full} {'has' if full == 1 else 'have'} full points"
    return (
        f"Of {points(most)} points, {parts.students_text(len(of_all))} have "
        f"{points(fmean(of_all))} on average; the median is {points(median)}, and the "
        f"middle half lies between {points(lower)} and {points(upper)}. The lowest is "
        f"{points(min(of_all))}, the highest {points(max(of_all))}; {whose}."
    )


def _side_by_side(figures: Iterable[str]) -> str:
    every = "".join(figures)
    return f'<div class="charts">{every}</div>' if every else ""


def _figure(name: str, bins: Sequence[Bin]) -> str:
    drawn = chart(bins, f"Histogram of points in {name}; {_in_words(bins)}", NARROW)
    caption = f"<figcaption>{parts.isolated(name)}</figcaption>"
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
        f'<table class="numbers"><caption>{parts.isolated(name)}</caption><thead><tr>'
        f"{parts.header_cells_html(('points', 'students'))}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


MOST_RETURNED = 8  # behaviours on a tree, that are listed

SAME_BEHAVIOUR = (
    "That students do the same is no sign that they copied: who makes the same mistake "
    "returns the same values. Where no change is known that makes it right, the "
    "smallest tree shows what is wrong."
)
CORRELATION = (
    "r is the correlation, over submissions, of passing a test with the points on all "
    "other tests. Near 0 or below it, a test does not tell who can do the rest: look "
    "at its tree, or at its rows."
)
BESIDE = {  # verdicts on what has the right value
    Verdict.WRONG_VISITS: "which is right; their visits are not",
    Verdict.WRONG_ACTION: "which is right; their actions are not",
    Verdict.WRONG_ROUNDS: "which is right; their rounds are not",
    Verdict.WRONG_ESTIMATES: "which is right; their estimates are not",
    Verdict.WRONG_ORDER: "which is right; their orders save too few leaves",
    Verdict.WRONG_TYPE: "which is right; what their search returns is no action",
}
UNSEEN = (
    "Each question is asked about trees or rows that students have not, for no points. "
    "These students do well on what is visible, and neither there nor in hidden tests: "
    "they have a table, or a fault that the visible tests do not show."
)
UNTITLED = "A class"
WENT_WRONG = "Where the class went wrong"
RIGHT = "which is right, as far as it is seen here"


def class_page_html(course: Course, warning: str = "", roll: Roll | None = None) -> str:
    """The page; the same bytes for the same course; without a `roll` nobody is named.

    A `warning` stands above all.
    """
    written = [(n, title, "\n".join(body)) for n, title, body in _bodies(course, roll)]
    there = [section for section in written if section[2]]
    script = _part(__package__, "class.js") if roll is not None else ""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    submissions = len({row.submission for row in course.rows if row.submission})
    graded = sum(row.points is not None for row in course.rows)
    return Template(_part(__package__, "class.html")).substitute(
        title=parts.as_html(course.title or UNTITLED),
        style=_part("autograder.report", "page.css") + _part(__package__, "class.css"),
        warning=f'<p class="warning"><strong>{warning}</strong></p>' if warning else "",
        counts=(
            f"<strong>{parts.students_text(len(course.rows))}</strong> "
            f'<span class="count">{count_text(submissions, "submission")} · '
            f"{parts.students_text(graded)} graded</span>"
        ),
        contents="".join(f'<li><a href="#{n}">{t}</a></li>' for n, t, _ in there),
        sections="\n".join(
            f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>\n'
            f"{body}\n</section>"
            for name, title, body in there
        ),
        script=f"<script>{script}</script>\n" if script else "",
        allowed=f" script-src 'sha256-{digest}';" if script else "",
    )


def _bodies(
    course: Course, roll: Roll | None
) -> Iterator[tuple[str, str, Iterable[str]]]:
    """The sections: an anchor, a title, and what is below it; some may have nothing."""
    links = roll.links if roll else {}
    mistakes = partial(_mistakes_in, links=links)
    yield "points", "Points", _points(course)
    if roll is not None:
        yield "students", "Students", rolls.student_table_html(course, roll)
        yield "changes", "What has changed", rolls.change_rows_html(roll.changed)
        yield "requests", "Requests", rolls.request_rows_html(roll.answers)
    yield "mistakes", WENT_WRONG, _of_questions(course, mistakes)
    yield "trees", "Tests", _of_questions(course, _trees_in, f"<p>{CORRELATION}</p>")
    alike = _of_questions(course, _alike_in, f"<p>{SAME_BEHAVIOUR}</p>")
    yield "groups", "Who does the same", alike
    unseen = _of_questions(course, _unseen_in, f'<p class="aside">{UNSEEN}</p>')
    yield "unseen", "Right on the visible tests alone", unseen
    yield "not-graded", "Could not be graded or run", _not_graded(course)
    yield "no-submission", "No submission", _without(course)
    if roll is not None:
        yield "equal", "Equal code", rolls.equal_code_html(course, roll.equal)


@cache
def _part(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def _of_questions(
    course: Course, body: Callable[[Course, str], Iterable[str]], above: str = ""
) -> Iterator[str]:
    """What there is to say of each question, below its name; `above` all of it."""
    for question in course.questions:
        written = "\n".join(body(course, question))
        if written:
            if above:
                yield above
            above = ""
            yield f"<h3>{parts.isolated(question)}</h3>\n{written}"


def _mistakes_in(course: Course, question: str, links: Links) -> Iterator[str]:
    """What explains them, then the conventions of who follows one."""
    found = list(statistics.students_graded_in(course, question))
    if not found:
        return
    wrong = [each for row, each in found if not statistics.is_right(row, each)]
    named = sum(bool(each.diagnosis) for each in wrong)
    yield (
        f"<p>Not fully right: {len(wrong)} of {parts.students_text(len(found))}; "
        f"with a diagnosis: {named}.</p>"
    )
    known = statistics.named_mistakes(course, question)
    if known:
        yield parts.rows_html(_mistake(each, len(found), links) for each in known)
    followed = statistics.conventions(course, question)
    if followed:
        told = "; ".join(f"{parts.isolated(name)}: {n}" for name, n in followed)
        yield f"<p>Conventions, by number of students: {told}.</p>"


def _mistake(mistake: NamedMistake, graded: int, links: Links) -> str:
    count = len(mistake.rows)
    title = parts.isolated(mistake.title or mistake.key)
    counted = parts.counted_title(parts.students_text(count), title)
    summary = f"{parts.bar(count, graded)}{counted}"
    key = f'<p class="aside">{parts.isolated(mistake.key)}</p>'
    people = parts.students_html(mistake.rows)
    if mistake.lines:
        key = ""
    if any(mistake.lines):
        people = parts.students_with_lines_html(mistake.rows, mistake.lines, links)
    body = [*parts.paragraphs(mistake.explanation), key, people]
    return parts.opening_row_html("of-mistake", summary, body)


def _trees_in(course: Course, question: str) -> Iterator[str]:
    shares = statistics.trees(course, question)
    if shares:
        yield parts.rows_html(
            _tree(share, course.trees.get(share.tree)) for share in shares
        )


def _tree(share: TreeShare, tree: TreeRow | None) -> str:
    correlation = f"no r: {share.why}"
    if share.correlation is not None:
        correlation = f"r = {share.correlation:.2f}".replace("-", "−")
    summary = (
        f'<span class="what"><span>{parts.isolated(share.tree)}</span></span> '
        f"{parts.bar(share.passed, share.students)}"
        f'<span class="share">{parts.percent(share.passed, share.students)}</span> '
        f'<span class="of"><span class="unseen">passed: </span>'
        f"{share.passed} of {share.students}</span> "
        f'<span class="r">{correlation}</span>'
    )
    return parts.opening_row_html("of-tree", summary, _on_tree(share, tree))


def _on_tree(share: TreeShare, tree: TreeRow | None) -> Iterator[str]:
    if tree is not None:
        title = f"{parts.isolated(tree.title)}, " if tree.title else ""
        yield f"<p>{title}{count_text(tree.nodes, 'node')}</p>"
        yield _drawing(tree)
    if any(what for what, _ in share.returned):
        yield from _returned(share)


def _drawing(tree: TreeRow) -> str:
    if not tree.outline:
        return "<p>It is too large to be drawn here.</p>"
    return parts.drawing_html(tree.outline, f"The tree {tree.name}")


def _returned(share: TreeShare) -> Iterator[str]:
    rows = "".join(
        f'<tr><th scope="row">{parts.returned_html(what)}</th><td>{count}</td>'
        f'<td class="words">{"right" if what == share.right else ""}</td></tr>'
        for what, count in share.returned[:MOST_RETURNED]
    )
    yield (
        '<table class="numbers"><thead><tr><th scope="col">came back</th>'
        '<th scope="col">students</th><th scope="col" class="words">'
        '<span class="unseen">right</span></th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
    others = share.returned[MOST_RETURNED:]
    if others:
        students = parts.students_text(sum(count for _, count in others))
        yield f"<p>{count_text(len(others), 'more result')}, of {students}.</p>"


def _alike_in(course: Course, question: str) -> Iterator[str]:
    several, alone = statistics.groups_of_same_behaviour(course, question)
    if several:
        yield parts.rows_html(_group(course, group) for group in several)
    if alone:
        verb = "does" if alone == 1 else "do"
        yield f"<p>{parts.students_text(alone)} {verb} what nobody else does.</p>"


def _group(course: Course, group: Group) -> str:
    count = parts.students_text(len(group.rows))
    aside = f'<span class="aside">{_there(course, group)}</span>'
    summary = (
        f'<span class="n">{count}</span> '
        f'<span class="what"><span>{_named(group)}</span>{aside}</span>'
    )
    return parts.opening_row_html("of-group", summary, _in_group(course, group))


def _named(group: Group) -> str:
    """What mistakes they have, if that is known."""
    if not group.named:
        return "No diagnosis"
    if len(group.named) == 1 and not group.unnamed:
        return parts.isolated(group.named[0][0])
    told = [f"no diagnosis ({len(group.unnamed)})"] if group.unnamed else []
    told += [f"{parts.isolated(title)} ({len(rows)})" for title, rows in group.named]
    return "; ".join(told)


def _there(course: Course, group: Group) -> str:
    """What they return on the smallest tree of the assignment on which they fail."""
    if not group.tree:
        return ""
    known = course.trees.get(group.tree)
    size = f" ({count_text(known.nodes, 'node')})" if known else ""
    told = (
        f"on {parts.isolated(group.tree)}{size}: {parts.returned_html(group.returned)}"
    )
    if group.returned != group.right:
        passes = f"; who passes it has {parts.isolated(group.right)}"
        return told + (passes if group.right else "")
    beside = {verdict.value: words for verdict, words in BESIDE.items()}
    return f"{told}, {beside.get(group.verdict, RIGHT)}"


def _in_group(course: Course, group: Group) -> Iterator[str]:
    if group.smallest:
        yield "<p>The smallest tree on which one of them fails:</p>"
        drawn = _outline(group.smallest)
        if drawn:
            yield parts.drawing_html(drawn, "The smallest tree")
            yield parts.folded_section(
                "As a tree file", parts.drawing_html(group.smallest, "The file")
            )
        else:
            yield parts.drawing_html(group.smallest, "The smallest tree")
    elif group.tree in course.trees:
        tree = parts.isolated(group.tree)
        yield f"<p>The smallest tree on which they fail, {tree}:</p>"
        yield _drawing(course.trees[group.tree])
    if len(group.failed) > 1:
        told = ", ".join(map(parts.isolated, group.failed))
        yield f"<p>They fail in {len(group.failed)} tests: {told}.</p>"
    if group.submissions < len(group.rows):
        yield f"<p>They are of {count_text(group.submissions, 'submission')}.</p>"
    unnamed = [("No diagnosis", group.unnamed)] if group.unnamed else []
    told_apart = [*unnamed, *group.named]
    for title, rows in told_apart:
        if len(told_apart) > 1:
            yield f"<h4>{parts.isolated(title)}</h4>"
        yield parts.students_html(rows)


def _outline(content: str) -> str:
    try:
        return outline.outline_text(treefile.parse(content))
    except AutograderError:
        return ""


def _unseen_in(course: Course, question: str) -> Iterator[str]:
    rows = statistics.wrong_on_unseen(course, question)
    if rows:
        yield parts.students_html(rows)


def _not_graded(course: Course) -> Iterator[str]:
    """Who could not be graded, whole or in a question, and who handed in nothing."""
    reasons = [
        ("not graded: ", *each) for each in statistics.reasons_without_grade(course)
    ]
    for question in course.questions:
        of = f"{parts.isolated(question)}: "
        reasons += [
            (of, *each) for each in statistics.reasons_not_run(course, question)
        ]
    written = []
    for of, words, rows in reasons:
        count = parts.students_text(len(rows))
        summary = parts.counted_title(count, f"{of}{parts.isolated(words)}")
        written.append(
            parts.opening_row_html("of-group", summary, [parts.students_html(rows)])
        )
    if written:
        yield parts.rows_html(written)


def _without(course: Course) -> Iterator[str]:
    rows = [row for row in course.rows if not row.submission]
    if rows:
        yield f"<p>{parts.students_text(len(rows))}.</p>"
        yield parts.students_html(rows)

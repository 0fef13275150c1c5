"""One self-contained HTML page on a class: what opens are <details>.

The table of students has a script, which sorts and searches; slides have neither.

It fetches nothing, and every text of a student or an export is shown as it is.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import resources
from string import Template

from autograder.classroom.course import Course, TreeRow
from autograder.classroom.page import charts, equal, followup, groups, parts, statistics
from autograder.classroom.page import roll as rolls
from autograder.classroom.page.groups import Group, Reason
from autograder.classroom.page.parts import NO_LINKS, Links
from autograder.classroom.page.roll import Roll
from autograder.classroom.page.statistics import Bin, NamedMistake, Spread, TreeShare
from autograder.drawing import outline
from autograder.errors import AutograderError
from autograder.judging.verdicts import Verdict
from autograder.text import points
from autograder.trees import file as treefile

MOST_RETURNED = 8  # behaviours on a tree, that are listed
WIDE, NARROW = 640, 340  # pixels; the second fits a phone

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
    Verdict.WRONG_ESTIMATES: "which is right; their estimates are not",
    Verdict.WRONG_ORDER: "which is right; their orders save too few leaves",
    Verdict.WRONG_TYPE: "which is right; what their search returns is no action",
}
UNSEEN = (
    "Each question is asked about trees or rows that students have not, for no points. "
    "These students do well on what is visible, and neither there nor in hidden tests: "
    "they have a table, or a fault that the visible tests do not show."
)
TWO_MAXIMA = (
    "Some were graded when the tests were worth something else, so that no mean of all "
    "is told: --changed grades them again."
)
UNTITLED = "A class"
WENT_WRONG = "Where the class went wrong"
RIGHT = "which is right, as far as it is seen here"
UPPER_END = "Each row of a table is without its upper end, except the last."


def text(course: Course, warning: str = "", roll: Roll | None = None) -> str:
    """The page; the same bytes for the same course. A `warning` stands above all.

    Without a `roll` there is no table of students.
    """
    sections = SECTIONS if roll is None else _with_roll(roll)
    written = [(name, title, "\n".join(body(course))) for name, title, body in sections]
    there = [section for section in written if section[2]]
    script = _part(__package__, "class.js") if roll is not None else ""
    return Template(_part(__package__, "class.html")).substitute(
        title=parts.shown(course.title or UNTITLED),
        style=_part("autograder.report", "page.css") + _part(__package__, "class.css"),
        warning=f'<p class="warning"><strong>{warning}</strong></p>' if warning else "",
        counts=_counts(course),
        contents="".join(f'<li><a href="#{n}">{t}</a></li>' for n, t, _ in there),
        sections="\n".join(
            f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>\n'
            f"{body}\n</section>"
            for name, title, body in there
        ),
        script=f"<script>{script}</script>\n" if script else "",
        allowed=f" script-src 'sha256-{_digest(script)}';" if script else "",
    )


def _with_roll(roll: Roll) -> tuple[Section, ...]:
    """The sections, with that of the students behind the first."""
    first, *others = SECTIONS
    return (
        first,
        ("students", "Students", partial(rolls.body, roll=roll)),
        ("changes", "What has changed", lambda _: followup.changes(roll.changed)),
        ("requests", "Requests", lambda _: followup.requests(roll.answers)),
        *(
            (name, title, partial(_mistakes, links=roll.links))
            if name == "mistakes"
            else (name, title, body)
            for name, title, body in others
        ),
        ("equal", "Equal code", partial(equal.body, likenesses=roll.equal)),
    )


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _part(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def _of_questions(
    course: Course, body: Callable[[Course, str], Iterable[str]]
) -> Iterator[str]:
    """What there is to say of each question, below its name."""
    for question in course.questions:
        written = "\n".join(body(course, question))
        if written:
            yield f"<h3>{parts.apart(question)}</h3>\n{written}"


def _counts(course: Course) -> str:
    submissions = len({row.submission for row in course.rows if row.submission})
    counted = sum(row.points is not None for row in course.rows)
    return (
        f"<strong>{parts.students(len(course.rows))}</strong> "
        f'<span class="count">{parts.counted(submissions, "submission")} · '
        f"{parts.students(counted)} graded</span>"
    )


# -- Points ----------------------------------------------------------------------------


def _points(course: Course) -> Iterator[str]:
    """How the points are distributed: of all, and in each question."""
    found = statistics.totals(course)
    if not found:
        yield "<p>Nobody has points.</p>"
        return
    by_most = statistics.by_maximum(course)
    for most, points_of in by_most.items():
        spread = statistics.spread(points_of)
        assert spread is not None  # somebody has these
        yield f"<p>{_spread(spread, most, points_of)}</p>"
    if len(by_most) > 1:
        yield f"<p>{TWO_MAXIMA}</p>"
    most = max(sum(course.questions.values()), *by_most)
    named: list[tuple[str, Sequence[Bin]]] = [
        ("all questions", statistics.histogram(found, most))
    ]
    yield from _histograms(course, named, most)


def _histograms(
    course: Course, named: list[tuple[str, Sequence[Bin]]], most: float
) -> Iterator[str]:
    """Charts, where they can be drawn, and tables."""
    if len(course.questions) > 1:
        for question, worth in course.questions.items():
            earned = statistics.points_in(course, question)
            named.append((question, statistics.histogram(earned, worth)))
    tables = "".join(_table(name, bins) for name, bins in named)
    if not charts.available():
        yield f'<p class="note">{charts.MISSING}</p>\n{_side_by_side(tables)}'
        yield f'<p class="aside">{UPPER_END}</p>'
        return
    yield _side_by_side("".join(_charts(*named[0], most)))
    yield _side_by_side("".join(_chart(name, bins) for name, bins in named[1:]))
    told = f'{_side_by_side(tables)}<p class="aside">{UPPER_END}</p>'
    yield parts.folded_section("The same as tables", told)


def _spread(spread: Spread, most: float, of_all: Sequence[float]) -> str:
    full = sum(value >= most for value in of_all)
    whose = f"{full} {'has' if full == 1 else 'have'} full points"
    return (
        f"Of {points(most)} points, {parts.students(spread.students)} have "
        f"{points(spread.mean)} on average; the median is {points(spread.median)}, and "
        f"the middle half lies between {points(spread.lower)} and "
        f"{points(spread.upper)}. The lowest is {points(spread.lowest)}, the highest "
        f"{points(spread.highest)}; {whose}."
    )


def _side_by_side(figures: str) -> str:
    return f'<div class="charts">{figures}</div>' if figures else ""


def _charts(name: str, bins: Sequence[Bin], most: float) -> Iterator[str]:
    """The chart of all points, once for a desk and once for a phone."""
    label = f"Histogram of points in {name}, of {points(most)}; {_in_words(bins)}"
    for kind, width in (("wide", WIDE), ("narrow", NARROW)):
        drawn = charts.histogram(bins, label, width)
        yield f'<figure class="chart {kind}">{drawn}</figure>'


def _chart(name: str, bins: Sequence[Bin]) -> str:
    label = f"Histogram of points in {name}; {_in_words(bins)}"
    drawn = charts.histogram(bins, label, NARROW)
    caption = f"<figcaption>{parts.apart(name)}</figcaption>"
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
        f'<table class="numbers"><caption>{parts.apart(name)}</caption><thead><tr>'
        '<th scope="col">points</th><th scope="col">students</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


# -- Mistakes --------------------------------------------------------------------------


def _mistakes(course: Course, links: Links = NO_LINKS) -> Iterator[str]:
    return _of_questions(course, partial(_mistakes_in, links=links))


def _mistakes_in(course: Course, question: str, links: Links) -> Iterator[str]:
    """What explains them, then the conventions of who follows one."""
    found = list(statistics.graded(course, question))
    if not found:
        return
    wrong = [each for row, each in found if not statistics.is_right(row, each)]
    named = sum(bool(each.diagnosis) for each in wrong)
    yield (
        f"<p>Not fully right: {len(wrong)} of {parts.students(len(found))}; "
        f"with a diagnosis: {named}.</p>"
    )
    known = statistics.mistakes(course, question)
    if known:
        yield parts.rows_html(_mistake(each, len(found), links) for each in known)
    followed = statistics.conventions(course, question)
    if followed:
        told = "; ".join(f"{parts.apart(name)}: {n}" for name, n in followed)
        yield f"<p>Conventions, by number of students: {told}.</p>"


def _mistake(mistake: NamedMistake, graded: int, links: Links) -> str:
    count, title = len(mistake.rows), mistake.title or mistake.key
    summary = (
        f"{parts.bar(count, graded)}"
        f'<span class="n">{parts.students(count)}</span> '
        f'<span class="what"><span>{parts.apart(title)}</span></span>'
    )
    key = f'<p class="aside">{parts.apart(mistake.key)}</p>'
    people = parts.people(mistake.rows)
    if mistake.lines:
        key = ""
    if any(mistake.lines):
        people = parts.people_at(mistake.rows, mistake.lines, links)
    body = [*parts.paragraphs(mistake.explanation), key, people]
    return parts.opening("of-mistake", summary, body)


# -- Trees -----------------------------------------------------------------------------


def _trees(course: Course) -> Iterator[str]:
    written = list(_of_questions(course, _trees_in))
    if written:
        yield f"<p>{CORRELATION}</p>"
    yield from written


def _trees_in(course: Course, question: str) -> Iterator[str]:
    shares = statistics.trees(course, question)
    if shares:
        yield parts.rows_html(
            _tree(share, course.trees.get(share.tree)) for share in shares
        )


def _tree(share: TreeShare, tree: TreeRow | None) -> str:
    summary = (
        f'<span class="what"><span>{parts.apart(share.tree)}</span></span> '
        f"{parts.bar(share.passed, share.students)}"
        f'<span class="share">{parts.percent(share.passed, share.students)}</span> '
        f'<span class="of"><span class="unseen">passed: </span>'
        f"{share.passed} of {share.students}</span> "
        f'<span class="r">{_correlation(share)}</span>'
    )
    return parts.opening("of-tree", summary, _on_tree(share, tree))


def _correlation(share: TreeShare) -> str:
    if share.correlation is None:
        return f"no r: {share.why}"
    return f"r = {share.correlation:.2f}".replace("-", "−")


def _on_tree(share: TreeShare, tree: TreeRow | None) -> Iterator[str]:
    """The tree's drawing, and what came back."""
    if tree is not None:
        title = f"{parts.apart(tree.title)}, " if tree.title else ""
        yield f"<p>{title}{parts.counted(tree.nodes, 'node')}</p>"
        yield from _drawing(tree)
    if any(what for what, _ in share.returned):
        yield from _returned(share)


def _drawing(tree: TreeRow) -> Iterator[str]:
    if tree.outline:
        yield parts.drawn(tree.outline, f"The tree {tree.name}")
    else:
        yield "<p>It is too large to be drawn here.</p>"


def _returned(share: TreeShare) -> Iterator[str]:
    """What came back, by number of students."""
    rows = "".join(
        f'<tr><th scope="row">{parts.back(what)}</th><td>{count}</td>'
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
        students = parts.students(sum(count for _, count in others))
        yield f"<p>{parts.counted(len(others), 'more result')}, of {students}.</p>"


# -- Groups ----------------------------------------------------------------------------


def _alike(course: Course) -> Iterator[str]:
    written = list(_of_questions(course, _alike_in))
    if written:
        yield f"<p>{SAME_BEHAVIOUR}</p>"
    yield from written


def _alike_in(course: Course, question: str) -> Iterator[str]:
    found = groups.alike(course, question)
    if found.groups:
        yield parts.rows_html(_group(course, group) for group in found.groups)
    if found.alone:
        verb = "does" if found.alone == 1 else "do"
        yield f"<p>{parts.students(found.alone)} {verb} what nobody else does.</p>"


def _group(course: Course, group: Group) -> str:
    summary = (
        f'<span class="n">{parts.students(len(group.rows))}</span> '
        f'<span class="what"><span>{_named(group)}</span>'
        f'<span class="aside">{_there(course, group)}</span></span>'
    )
    return parts.opening("of-group", summary, _in_group(course, group))


def _named(group: Group) -> str:
    """What mistakes they have, if that is known."""
    if not group.named:
        return "No diagnosis"
    if len(group.named) == 1 and not group.unnamed:
        return parts.apart(group.named[0][0])
    told = [f"no diagnosis ({len(group.unnamed)})"] if group.unnamed else []
    told += [f"{parts.apart(title)} ({len(rows)})" for title, rows in group.named]
    return "; ".join(told)


def _there(course: Course, group: Group) -> str:
    """What they return on the smallest tree of the assignment on which they fail."""
    if not group.tree:
        return ""
    known = course.trees.get(group.tree)
    size = f" ({parts.counted(known.nodes, 'node')})" if known else ""
    told = f"on {parts.apart(group.tree)}{size}: {parts.back(group.returned)}"
    if group.returned != group.right:
        passes = f"; who passes it has {parts.apart(group.right)}"
        return told + (passes if group.right else "")
    beside = {verdict.value: words for verdict, words in BESIDE.items()}
    return f"{told}, {beside.get(group.verdict, RIGHT)}"


def _in_group(course: Course, group: Group) -> Iterator[str]:
    yield from _smallest(course, group)
    if len(group.failed) > 1:
        told = ", ".join(map(parts.apart, group.failed))
        yield f"<p>They fail in {len(group.failed)} tests: {told}.</p>"
    if group.submissions < len(group.rows):
        yield f"<p>They are of {parts.counted(group.submissions, 'submission')}.</p>"
    unnamed = [("No diagnosis", group.unnamed)] if group.unnamed else []
    told_apart = [*unnamed, *group.named]
    for title, rows in told_apart:
        if len(told_apart) > 1:
            yield f"<h4>{parts.apart(title)}</h4>"
        yield parts.people(rows)


def _smallest(course: Course, group: Group) -> Iterator[str]:
    """The smallest tree that was found, else that of the assignment."""
    if group.smallest:
        yield "<p>The smallest tree on which one of them fails:</p>"
        drawn = _outline(group.smallest)
        if drawn:
            yield parts.drawn(drawn, "The smallest tree")
            yield parts.folded_section(
                "As a tree file", parts.drawn(group.smallest, "The file")
            )
        else:
            yield parts.drawn(group.smallest, "The smallest tree")
    elif group.tree in course.trees:
        yield f"<p>The smallest tree on which they fail, {parts.apart(group.tree)}:</p>"
        yield from _drawing(course.trees[group.tree])


def _outline(content: str) -> str:
    """The drawing of a tree file; "" where it is none."""
    try:
        return outline.text(treefile.parse(content))
    except AutograderError:
        return ""


# -- Who is right where it is seen -----------------------------------------------------


def _unseen(course: Course) -> Iterator[str]:
    """Who is right on the visible trees, and wrong on others."""
    written = list(_of_questions(course, _unseen_in))
    if written:
        yield f'<p class="aside">{UNSEEN}</p>'
        yield from written


def _unseen_in(course: Course, question: str) -> Iterator[str]:
    rows = statistics.wrong_on_unseen(course, question)
    if rows:
        yield parts.people(rows)


# -- Who is missing --------------------------------------------------------------------


def _missing(course: Course) -> Iterator[str]:
    """Who could not be graded, whole or in a question, and who handed in nothing."""
    for reason in groups.without_grade(course):
        yield _reason("not graded: ", reason)
    for question in course.questions:
        for reason in groups.unrun(course, question):
            yield _reason(f"{parts.apart(question)}: ", reason)


def _not_graded(course: Course) -> Iterator[str]:
    written = list(_missing(course))
    if written:
        yield parts.rows_html(written)


def _reason(of: str, reason: Reason) -> str:
    summary = (
        f'<span class="n">{parts.students(len(reason.rows))}</span> '
        f'<span class="what"><span>{of}{parts.apart(reason.words)}</span></span>'
    )
    return parts.opening("of-group", summary, [parts.people(reason.rows)])


def _without(course: Course) -> Iterator[str]:
    rows = groups.without_submission(course)
    if rows:
        yield f"<p>{parts.students(len(rows))}.</p>"
        yield parts.people(rows)


Body = Callable[[Course], Iterable[str]]
Section = tuple[str, str, Body]
SECTIONS: tuple[Section, ...] = (
    ("points", "Points", _points),
    ("mistakes", WENT_WRONG, _mistakes),
    ("trees", "Tests", _trees),
    ("groups", "Who does the same", _alike),
    ("unseen", "Right on the visible tests alone", _unseen),
    ("not-graded", "Could not be graded or run", _not_graded),
    ("no-submission", "No submission", _without),
)

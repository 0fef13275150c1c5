"""The parts of the page that name people: all in one table, and what is beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from autograder.classroom.course import Course, StudentRow, grouped
from autograder.classroom.gradebooks.grades import comment_line
from autograder.classroom.likeness import MANY, MOST, PARTS, Likeness, Sources
from autograder.classroom.page import parts
from autograder.classroom.requests import Answer
from autograder.classroom.store import comparing
from autograder.classroom.store.comparing import TOTAL, Change
from autograder.text import count_text, points
from autograder.uploads.notebooks import Cells

MOST_PARTS, MOST_LINES = 6, 40  # of one pair, of one part
TOLD = (
    "Tokens are compared, names as one sign, without comments, docstrings and layout; "
    "what stands in the stub, in a tenth of the class or in more than "
    f"{MANY} submissions is left out, and of pairs the {MOST} that share most of the "
    "rest are listed. It says nothing of how that came: short programs of one "
    "algorithm are alike by themselves, and who writes the same in another order is "
    "not found."
)


@dataclass(frozen=True, slots=True)
class Likenesses:
    """What submissions share; their texts, by name and file, and cells of notebooks."""

    found: tuple[Likeness, ...] = ()
    sources: Mapping[str, Sources] = field(default_factory=dict)
    cells: Mapping[str, tuple[Cells, ...]] = field(default_factory=dict)


def equal_code_html(course: Course, likenesses: Likenesses) -> Iterator[str]:
    """Groups of equal ones, and pairs with what they share."""
    whose = grouped((row.submission, row) for row in course.rows)
    rows = [_equal(each, whose, likenesses) for each in likenesses.found]
    if rows:
        yield f"<p>{TOLD}</p>"
        yield parts.rows_html(rows)


def _equal(
    each: Likeness,
    whose: Mapping[str, list[StudentRow]],
    likenesses: Likenesses,
) -> str:
    people = [row for name in each.names for row in whose.get(name, [])]
    how = each.how if each.how != PARTS else f"share {round(100 * each.share)} %"
    names = ", ".join(parts.isolated(row.student.name) for row in people[:4])
    more = f" and {len(people) - 4} more" if len(people) > 4 else ""
    count = count_text(len(each.names), "submission")
    summary = parts.counted_title(count, f"{names}{more}", how)
    inside = [parts.students_html(people), *_side_by_side(each, likenesses)]
    return parts.opening_row_html("of-group", summary, inside)


def _side_by_side(each: Likeness, likenesses: Likenesses) -> Iterator[str]:
    one, other, *_ = each.names
    for part in each.parts[:MOST_PARTS]:
        left = _lines(one, part.one, likenesses)
        right = _lines(other, part.other, likenesses)
        yield f'<div class="beside">{left}{right}</div>'
    rest = len(each.parts) - MOST_PARTS
    if rest > 0:
        yield f"<p>{count_text(rest, 'more part')}.</p>"


def _lines(name: str, place: tuple[str, int, int], likenesses: Likenesses) -> str:
    file, first, last = place
    text = likenesses.sources[name].get(file, "").splitlines()[first - 1 : last]
    where = f"{name}, {file}, lines {first} to {last}"
    for each in likenesses.cells.get(name, ()):
        if file == f"{each.module}.py":
            (cell, start), (last_cell, end) = map(each.place, (first, last))
            other = last_cell.rpartition(", ")[2]
            behind = f"{end}" if last_cell == cell else f"{other}, line {end}"
            where = f"{name}, {cell}, line {start} to {behind}"
    shown = parts.drawing_html("\n".join(text[:MOST_LINES]), where)
    return f'<div><p class="aside">{parts.isolated(where)}</p>{shown}</div>'


SLOWEST = 5  # who are named
NOTICEABLE = 1.0  # seconds, below which nobody is named as slow
ASIDE = ' class="aside"'
AMOUNT, WORDS = "amount", "words"  # kinds of columns
SEARCH = (
    '<p class="search" hidden><label>Search <input type="search" autocomplete="off" '
    'spellcheck="false"></label> <span class="aside" role="status"></span></p>'
)


@dataclass(frozen=True, slots=True)
class Roll:
    """What the table has of submissions beside the course, by their names."""

    links: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[Change, ...] = ()  # since an earlier store
    answers: tuple[Answer, ...] = ()
    equal: Likenesses = field(default_factory=Likenesses)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: a cell's HTML, and what it is sorted by."""

    title: str
    cell: Callable[[StudentRow], str]
    key: Callable[[StudentRow], float | str | None]
    kind: str = ""  # or AMOUNT, sorted as a number, or WORDS

    def layout_attribute(self) -> str:
        """As an attribute of its cells."""
        return f' class="{self.kind}"' if self.kind else ""


def student_table_html(course: Course, roll: Roll) -> Iterator[str]:
    """Who was slow, a field to search in, and the table."""
    if not course.rows:
        return
    yield from _slow(course)
    yield SEARCH
    columns = tuple(_columns(course, roll))
    head = "".join(
        f'<th scope="col"{each.layout_attribute()}>'
        f"<span>{parts.isolated(each.title)}</span></th>"
        for each in columns
    )
    rows = (
        "".join(_cell(each, row, i) for i, each in enumerate(columns))
        for row in course.rows
    )
    body = "".join(f"<tr>{cells}</tr>" for cells in rows)
    yield parts.scrolled_table("Students", head, body)


def _cell(column: Column, row: StudentRow, place: int) -> str:
    key = column.key(row)
    by = "" if key is None else f' data-by="{parts.as_html(str(key))}"'
    tag, scope = ("td", "") if place else ("th", ' scope="row"')
    return f"<{tag}{scope}{column.layout_attribute()}{by}>{column.cell(row)}</{tag}>"


def _columns(course: Course, roll: Roll) -> Iterator[Column]:
    yield Column("student", parts.student_html, lambda row: row.student.name.casefold())
    yield _points("points", lambda row: row.points)
    for name in course.questions:
        yield _points(name, lambda row, name=name: row.by_question.get(name))  # type: ignore[misc]
    if course.deducts:
        yield _points("after lateness", lambda row: row.points_after_lateness)
    yield Column("seconds", _seconds, _took, kind=AMOUNT)
    yield Column(
        "mistake",
        lambda row: _lines_of(_titles(row)),
        lambda row: "; ".join(_titles(row)) or None,
        WORDS,
    )
    if course.has_comments:
        yield Column(
            "comments",
            lambda row: _lines_of(map(comment_line, row.comments)),
            lambda row: len(row.comments) or None,
            WORDS,
        )

    def status(row: StudentRow) -> str:
        remarks = ("late", *row.remarks) if row.late else row.remarks
        return f"{parts.as_html(row.status)}{_lines_of(remarks, ASIDE)}"

    def graded_by(row: StudentRow) -> str | None:
        return roll.states.get(row.submission) if row.graded else None

    def links(row: StudentRow) -> str:
        mine = roll.links.get(row.submission, ())
        return " ".join(
            f'<a href="{parts.as_html(to)}">{words}</a>' for to, words in mine
        )

    yield Column("status", status, lambda row: row.status, WORDS)
    yield Column(
        "graded by", lambda row: parts.as_html(graded_by(row) or ""), graded_by
    )
    yield Column("files", links, lambda row: row.submission or None)


def _lines_of(texts: Iterable[str], layout: str = "") -> str:
    return "".join(f"<div{layout}>{parts.isolated(each)}</div>" for each in texts)


def _points(title: str, of: Callable[[StudentRow], float | None]) -> Column:
    def cell(row: StudentRow) -> str:
        value = of(row)
        return "" if value is None else points(value)

    return Column(title, cell, of, kind=AMOUNT)


def _titles(row: StudentRow) -> list[str]:
    named = [q for q in row.questions if q.diagnosis]
    return [
        ": ".join(filter(None, (q.name, q.explanation_in_few_words, q.lines)))
        for q in named
    ]


def _took(row: StudentRow) -> float | None:
    return row.graded.seconds if row.graded else None


def _seconds(row: StudentRow) -> str:
    took = _took(row)
    if took is None:
        return ""
    aside = f"<div{ASIDE}>set aside</div>" if row.graded and row.graded.aside else ""
    return f"{took:.1f}{aside}"


def _slow(course: Course) -> Iterator[str]:
    took = {
        row.submission: (seconds, row) for row in course.rows if (seconds := _took(row))
    }
    slow = sorted(took.values(), key=lambda pair: -pair[0])[:SLOWEST]
    named = [
        f"{parts.student_html(row)} ({seconds:.1f} s)"
        for seconds, row in slow
        if seconds >= NOTICEABLE
    ]
    if named:
        half = median(seconds for seconds, _ in took.values())
        yield (
            f"<p>Slowest, without the time for which others had the cores: "
            f"{', '.join(named)}; the median is {half:.1f} s.</p>"
        )
    aside = [row for _, row in took.values() if row.graded and row.graded.aside]
    if aside:
        names = ", ".join(map(parts.student_html, aside))
        yield f"<p>Set aside, since they took long: {names}.</p>"


MOST_CHANGES = 300  # rows of tests in the page; changes.csv has all


def change_rows_html(changed: Iterable[Change]) -> Iterator[str]:
    """Who has other points, a row each, which opens on questions and tests."""
    whose = grouped((comparing.key_of(each.student), each) for each in changed)
    if whose:
        yield f"<p>{parts.students_text(len(whose))}; all of it is in changes.csv.</p>"
        yield parts.rows_html(_student(mine) for mine in whose.values())


def _student(mine: list[Change]) -> str:
    total = next((each for each in mine if each.question == TOTAL), None)
    points = _marks(total) if total else "the same points in all"
    reasons = total.reason if total else mine[0].reason
    name = parts.isolated(mine[0].student.name)
    summary = (
        f'<span class="what"><span>{name}</span></span> '
        f'<span class="n">{parts.as_html(points)}</span> '
        f'<span class="what aside">{parts.as_html(reasons)}</span>'
    )
    return parts.opening_row_html(
        "of-change", summary, [_changes_of(mine[:MOST_CHANGES])]
    )


def _changes_of(mine: Iterable[Change]) -> str:
    rows = []
    for each in mine:
        if each.question == TOTAL:
            continue
        verdicts = filter(None, (each.before.verdict, each.after.verdict))
        words = " → ".join(dict.fromkeys(verdicts)).replace("_", " ")
        cells = (each.tree, _marks(each), words, each.reason)
        rows.append(parts.table_row(parts.isolated(each.question), cells))
    head = parts.header_cells_html(("question", "test", "points", "verdict", "reason"))
    return parts.scrolled_table("Changes", head, "".join(rows), role="group")


def _marks(change: Change) -> str:
    return comparing.points_before_and_after(change).replace("->", "→")


def request_rows_html(answers: Iterable[Answer]) -> Iterator[str]:
    """Each question about a grade, with what has changed since it was first read."""
    rows = []
    for each in answers:
        asked = each.request
        cells = (
            asked.question,
            asked.text,
            asked.state,
            each.points_before_and_after(),
            each.words,
        )
        rows.append(parts.table_row(parts.student_html(each.row), cells))
    titles = ("student", "question", "asks", "state", "points", "since it was read")
    if rows:
        yield parts.scrolled_table(
            "Requests", parts.header_cells_html(titles), "".join(rows)
        )

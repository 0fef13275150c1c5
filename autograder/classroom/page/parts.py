"""What the page is built of; foreign text is shown as it is, and nothing in it acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from autograder.classroom.course import StudentRow
from autograder.text import clean, clean_lines, count_text

LONGEST = 1000  # characters of a line
MOST_LINES = 60  # of a drawing, or of what is told
BACK = {  # behaviours that are no value and no exception, in words
    "": "nothing",
    "time": "time ran out",
    "module": "no file",
    "no_function": "no function",
    "not_callable": "no function",
    "signature": "other arguments",
    "stub": "not filled in",
    "not_run": "not run",
    "flood": "too much was printed",
    "ended": "its process ended",
    "violation": "a broken protocol",
}
NO_NAME = "(no name)"
Links = Mapping[str, Sequence[tuple[str, str]]]  # addresses with words, by submission


def as_html(text: str) -> str:
    """Foreign text as HTML: one line, in which nothing acts."""
    return escape(clean(text, LONGEST))


def isolated(text: str) -> str:
    """A text of whatever direction, to stand among words of ours."""
    return f"<bdi>{as_html(text)}</bdi>"


def returned_html(behaviour: str) -> str:
    """What came back."""
    return BACK.get(behaviour) or isolated(behaviour)


def students_text(count: int) -> str:
    """So many students."""
    return count_text(count, "student")


def percent(part: int, whole: int) -> str:
    """A part in hundredths of the whole."""
    return f"{round(100 * part / whole)} %" if whole else "–"


def paragraphs(text: str) -> Iterator[str]:
    """Foreign text, a paragraph a line."""
    for line in clean_lines(text, MOST_LINES, LONGEST):
        if line.strip():
            yield f"<p>{escape(line)}</p>"


def students_html(rows: Iterable[StudentRow]) -> str:
    """The students, in the order of the course."""
    items = "".join(f"<li>{student_html(row)}</li>" for row in rows)
    return f'<ul class="students">{items}</ul>'


def students_with_lines_html(
    rows: Sequence[StudentRow], lines: Sequence[str], links: Links
) -> str:
    """The students, each with lines of code, which lead to the report."""
    items = []
    for row, place in zip(rows, lines, strict=True):
        code = f"<code>{as_html(place)}</code>"
        for address, _ in links.get(row.submission, ())[:1]:
            code = f'<a href="{as_html(address)}">{code}</a>'
        items.append(f"<li>{student_html(row)} {code}</li>")
    return f'<ul class="students">{"".join(items)}</ul>'


def student_html(row: StudentRow) -> str:
    """A student: the name and the number; of who has no name, what there is."""
    student = row.student
    if student.name and student.sid:
        sid = f'<span class="aside">{isolated(student.sid)}</span>'
        return f"{isolated(student.name)} {sid}"
    known = (student.name, student.sid, student.email, row.submission, NO_NAME)
    return isolated(next(filter(None, known)))


def bar(part: int, whole: int) -> str:
    """A part of a whole; the number stands beside it."""
    width = round(100 * part / whole, 1) if whole else 0
    return (
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" '
        'aria-hidden="true"><rect class="all" width="100" height="8"/>'
        f'<rect class="part" width="{width}" height="8"/></svg>'
    )


def opening_row_html(kind: str, summary: str, body: Iterable[str]) -> str:
    """A row that opens."""
    inside = "\n".join(body)
    return (
        f'<details class="row {kind}"><summary>{summary}</summary>\n'
        f'<div class="body">\n{inside}\n</div></details>'
    )


def counted_title(count: str, title: str, aside: str = "") -> str:
    """What stands on a row that opens: how many, and of what."""
    beside = f'<span class="aside">{aside}</span>' if aside else ""
    return (
        f'<span class="n">{count}</span> '
        f'<span class="what"><span>{title}</span>{beside}</span>'
    )


def rows_html(rows: Iterable[str]) -> str:
    """Rows below one another."""
    return f'<div class="rows">{"".join(rows)}</div>'


def scrolled_table(label: str, head: str, rows: str, role: str = "region") -> str:
    """A table in a box of its own, which scrolls where it is wide."""
    return (
        f'<div class="roll" tabindex="0" role="{role}" aria-label="{label}, '
        f'scrollable"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def header_cells_html(titles: Iterable[str]) -> str:
    """The cells above such a table."""
    return "".join(f'<th scope="col">{each}</th>' for each in titles)


def table_row(first: str, cells: Iterable[str]) -> str:
    """A row of such a table; its first cell is HTML, the others are texts."""
    others = "".join(f"<td>{isolated(each)}</td>" for each in cells)
    return f'<tr><th scope="row">{first}</th>{others}</tr>'


def folded_section(title: str, body: str) -> str:
    """What few want to see."""
    return f'<details class="more"><summary>{title}</summary>\n{body}\n</details>'


def drawing_html(text: str, name: str) -> str:
    """Lines in a box of their own, which scrolls where they are long."""
    lines = escape("\n".join(clean_lines(text, MOST_LINES, LONGEST)))
    label = as_html(f"{name}, scrollable")
    named = f'tabindex="0" role="group" aria-label="{label}"'
    return f'<pre class="drawn" {named}>{lines}</pre>'

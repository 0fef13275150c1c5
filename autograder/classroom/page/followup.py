"""What has changed since an earlier grading, and what students have asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autograder.classroom.page import parts
from autograder.classroom.requests import Answer, told
from autograder.classroom.store import comparing
from autograder.classroom.store.comparing import TOTAL, Change

MOST = 300  # rows of tests in the page; changes.csv has all


def changes(changed: Iterable[Change]) -> Iterator[str]:
    """Who has other points, a row each, which opens on questions and tests."""
    whose: dict[str, list[Change]] = {}
    for each in changed:
        key = comparing.key_of(each.student)
        whose.setdefault(repr(key), []).append(each)
    if whose:
        yield f"<p>{parts.students(len(whose))}; all of it is in changes.csv.</p>"
        yield parts.rows_html(_student(mine) for mine in whose.values())


def _student(mine: list[Change]) -> str:
    total = next((each for each in mine if each.question == TOTAL), None)
    points = _arrow(comparing.marks(total)) if total else "the same points in all"
    reasons = total.reason if total else mine[0].reason
    summary = (
        f'<span class="what"><span>{parts.apart(mine[0].student.name)}</span></span> '
        f'<span class="n">{parts.shown(points)}</span> '
        f'<span class="what aside">{parts.shown(reasons)}</span>'
    )
    return parts.opening("of-change", summary, [_table(mine[:MOST])])


def _table(mine: Iterable[Change]) -> str:
    rows = "".join(_row(each) for each in mine if each.question != TOTAL)
    heads = ("question", "test", "points", "verdict", "reason")
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    return (
        f'<div class="roll" tabindex="0" role="group" aria-label="Changes, scrollable">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(change: Change) -> str:
    verdicts = dict.fromkeys(
        filter(None, (change.before.verdict, change.after.verdict))
    )
    words = " → ".join(verdicts).replace("_", " ")
    cells = (change.tree, _arrow(comparing.marks(change)), words, change.reason)
    first = f'<th scope="row">{parts.apart(change.question)}</th>'
    return f"<tr>{first}{''.join(f'<td>{parts.apart(c)}</td>' for c in cells)}</tr>"


def requests(answers: Iterable[Answer]) -> Iterator[str]:
    """Each question about a grade, with what has changed since it was first read."""
    rows = "".join(map(_request, answers))
    if rows:
        heads = ("student", "question", "asks", "state", "points", "since it was read")
        head = "".join(f'<th scope="col">{each}</th>' for each in heads)
        yield (
            '<div class="roll" tabindex="0" role="region" '
            'aria-label="Requests, scrollable">'
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


def _request(answer: Answer) -> str:
    asked = answer.request
    cells = (asked.question, asked.text, asked.state, told(answer), answer.words)
    first = f'<th scope="row">{parts.person(answer.row)}</th>'
    return f"<tr>{first}{''.join(f'<td>{parts.apart(c)}</td>' for c in cells)}</tr>"


def _arrow(text: str) -> str:
    return text.replace("->", "→")

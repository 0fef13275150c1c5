"""Questions about grades, in a CSV, each beside what has changed since it was read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.selection import hint_of_names
from autograder.classroom.course import NOT_GRADED, Course, StudentRow
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import NAME
from autograder.classroom.gradebooks.grades import csv_text
from autograder.classroom.store import comparing
from autograder.classroom.store.comparing import TOTAL, Change, Mark, Standing
from autograder.errors import FileProblems, Problem
from autograder.text import clean, few_names, points

COLUMNS, OTHERS = ("sid", "text"), ("question", "state")
HEADER = (
    *("name", "sid", "question", "text", "state"),
    *("before", "after", "max", "answer"),
)
LONGEST = 2000  # characters of a request
TREES = 200
NOTHING = "nothing has changed since"
SEEN = "requests seen"  # under which the store remembers what everybody had


@dataclass(frozen=True, slots=True)
class Request:
    """What a student asks, of a question or of all, and what became of it."""

    sid: str
    question: str
    text: str
    state: str
    line: int

    @property
    def key(self) -> str:
        """By which it is known again; its state may be another then."""
        return f"{self.sid}\n{self.question}\n{self.text}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A request, whose it is, and what has changed since it was first read."""

    request: Request
    row: StudentRow
    before: Mark
    after: Mark
    words: str

    def points_before_and_after(self) -> str:
        """The points before and after, in words."""
        marks = (self.before, self.after)
        old, new = ("none" if m.points is None else points(m.points) for m in marks)
        return new if old == new else f"{old} → {new}"


def parsed(content: bytes, path: Path) -> tuple[Request, ...]:
    """The requests in a file. Raises AssignmentError, with all that is wrong in it."""
    sheet = cells.sheet_of(content, path, COLUMNS, OTHERS)
    sheet.require_no_problems(
        sheet.faults(
            lambda _, row: [(n, not sheet.text_of(row, n), f"no {n}") for n in COLUMNS]
        )
    )
    requests = []
    for row in sheet.filled():
        sid, text, question, state = sheet.texts(row, (*COLUMNS, *OTHERS))
        text = clean(text, LONGEST)
        requests.append(Request(sid, question, text, state or "open", sheet.line(row)))
    return tuple(requests)


def require(requests: Sequence[Request], course: Course, path: Path) -> None:
    """AssignmentError where one is about a question that there is not."""
    problems = tuple(
        Problem(path, each.line, 1, f"there is no question {shown}{hint}")
        for each in requests
        if each.question not in ("", TOTAL, *course.questions)
        for shown in (clean(each.question, NAME),)
        for hint in (hint_of_names(each.question, course.questions),)
    )
    if problems:
        raise FileProblems(problems)


def standings_when_first_read(
    requests: Sequence[Request],
    before: bytes | None,
    now: Mapping[tuple[str, str], Standing],
    course: Course,
) -> bytes:
    """What each who asks had when that was first read, or when it was first graded."""
    known = json.loads(before) if before else {}
    kept = {}
    for each in requests:
        places, why = cells.students_with_id(each.sid, course.rows)
        if each.key in known:
            kept[each.key] = known[each.key]
        elif not why and (row := course.rows[places[0]]).status != NOT_GRADED:
            kept[each.key] = now[comparing.key_of(row.student)].as_json()
    return json.dumps(kept, ensure_ascii=False).encode()


def answers(
    requests: Sequence[Request],
    remembered: bytes,
    now: Mapping[tuple[str, str], Standing],
    course: Course,
) -> tuple[tuple[Answer, ...], tuple[str, ...]]:
    """Each request with what has changed since; notes on who is nobody."""
    known = json.loads(remembered)
    found, notes = [], []
    for each in requests:
        places, why = cells.students_with_id(each.sid, course.rows)
        if why:
            where = f"request in line {each.line}, of {clean(each.sid, NAME)}"
            notes.append(f"{where}: not answered, since {why}.")
            continue
        row = course.rows[places[0]]
        standing = now[comparing.key_of(row.student)]
        plain = known.get(each.key)
        before = comparing.standing_from_json(plain) if plain else standing
        changed = [*comparing.changes(row.student, before, standing)]
        place = (each.question or TOTAL, "")
        old, new = (s.marks.get(place, comparing.NONE) for s in (before, standing))
        found.append(Answer(each, row, old, new, _words(each.question, changed)))
    return tuple(found), tuple(notes)


def _words(question: str, changed: Sequence[Change]) -> str:
    mine = [e for e in changed if question in ("", TOTAL) or e.question == question]
    if not mine:
        return NOTHING
    trees = tuple(clean(each.tree, NAME) for each in mine if each.tree)
    on = f", on {few_names(trees, TREES)}" if trees else ""
    reasons = dict.fromkeys(r for each in mine for r in each.reason.split("; "))
    return f"{'; '.join(reasons)}{on}"


def requests_csv(answered: Sequence[Answer]) -> str:
    """requests.csv, with what has changed."""
    rows = (
        (
            *(each.row.student.name, each.row.student.sid, each.request.question),
            *(each.request.text, each.request.state),
            *(each.before.points, each.after.points, each.after.most),
            each.words,
        )
        for each in answered
    )
    return csv_text(HEADER, rows)

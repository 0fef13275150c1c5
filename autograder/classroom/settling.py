"""What counts in the end: what the grader found, and what people say of it.

Comments and points by hand come first, then overrides, then lateness, which takes
nothing off the points themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from autograder.classroom import comments, lateness, overrides, penalties, requests
from autograder.classroom.course import Course, Remembered
from autograder.classroom.gradebooks.grades import written
from autograder.classroom.penalties import Allowance, Rule, Terms
from autograder.classroom.requests import Request
from autograder.classroom.store.book import Book
from autograder.classroom.students import enrolment
from autograder.errors import AssignmentError
from autograder.text import clean, path_shown

NEEDS_DUE = "--late-rule needs --due TIME: what came after it is late"
BEST, EARLIER = "best of {}, {}{}: {}{}", "; of equals the earlier"
NAME = 40  # characters
MORE_THAN_WHAT = "{}:{}: more time needs --due TIME, behind which it is given"


def check(remembered: Mapping[str, Remembered]) -> None:
    """AssignmentError where one of these cannot be read, or lacks another."""
    terms = _terms(remembered)
    if terms.rule is not None and terms.due is None:
        raise AssignmentError(NEEDS_DUE)
    for each in terms.allowances:
        if each.more != penalties.NONE and terms.due is None:
            shown = path_shown(Path(remembered["late"].value))
            raise AssignmentError(MORE_THAN_WHAT.format(shown, each.row))
    if "comments" in remembered:
        comments.parsed(*_file(remembered["comments"]))
    requests_in(remembered)


def deducts(remembered: Mapping[str, Remembered]) -> bool:
    """Whether lateness may take something off."""
    return _terms(remembered).deducts


def best(book: Book) -> dict[int, str]:
    """By places what is worth most after lateness; of equals the first."""
    return {place: max(of, key=of.__getitem__) for place, of in _worth(book).items()}


def _worth(book: Book) -> dict[int, dict[str, float]]:
    course = book.course()
    return penalties.worth(course, book.tries(course), _terms(book.remembered()))


def _with_best(course: Course, book: Book) -> Course:
    """The course that says of whom several were graded why one of these counts."""
    rows = list(course.rows)
    for place, of in _worth(book).items():
        row = rows[place]
        first = max(of, key=of.__getitem__)
        if len(of) > 1 and row.submission == first:
            named = [f"{clean(name, NAME)} {written(of[name])}" for name in of]
            equal = [*of.values()].count(of[first]) > 1
            why = BEST.format(
                len(of),
                clean(first, NAME),
                " after lateness" if course.deducts else "",
                ", ".join(named),
                EARLIER if equal else "",
            )
            rows[place] = replace(row, remarks=(*row.remarks, why))
    return replace(course, rows=tuple(rows))


def settled_course(course: Course, book: Book) -> tuple[Course, tuple[str, ...]]:
    """The course of a store with all that was said in it; notes on what fits nobody."""
    remembered = book.remembered()
    notes: tuple[str, ...] = ()
    if "comments" in remembered:
        found = comments.parsed(*_file(remembered["comments"]))
        course, notes = comments.applied(course, found)
    course, of_overrides = overrides.applied(course, book.overrides())
    course, of_lateness = penalties.applied(course, _terms(remembered))
    if "keep" in remembered and remembered["keep"].value == enrolment.BEST:
        course = _with_best(course, book)
    return course, (*notes, *of_overrides, *of_lateness)


def requests_in(remembered: Mapping[str, Remembered]) -> tuple[Request, ...]:
    """The requests, none without a file of them."""
    each = remembered.get("requests")
    return requests.parsed(*_file(each)) if each else ()


def _terms(remembered: Mapping[str, Remembered]) -> Terms:
    due, rule, late = (remembered.get(name) for name in ("due", "late-rule", "late"))
    allowances: tuple[Allowance, ...] = penalties.parsed(*_file(late)) if late else ()
    of_all: Rule | None = penalties.rule(rule.value) if rule else None
    return Terms(lateness.parse(due.value) if due else None, of_all, allowances)


def _file(each: Remembered) -> tuple[bytes, Path]:
    assert each.content is not None  # it was read when it was given
    return each.content, Path(each.value)

"""Whose points are others than in an earlier store, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from autograder.classroom.course import Course, StudentRow, TestRow
from autograder.classroom.running.state import GraderState
from autograder.classroom.store.book import Book
from autograder.text import clean, few, points

NAME, TREES = 40, 200  # characters shown
OF_STATE = {
    "assignment": "the assignment was changed",
    "grader": "the grader was changed",
    "python": "another version of Python",
    "layers": "other layers of the sandbox",
}
CONTENT = "other files were submitted"
SET = "points were set by hand"
NO_CAUSE = "nothing that the store knows of was changed: is the submission random?"


class Earlier:
    """What an earlier store says of each student."""

    def __init__(self, book: Book, course: Course) -> None:
        """`course` is that of the book, with its overrides."""
        self._rows = {_key(row): row for row in course.rows}
        self._origins = book.origins()

    def changes(self, course: Course, book: Book) -> Iterator[str]:
        """A line for each student whose points are others now, and those below it."""
        origins = book.origins()
        for row in course.rows:
            before = self._rows.get(_key(row))
            if before is None or before.points == row.points:
                continue
            name = clean(row.student.name, NAME)
            yield f"{name}: {_shown(before.points)} -> {_shown(row.points)}"
            cause = _cause(
                self._origins.get(before.submission), origins.get(row.submission)
            )
            overridden = _by_hand(before) != _by_hand(row)
            yield f"    {SET if overridden else cause}"
            yield from _tests(before, row)
        for key in self._rows.keys() - {_key(row) for row in course.rows}:
            yield f"{clean(self._rows[key].student.name, NAME)}: is no longer there"


def _key(row: StudentRow) -> tuple[str, str]:
    student = row.student
    keys = (("sid", student.sid), ("email", student.email), ("lms", student.lms))
    return next((key for key in keys if key[1]), ("name", student.name))


def _shown(number: float | None) -> str:
    return "no points" if number is None else points(number)


def _by_hand(row: StudentRow) -> Mapping[str, float | None] | None:
    """The points that count, where they are not those of the grader."""
    given = row.graded
    found = {each.name: each.points for each in given.questions} if given else {}
    total = given.points if given else None
    same = row.points == total and dict(row.by_question) == found
    return None if same else {**row.by_question, "": row.points}


def _cause(
    before: tuple[str, GraderState] | None, after: tuple[str, GraderState] | None
) -> str:
    if before is None or after is None or before[0] != after[0]:
        return CONTENT
    return (
        "; ".join(OF_STATE[name] for name in before[1].differs_in(after[1])) or NO_CAUSE
    )


def _tests(before: StudentRow, after: StudentRow) -> Iterator[str]:
    """A line for each question: the trees on which other points were earned."""
    old, new = _by_tree(before), _by_tree(after)
    changed: dict[tuple[str, str, str], list[str]] = {}
    for key in dict.fromkeys([*old, *new]):
        one, other = old.get(key), new.get(key)
        if _earned(one) != _earned(other):
            question, tree = key
            changed.setdefault((question, _verdict(one), _verdict(other)), []).append(
                tree
            )
    for (question, was, now), trees in changed.items():
        yield f"    {question}: {was} -> {now} on {few(tuple(trees), TREES)}"


def _by_tree(row: StudentRow) -> dict[tuple[str, str], TestRow]:
    tests: Iterable[TestRow] = row.graded.tests if row.graded else ()
    return {(test.question, test.tree): test for test in tests}


def _earned(test: TestRow | None) -> tuple[float | None, float] | None:
    return None if test is None else (test.points, test.most)


def _verdict(test: TestRow | None) -> str:
    if test is None:
        return "not there"
    return test.verdict or ("passed" if test.passed else "failed")

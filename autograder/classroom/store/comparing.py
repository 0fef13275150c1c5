"""What is other than before: points by student, question and tree, and why."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field
from itertools import islice
from typing import Any

from autograder.classroom.course import Course, Student, StudentRow, grouped
from autograder.classroom.gradebooks.grades import csv_text
from autograder.classroom.running.state import GraderState
from autograder.classroom.store.book import Book
from autograder.report.entries import rounded_points
from autograder.text import clean, few_names, points

NAME, TREES = 40, 200  # characters shown
STUDENTS = 20  # who are told; changes.csv has all
OF_STATE = {
    "assignment": "the assignment was changed",
    "grader": "the grader was changed",
    "python": "another version of Python",
    "layers": "other layers of the sandbox",
}
POINTS = "the points or the visibility of tests were changed"
CONTENT = "other files were submitted"
SET = "points were set by hand"
NO_CAUSE = "nothing that the store knows of was changed: is the submission random?"
NEW, GONE = "the test is new", "the test is no longer there"
WORTH = "the points of the test were changed"
TOTAL = "total"
UNFINISHED = "compared with"  # under which a store remembers what it had before a run
COLUMNS = (
    *("name", "sid", "email", "question", "tree"),
    *("before", "max before", "after", "max after"),
    *("verdict before", "verdict after", "reason"),
)


@dataclass(frozen=True, slots=True)
class Mark:
    """What something earned, of how much; of a test also the verdict."""

    points: float | None = None
    most: float | None = None
    verdict: str = ""

    def differs(self, other: Mark) -> bool:
        """Whether other points were earned, or of another maximum."""
        return (self.points, self.most) != (other.points, other.most)


NONE = Mark()
Place = tuple[str, str]  # a question and a tree; of all of a question "", of all TOTAL


@dataclass(frozen=True, slots=True)
class Standing:
    """What one student has: the marks of all, of each question, and of each test."""

    marks: Mapping[Place, Mark] = field(default_factory=dict)
    content: str = ""
    state: GraderState | None = None
    by_hand: Mapping[str, float | None] = field(default_factory=dict)  # by question

    def points_added_by_hand(self, name: str) -> float | None:
        """How much more was given by hand than was found; None where nothing was."""
        given = self.by_hand.get(name)
        if given is None:
            return None
        below = (
            mark.points or 0.0
            for (question, tree), mark in self.marks.items()
            if (question == name and tree) or (name == TOTAL != question and not tree)
        )
        return rounded_points(given - math.fsum(below))

    def as_json(self) -> dict[str, Any]:
        """The same for JSON."""
        state = self.state
        return {
            "marks": [
                [*place, m.points, m.most, m.verdict] for place, m in self.marks.items()
            ],
            "content": self.content,
            "state": state and [*state.digests_without_assignment(), state.asked],
            "by_hand": dict(self.by_hand),
        }


def standing_from_json(plain: Mapping[str, Any]) -> Standing:
    """What `plain` was made of."""
    marks = {(q, t): Mark(*mark) for q, t, *mark in plain["marks"]}
    state = GraderState(*plain["state"]) if plain["state"] else None
    return Standing(marks, plain["content"], state, plain["by_hand"])


@dataclass(frozen=True, slots=True)
class Change:
    """What a student had of something, what there is now, and why, if that is known."""

    student: Student
    question: str
    before: Mark
    after: Mark
    reason: str
    tree: str = ""  # "" for a whole question, or all


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an earlier store says of each student."""

    students: tuple[tuple[Student, Standing], ...]

    @staticmethod
    def of(book: Book, course: Course) -> Earlier:
        """`course` is that of the book, with all that was set by hand."""
        found = standings(course, book)
        rows = {key_of(row.student): row.student for row in course.rows}
        return Earlier(tuple((rows[key], found[key]) for key in rows))

    def changes(self, course: Course, book: Book) -> Iterator[Change]:
        """All that is other now, student by student; who has gone comes last."""
        then = {key_of(student): standing for student, standing in self.students}
        now = standings(course, book)
        for row in course.rows:
            before = then.get(key_of(row.student))
            if before is not None:
                yield from changes(row.student, before, now[key_of(row.student)])
        for student, standing in self.students:
            if key_of(student) not in now:
                gone = standing.marks[TOTAL, ""]
                yield Change(student, TOTAL, gone, NONE, "is no longer there")

    def packed(self) -> bytes:
        """As a store keeps it while a run changes what it has."""
        plain = [(astuple(student), each.as_json()) for student, each in self.students]
        return zlib.compress(json.dumps(plain).encode())


def earlier_from_bytes(content: bytes) -> Earlier:
    """What `packed` was made of."""
    plain = json.loads(zlib.decompress(content))
    return Earlier(
        tuple((Student(*one), standing_from_json(each)) for one, each in plain)
    )


def key_of(student: Student) -> tuple[str, str]:
    """By what a student is known again."""
    keys = (("sid", student.sid), ("email", student.email), ("lms", student.lms))
    return next((key for key in keys if key[1]), ("name", student.name))


def standings(course: Course, book: Book) -> dict[tuple[str, str], Standing]:
    """What each student has."""
    origins = book.origin_of_submissions()
    return {key_of(row.student): _standing(row, course, origins) for row in course.rows}


def _standing(
    row: StudentRow, course: Course, origins: Mapping[str, tuple[str, GraderState]]
) -> Standing:
    questions = {each.name: each for each in row.questions}
    marks = {(TOTAL, ""): Mark(row.points, row.most)}
    for name, earned in row.by_question.items():
        found = questions.get(name)
        most = found.most if found else course.questions.get(name)
        marks[name, ""] = Mark(earned, most)
    for test in row.tests:
        marks[test.question, test.tree] = Mark(
            test.points,
            test.most,
            test.verdict or ("passed" if test.passed else "failed"),
        )
    by_hand = {
        name: earned
        for name, earned in row.by_question.items()
        if name not in questions or questions[name].points != earned
    }
    known = [each for each in row.by_question.values() if each is not None]
    if row.points is not None and abs(sum(known) - row.points) > 1e-6:
        by_hand[TOTAL] = row.points
    content, state = origins.get(row.submission, ("", None))
    return Standing(marks, content, state, by_hand)


def changes(student: Student, before: Standing, after: Standing) -> Iterator[Change]:
    """What is other: the total, then each question, then the tests below it."""
    cause = _cause(before, after)
    pairs = {
        place: (before.marks.get(place, NONE), after.marks.get(place, NONE))
        for place in (*before.marks, *after.marks)
    }
    other = {place: pair for place, pair in pairs.items() if pair[0].differs(pair[1])}

    def reason(name: str, below: Iterable[Change]) -> str:
        # People gave another number, and more or less than was found: an item of a
        # rubric is as much more or less of whatever was found.
        is_other = before.by_hand.get(name) != after.by_hand.get(name)
        if is_other and before.points_added_by_hand(name) != after.points_added_by_hand(
            name
        ):
            return SET
        parts = (part for each in below for part in each.reason.split("; "))
        return "; ".join(dict.fromkeys(parts)) or cause

    tests: dict[str, list[Change]] = {}
    for (name, tree), (old, new) in other.items():
        why = cause
        if NONE in (old, new):
            why = NEW if old == NONE else GONE
        elif old.verdict == new.verdict and old.most != new.most:
            why = WORTH
        if tree:
            change = Change(student, name, old, new, why, tree=tree)
            tests.setdefault(name, []).append(change)
    questions = [
        Change(student, name, *pair, reason(name, tests.get(name, ())))
        for (name, tree), pair in other.items()
        if not tree and name != TOTAL
    ]
    if (TOTAL, "") in other:
        yield Change(student, TOTAL, *other[TOTAL, ""], reason(TOTAL, questions))
    for each in questions:
        yield each
        yield from tests.get(each.question, ())


def _cause(before: Standing, after: Standing) -> str:
    old, new = before.state, after.state
    if old is None or new is None or before.content != after.content:
        return CONTENT
    names = old.names_of_differences(new)
    only_points = bool(old.asked) and old.asked == new.asked
    words = {**OF_STATE, **({"assignment": POINTS} if only_points else {})}
    return "; ".join(words[name] for name in names) or NO_CAUSE


def changes_in_words(changed: Iterable[Change]) -> Iterator[str]:
    """For people: a student, why, and the trees that changed alike; the first few."""
    whose = grouped((each.student, each) for each in changed)
    if len(whose) > STUDENTS:
        yield f"{len(whose)} students have other points; all of it is in changes.csv:"
    for student, mine in islice(whose.items(), STUDENTS):
        total = [each for each in mine if each.question == TOTAL]
        if not total:
            yield f"{clean(student.name, NAME)}: the same points in all"
        for each in total:
            yield f"{clean(student.name, NAME)}: {points_before_and_after(each)}"
            yield f"    {each.reason}"
        for each in (each for each in mine if each.question != TOTAL and not each.tree):
            yield f"    {each.question}: {points_before_and_after(each)}"
            yield from _trees(
                [t for t in mine if t.tree and t.question == each.question]
            )


def _trees(changed: Iterable[Change]) -> Iterator[str]:
    alike: dict[tuple[str, str, str], list[str]] = {}
    for change in changed:
        old, new = change.before.verdict, change.after.verdict
        verdicts = f" ({old} -> {new})" if old and new and old != new else ""
        how = (points_before_and_after(change), verdicts, change.reason)
        alike.setdefault(how, []).append(change.tree)
    for (earned, verdicts, reason), names in alike.items():
        trees = few_names(tuple(clean(name, NAME) for name in names), TREES)
        each = " each" if len(names) > 1 else ""
        yield f"        {earned}{each}{verdicts} on {trees}: {reason}"


def points_before_and_after(change: Change) -> str:
    """The points before and after, and of how much."""
    pair = change.before, change.after
    old, new = ("no points" if m.points is None else points(m.points) for m in pair)
    then, now = ("" if m.most is None else f" of {points(m.most)}" for m in pair)
    if NONE in pair or change.before.most == change.after.most:
        return f"{old} -> {new}{now}"
    return f"{old}{then} -> {new}{now}"


def changes_csv(changed: Iterable[Change]) -> str:
    """changes.csv."""
    rows = (
        (
            *(each.student.name, each.student.sid, each.student.email),
            *(each.question, each.tree),
            *(each.before.points, each.before.most),
            *(each.after.points, each.after.most),
            *(each.before.verdict, each.after.verdict, each.reason),
        )
        for each in changed
    )
    return csv_text(COLUMNS, rows)

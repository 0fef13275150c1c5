"""A class: who handed in what, what came of it, and one row for each student.

Ids and names are text as they were found.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from autograder.errors import GraderError
from autograder.report.entries import DECIMALS
from autograder.text import clean
from autograder.uploads.reading import Upload
from autograder.words.explanations import group

LONGEST_STEM = 80  # characters of a file's name without its ending
UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
GRADED, NO_SUBMISSION = "graded", "no submission"
FAULT, NOT_GRADED = "fault of the grader", "not graded yet"
UNREADABLE, BROKEN_CHECK = "cannot be read", "a check of the assignment is broken"
OLDER = "graded by an older state"
STATUSES = {GRADED, NO_SUBMISSION, FAULT, NOT_GRADED, UNREADABLE, BROKEN_CHECK, OLDER}
NOT_IMPORTED = {  # exceptions that on all tests of a question come from its file alone
    "SyntaxError": "it is not Python (SyntaxError)",
    "IndentationError": "it is not Python (IndentationError)",
    "TabError": "it is not Python (TabError)",
    "ImportError": "it could not be imported (ImportError)",
    "ModuleNotFoundError": "it imports what is not there (ModuleNotFoundError)",
}
REMEMBERED = 8  # hexadecimal digits by which two names with one stem are told apart

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Student:
    """One person; each but the name may be ""."""

    name: str
    sid: str = ""
    email: str = ""
    lms: str = ""  # Canvas's user id, or the number in Moodle's Identifier


@dataclass(frozen=True, slots=True)
class Handed:
    """One submission of an export; its paths are those that `./run_autograder` sees."""

    name: str  # there once
    students: tuple[Student, ...]
    files: Callable[[], Iterable[Upload]] = field(repr=False, compare=False)
    group: str = ""
    submitted_at: str = ""  # ISO 8601, or "" where the export does not tell
    late: bool = False  # the export's own mark
    original: str = ""  # of a file of it, by which an LMS takes feedback back
    empty: bool = False  # it holds no file: its students have handed in nothing


@dataclass(frozen=True, slots=True)
class Export:
    """What an export holds; `notes` are sentences on what was skipped, and why."""

    kind: str
    handed: tuple[Handed, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """One row of the class: a student, and the name of the submission that counts."""

    student: Student
    submission: str = ""
    attempts: tuple[str, ...] = ()  # all that the student has handed in, by time


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Each student once, in a stable order; `notes` list what was not plain."""

    kind: str
    handed: tuple[Handed, ...]  # without those that are nobody's attempt
    seats: tuple[Seat, ...]
    notes: tuple[str, ...] = ()
    grades_all: bool = False  # the best of several counts

    def to_grade(self) -> frozenset[str]:
        """The names of the submissions that may count."""
        all_of = (seat.attempts for seat in self.seats if self.grades_all)
        counting = {seat.submission for seat in self.seats} - {""}
        return frozenset(counting.union(*all_of))


@dataclass(frozen=True, slots=True)
class TestRow:
    """One test of one submission."""

    __test__ = False  # for pytest, which collects what is called so

    question: str
    tree: str
    points: float | None
    most: float
    passed: bool
    verdict: str
    behaviour: str  # the value returned, the type of the exception, or "time"
    action: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """What one submission earned in one question, and what explains it."""

    name: str
    points: float | None
    most: float
    convention: str = ""
    diagnosis: str = ""  # the mistake's key, or the change's family
    title: str = ""
    explanation: str = ""
    smallest: str = ""  # the smallest tree on which it fails, as YAML
    unseen: int = 0  # wrong tests of what it has not seen, if visible ones are right
    role: str = ""  # what the lines of that change do
    lines: str = ""  # such as `minimax.py:8`

    @property
    def explanation_in_few_words(self) -> str:
        """What explains it, in few words; "" where nothing does."""
        if self.role:
            return group(self.diagnosis, self.role)
        return self.title or self.diagnosis

    def unexplained(self) -> QuestionRow:
        """The row without the change that makes all right."""
        if not self.role:
            return self
        row = replace(self, diagnosis="", title="", explanation="")
        return replace(row, role="", lines="")


@dataclass(frozen=True, slots=True)
class Graded:
    """What came of one submission; `points` is None where it could not be graded."""

    points: float | None
    most: float
    questions: tuple[QuestionRow, ...] = ()
    tests: tuple[TestRow, ...] = ()
    fault: str = ""  # a sentence
    blame: str = ""  # GraderError, AssignmentError (a check's), "": it cannot be read
    results: str = field(default="", repr=False)  # Gradescope's JSON
    page: str = field(default="", repr=False)  # the student's HTML page
    published: str = field(default="", repr=False)  # once grades are, if another
    seconds: float | None = None
    aside: bool = False  # others were begun in its place
    record: bytes = field(default=b"", repr=False)  # from which it is counted anew
    explained: float | None = None  # millions of steps in which a cause was looked for


def ungraded(fault: str, blame: str = GraderError.__name__) -> Graded:
    """What comes of a submission that could not be graded, by whose fault that is."""
    return Graded(None, 0.0, fault=fault, blame=blame)


@dataclass(frozen=True, slots=True)
class Override:
    """Points that somebody has set: of a question, or with `total` of all."""

    sid: str
    question: str
    points: float
    reason: str = ""
    submission: str = ""  # which counts; then there is no question, and no points


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a run was told by an option: its text, and of a file what was in it."""

    value: str
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody says of a question, or of a tree; with points, a rubric's item."""

    text: str
    question: str = ""
    tree: str = ""
    points: float | None = None


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A tree of the assignment: how large it is, and how it is drawn as text."""

    name: str
    title: str
    nodes: int
    outline: str


@dataclass(frozen=True, slots=True)
class StudentRow:
    """One row of grades.csv; what has no grade is None."""

    student: Student
    status: str
    submission: str = ""
    group: str = ""
    submitted_at: str = ""
    late: bool = False
    original: str = ""
    points: float | None = None  # after overrides
    most: float | None = None
    by_question: Mapping[str, float | None] = field(default_factory=dict)
    graded: Graded | None = None  # what the grader found
    remarks: tuple[str, ...] = ()  # behind the status
    comments: tuple[Comment, ...] = ()
    deducted: float | None = None  # for lateness, not yet taken off the points

    @property
    def name_in_sentence(self) -> str:
        """The name in a sentence, or that of the submission."""
        return clean(self.student.name or self.submission, 60)

    @property
    def tests(self) -> tuple[TestRow, ...]:
        """The tests that were graded."""
        return self.graded.tests if self.graded else ()

    @property
    def questions(self) -> tuple[QuestionRow, ...]:
        """The questions that were graded."""
        return self.graded.questions if self.graded else ()

    def reason_not_imported(self, question: str) -> str:
        """Why its file could not be imported, in words; "" where it could."""
        tests = (test for test in self.tests if test.question == question)
        reasons = {NOT_IMPORTED.get(test.behaviour, "") for test in tests}
        return reasons.pop() if len(reasons) == 1 else ""

    @property
    def points_after_lateness(self) -> float | None:
        """The points that are left after lateness."""
        if self.points is None:
            return None
        return round(self.points - (self.deducted or 0.0), DECIMALS)


@dataclass(frozen=True, slots=True)
class Course:
    """All rows, the questions in order with their points, the trees by name."""

    title: str
    kind: str
    questions: Mapping[str, float]
    trees: Mapping[str, TreeRow]
    rows: tuple[StudentRow, ...]
    by_hand: tuple[str, ...] = ()  # questions that no program is asked
    deducts: bool = False  # whether lateness is known

    @property
    def has_comments(self) -> bool:
        """Whether somebody has said something of anybody."""
        return any(row.comments for row in self.rows)


def stem(name: str) -> str:
    """A name for files, of letters, digits, `.`, `_` and `-`; others have another."""
    safe = UNSAFE.sub("_", name).strip("._")[:LONGEST_STEM]
    if safe == name:
        return safe
    mark = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()
    return f"{safe}_{mark[:REMEMBERED]}"


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """The values by their keys, both in the order in which they come."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found

"""What the store of a class says, for all that is made of it; nothing is written."""

from __future__ import annotations

import errno
import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.classroom.course import (
    BROKEN_CHECK,
    FAULT,
    GRADED,
    NO_SUBMISSION,
    NOT_GRADED,
    OLDER,
    UNREADABLE,
    Course,
    Graded,
    Override,
    QuestionRow,
    Remembered,
    Student,
    StudentRow,
    TestRow,
    TreeRow,
    grouped,
)
from autograder.classroom.running.state import GraderState
from autograder.errors import AssignmentError, GraderError
from autograder.report.entries import CHECKS
from autograder.text import clean, path_shown

NAME = "class.sqlite"
FORM, OLD_FORM = 5, 4  # of the tables, docs/class.md; the second is read, too
DISTRUST = "PRAGMA trusted_schema = OFF"  # what is in a store calls no functions
STATUS = {  # of a grading that met a fault, by whose it is
    "": UNREADABLE,
    AssignmentError.__name__: BROKEN_CHECK,
    GraderError.__name__: FAULT,
}
TODAY = "the present state"
BEFORE = {  # by what is other now, the first of it
    "assignment": "an earlier assignment",
    "grader": "an earlier grader",
    "python": "another Python",
    "layers": "other layers",
}
SEAL = "seal"  # in meta: a digest of all else in the tables, each in this order
KEYS = {
    "meta": "name",
    "question": "place",
    "tree": "name",
    "state": "id",
    "grading": "id",
    "result": "grading, place",
    "test": "grading, place",
    "submission": "name",
    "student": "place",
    "override": "sid, question",
    "attempt": "student, place",
    "remembered": "name",
}
HEAD, FORMAT = 20, slice(18, 20)  # bytes of a file; its format, 2 where it has a WAL
BEGINS, PLAIN = b"SQLite format 3\0", b"\1\1"
LONGEST = 200  # characters of what SQLite says
IN_USE = "{}: another grading of this class is at work; wait for its end"
AWAY = (
    "put a copy in its place, or move its folder away and run the same again: all is "
    "graded anew, and only what earlier runs were told (--roster, --overrides, ...) is "
    "lost and must be given again"
)
NOT_A_STORE = "{}: is not the store of a class, or damaged at its beginning; " + AWAY
DAMAGED = "{}: the store is damaged ({}) and was left as it is; " + AWAY
OTHER_FORM = (
    "{}: was written by another version (form {}, this one reads {} and {}); grade "
    "with that version, or name another --out"
)
NO_LOCKS = (
    "{}: its file system cannot lock files, so two gradings could spoil it; name a "
    "folder on a disk of this machine with --out"
)
FULL = "{}: cannot be written; make room on that disk and run the same again"
CLOSED = (
    "{}: you may not read and write it and its folder; get the permission (chmod "
    "u+rwX), or name another --out"
)
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
FAULTS = (  # what SQLite says, and what is said of it; all else is damage
    ("is locked", AssignmentError, IN_USE),
    ("locking protocol", AssignmentError, NO_LOCKS),
    ("full", GraderError, FULL),
    ("disk I/O", GraderError, FULL),
    ("readonly", AssignmentError, CLOSED),
    ("unable to open", AssignmentError, CLOSED),
    ("not a database", AssignmentError, NOT_A_STORE),
)


class Book:
    """What a base says of a class; the base is only read."""

    def __init__(self, path: Path, base: sqlite3.Connection) -> None:
        self.path, self._base = path, base
        self._shown = path_shown(path)

    @contextmanager
    def _faults_in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as fault:
            if type(fault) not in (sqlite3.OperationalError, sqlite3.DatabaseError):
                raise  # a fault of ours
            said = str(fault)
            for words, kind, sentence in FAULTS:
                if words in said:
                    raise kind(sentence.format(self._shown)) from None
            raise self._damaged(said.partition(" with text")[0]) from None

    def _damaged(self, why: str) -> AssignmentError:
        return AssignmentError(DAMAGED.format(self._shown, clean(why, LONGEST)))

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._faults_in_words():
            return self._base.execute(query, values).fetchall()

    def _form(self) -> int:
        (form,) = self._rows("PRAGMA user_version")[0]
        return int(form)

    def overrides(self) -> tuple[Override, ...]:
        """The overrides of the last time that some were given."""
        query = "SELECT sid, question, points, reason, submission FROM override"
        return tuple(Override(*row) for row in self._rows(query))

    def remembered_options(self) -> dict[str, Remembered]:
        """What earlier runs were told, by the names of their options."""
        rows = self._rows("SELECT name, value, content FROM remembered ORDER BY name")
        return {name: Remembered(value, content) for name, value, content in rows}

    def attempts_by_place(self) -> dict[int, tuple[str, ...]]:
        """Of each student's place the names of all that was handed in, by time."""
        query = "SELECT student, submission FROM attempt ORDER BY student, place"
        found = grouped((place, name) for place, name in self._rows(query))
        return {place: tuple(names) for place, names in found.items()}

    def states_by_content(self) -> dict[str, list[GraderState]]:
        """By content the states of its gradings, the last first, but for our faults."""
        found: dict[str, list[GraderState]] = {}
        faulty = set()
        for content, blame, *state in self._rows(
            "SELECT content, blame, assignment, grader, python, layers FROM grading "
            "JOIN state ON state.id = grading.state ORDER BY grading.id DESC"
        ):
            if content not in found and blame == GraderError.__name__:
                faulty.add(content)
            found.setdefault(content, []).append(GraderState(*state))
        return {c: states for c, states in found.items() if c not in faulty}

    def origin_of_submissions(self) -> dict[str, tuple[str, GraderState]]:
        """Of each submission the content that was graded, and in which state."""
        rows = self._rows(
            "SELECT submission.name, grading.content, assignment, grader, python, "
            "layers, asked FROM submission "
            "JOIN grading ON grading.id = submission.grading "
            "JOIN state ON state.id = grading.state"
        )
        return {name: (content, GraderState(*state)) for name, content, *state in rows}

    def state_in_words_by_submission(self, state: GraderState) -> dict[str, str]:
        """Of each submission whether it was graded in this state, in words."""
        return {
            name: TODAY
            if not (names := state.names_of_differences(of))
            else BEFORE[names[0]]
            for name, (_, of) in self.origin_of_submissions().items()
        }

    def submissions_that_count(self) -> frozenset[str]:
        """The submissions that count for somebody."""
        rows = self._rows("SELECT submission FROM student WHERE submission NOT NULL")
        return frozenset(name for (name,) in rows)

    def attempt_rows_by_place(self, course: Course) -> dict[int, list[StudentRow]]:
        """By places in a course the rows that its graded attempts would be, by time."""
        rows = self._rows(
            "SELECT attempt.student, name, points, coalesce(submitted_at, ''), late "
            "FROM attempt JOIN submission ON submission.name = attempt.submission "
            "JOIN grading ON grading.id = submission.grading "
            "WHERE points NOT NULL ORDER BY attempt.student, attempt.place"
        )
        found: dict[int, list[StudentRow]] = {}
        for place, name, points, at, late in rows:
            row = replace(course.rows[place], submission=name, points=points)
            row = replace(row, submitted_at=at, late=bool(late))
            found.setdefault(place, []).append(row)
        return found

    def recountable_gradings(self, state: GraderState) -> dict[str, int]:
        """The gradings, by content, of assignments that ask the same as this state."""
        if not state.asked:
            return {}
        _, *others = state.digests_without_assignment()
        rows = self._rows(
            "SELECT content, grading.id FROM grading JOIN state ON state.id = state "
            "WHERE asked = ? AND grader = ? AND python = ? AND layers = ? "
            "AND record NOT NULL ORDER BY grading.id",
            state.asked,
            *others,
        )
        return dict(rows)

    def unexplained_records(self, state: GraderState, steps: float) -> dict[str, bytes]:
        """The records, by content, that fail and are not explained in so many steps."""
        rows = self._rows(
            "SELECT content, record FROM grading JOIN state ON state.id = state "
            "WHERE digest = ? AND record NOT NULL AND coalesce(explained, 0) < ? "
            "AND EXISTS (SELECT 1 FROM test WHERE grading = grading.id AND NOT passed) "
            "ORDER BY grading.id",
            state.digest(),
            steps,
        )
        return dict(rows)

    def record_of(self, grading: int) -> bytes:
        """What a grading has left to be counted anew."""
        rows = self._rows("SELECT record FROM grading WHERE id = ?", grading)
        return rows[0][0] if rows and rows[0][0] else b""

    def has_page(self, content: str, state: GraderState) -> bool:
        """Whether the page of what was graded is there."""
        query = (
            "SELECT 1 FROM grading JOIN state ON state.id = grading.state "
            "WHERE content = ? AND digest = ? AND page IS NOT NULL"
        )
        return bool(self._rows(query, content, state.digest()))

    def course(self, state: GraderState | None = None) -> Course:
        """All rows; what was graded in another than this state has a remark."""
        meta = dict(self._rows("SELECT name, value FROM meta"))
        questions = dict(self._rows("SELECT name, most FROM question ORDER BY place"))
        trees = [TreeRow(*row) for row in self._rows("SELECT * FROM tree")]
        current = state.digest() if state else None
        graded = {key: (one, older) for key, one, older in self._gradings(current)}
        rows_of_all = (q for one, _ in graded.values() for q in one.questions)
        worth = [q.most for q in rows_of_all if q.name == CHECKS]
        if any(worth):  # an instructor's own tests, of which a grading alone tells
            questions.setdefault(CHECKS, max(worth))
        rows = self._rows(
            "SELECT student.name, sid, email, lms, coalesce(student.submission, ''), "
            "coalesce(\"group\", ''), coalesce(submitted_at, ''), coalesce(late, 0), "
            "coalesce(original, ''), grading FROM student "
            "LEFT JOIN submission ON submission.name = student.submission "
            "ORDER BY place"
        )
        return Course(
            meta.get("title", ""),
            meta.get("kind", ""),
            questions,
            {tree.name: tree for tree in trees},
            tuple(_row(row, *graded.get(row[-1], (None, False))) for row in rows),
        )

    def _gradings(self, digest: str | None) -> Iterator[tuple[int, Graded, bool]]:
        """The gradings that count for somebody, and which are of another state."""
        results = self._by_grading("result", QuestionRow)
        tests = self._by_grading("test", TestRow)
        for key, of, points, most, fault, blame, seconds, aside in self._rows(
            "SELECT grading.id, digest, points, most, fault, blame, seconds, aside "
            "FROM grading JOIN state ON state.id = state "
            "WHERE grading.id IN (SELECT grading FROM submission)"
        ):
            graded = Graded(
                points=points,
                most=most,
                questions=tuple(results.get(key, ())),
                tests=tuple(
                    replace(each, passed=bool(each.passed))
                    for each in tests.get(key, ())
                ),
                fault=fault,
                blame=blame,
                seconds=seconds,
                aside=bool(aside),
            )
            yield key, graded, digest is not None and of != digest

    def reports_of_submissions(
        self, state: GraderState, *, published: bool = False
    ) -> Iterator[tuple[str, str, str]]:
        """Of each submission that was graded: name, Gradescope's JSON, student's page.

        The page is "" where there is none, or it may show what this state hides. They
        are read one by one: all together take much room.
        """
        names = self._rows(
            "SELECT name, grading FROM submission "
            "WHERE name IN (SELECT submission FROM student) ORDER BY name"
        )
        page_then = "coalesce(published, page)" if published else "page"
        query = (
            f"SELECT results, {page_then}, assignment, grader, python, layers "  # noqa: S608 - ours
            "FROM grading JOIN state ON state.id = state "
            "WHERE grading.id = ? AND results <> ''"
        )
        for name, key in names:
            for results, page, *of in self._rows(query, key):
                shown = page if GraderState(*of).is_shown_as(state) else None
                yield name, results, zlib.decompress(shown).decode() if shown else ""

    def _by_grading(self, table: str, kind: Any) -> dict[int, list[Any]]:
        query = f"SELECT * FROM {table} ORDER BY grading, place"  # noqa: S608 - ours
        return grouped((key, kind(*row)) for key, _, *row in self._rows(query))

    def require_sound(self) -> None:
        """AssignmentError unless it is whole, of a form known, and as it was sealed."""
        try:
            ((found,),) = self._rows("PRAGMA integrity_check(1)")
            form = self._form()
            if form not in (OLD_FORM, FORM):
                text = OTHER_FORM if form else NOT_A_STORE
                raise AssignmentError(text.format(self._shown, form, OLD_FORM, FORM))
            if found != "ok":
                raise self._damaged(found.splitlines()[-1])
            seals = self._rows("SELECT value FROM meta WHERE name = ?", SEAL)
            if seals and seals != [(self._digest(),)]:  # a killed run has left none
                raise self._damaged("it is not as the last run left it")
        except (sqlite3.Error, OverflowError, ValueError) as fault:
            raise self._damaged(str(fault)) from None

    def _digest(self) -> str:
        """A digest of all that is in the tables; of its seal alone not."""
        digest = hashlib.blake2b(digest_size=16)
        for table, key in KEYS.items():
            for row in self._base.execute(f"SELECT * FROM {table} ORDER BY {key}"):  # noqa: S608 - ours
                if (table, row[0]) != ("meta", SEAL):
                    digest.update(ascii(row).encode())
        return digest.hexdigest()


def require_store_file(path: Path) -> None:
    """AssignmentError unless the file is empty or begins as a base of ours.

    Not asked later: who closes a file gives up the locks that this process has on it.
    """
    shown, head = path_shown(path), b"?"
    if path.is_file():
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
        except PermissionError:
            raise AssignmentError(CLOSED.format(shown)) from None
    if head and not head.startswith(BEGINS):
        raise AssignmentError(NOT_A_STORE.format(shown))
    if head and head[FORMAT] != PLAIN:
        raise AssignmentError(DAMAGED.format(shown, "another format"))


@contextmanager
def book_for_reading(path: Path) -> Iterator[Book]:
    """The store in a folder, or the file of one, to read; AssignmentError if none."""
    path = path / NAME if path.is_dir() else path
    if not path.is_file():
        raise AssignmentError(f"{path_shown(path)}: there is no such store of a class")
    address = f"{path.resolve().as_uri()}?mode=rw"
    require_store_file(path)
    with closing(sqlite3.connect(address, uri=True, timeout=0)) as base:
        base.execute("PRAGMA query_only = ON")
        base.execute(DISTRUST)
        book = Book(path, base)
        book.require_sound()
        yield book


def _row(row: tuple[Any, ...], graded: Graded | None, older: bool) -> StudentRow:  # noqa: FBT001
    *who, submission, group, submitted_at, late, original, _ = row
    given = StudentRow(
        student=Student(*who),
        status=NOT_GRADED if submission else NO_SUBMISSION,
        submission=submission,
        group=group,
        submitted_at=submitted_at,
        late=bool(late),
        original=original,
    )
    if graded is None:
        return given
    fault = (graded.fault,) if graded.fault else ()
    return replace(
        given,
        status=STATUS[graded.blame] if graded.fault else GRADED,
        points=graded.points,
        most=graded.most or None,
        by_question={each.name: each.points for each in graded.questions},
        graded=graded,
        remarks=(*fault, OLDER) if older else fault,
    )

"""The store of a class, class.sqlite, written by the process that has its lock."""

from __future__ import annotations

import math
import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Assignment
from autograder.classroom import course
from autograder.classroom.running.state import GraderState
from autograder.classroom.store import book
from autograder.drawing import outline
from autograder.errors import AssignmentError, AutograderError
from autograder.text import path_shown

CLOSED_TO_OTHERS = 0o600
DRAWN = 200  # nodes of the largest tree that is drawn
TRY = (  # of another process, to get the lock that this one holds
    "import sqlite3, sys; "
    "sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
)
OTHER_ASSIGNMENT = "{}: holds grades of another assignment ({}); name another --out"


@dataclass(frozen=True, slots=True)
class Coursework:
    """What a store has of its assignment: title, questions with points, trees."""

    title: str
    questions: Mapping[str, float]
    trees: Mapping[str, course.TreeRow]


def coursework_of(assignment: Assignment) -> Coursework:
    """What the store is to know of an assignment."""
    questions = {
        question.name: math.fsum(
            test.points.max_points
            for test in assignment.tests
            if test.question.name == question.name
        )
        for question in assignment.all_questions()
    }
    trees = {}
    for name, tree in assignment.trees().items():
        drawn = outline.outline_text(tree) if len(tree.nodes) <= DRAWN else ""
        trees[name] = course.TreeRow(name, tree.title, len(tree.nodes), drawn)
    return Coursework(assignment.title, questions, trees)


class Store(book.Book):
    """The store in a folder, new or from earlier; a context manager.

    Raises AssignmentError where there is something else, or in use, and GraderError
    where the disk fails.
    """

    def __init__(self, folder: Path) -> None:
        self.is_begun = False  # whether this run has changed what is in it
        self._is_new = False
        self.path = folder / book.NAME
        self._shown = path_shown(self.path)
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, CLOSED_TO_OTHERS))
        except OSError as fault:
            if fault.errno in book.FORBIDDEN:
                raise AssignmentError(book.CLOSED.format(self._shown)) from None
            if not self.path.is_dir():  # which is told below
                raise
        book.require_store_file(self.path)
        with self._faults_in_words():
            self._base = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._close()
                raise

    def _open(self) -> None:
        self._base.execute(book.DISTRUST)
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA foreign_keys = ON")
        with self._transaction():  # from here on the lock is held
            self._is_new = not self.path.stat().st_size
            if self._is_new:
                self._run("schema.sql")
            else:
                self.require_sound()
        require_locked(self.path)

    def _run(self, script: str) -> None:
        """Make the tables what they are today."""
        text = resources.files(__package__).joinpath(script).read_text("utf-8")
        for command in filter(str.strip, text.split(";\n")):
            self._base.execute(command)
        self._base.execute(f"PRAGMA user_version = {book.FORM}")

    def __enter__(self) -> Store:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        """Seal and close it; one in which nothing was ever begun goes, still locked."""
        try:
            if self.is_begun:
                # On a full disk it stays without a seal.
                with suppress(AutograderError), self._transaction():
                    self._insert("meta", [(book.SEAL, self._digest())])
            elif self._is_new:
                self.path.unlink(missing_ok=True)
        finally:
            self._base.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is put in meanwhile is there afterwards, or nothing of it."""
        if self._base.in_transaction:
            yield
            return
        with self._transaction():
            self._base.execute("DELETE FROM meta WHERE name = ?", (book.SEAL,))
            yield
        self.is_begun = True

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._faults_in_words():
            self._base.execute("BEGIN EXCLUSIVE")
            try:
                yield
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def _fill(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        """Put rows in place of all that a table has."""
        self._base.execute(f'DELETE FROM "{table}"')  # noqa: S608 - a name of ours
        self._insert(table, rows)

    def _insert(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        for row in rows:
            marks = ", ".join("?" * len(row))
            self._base.execute(f'INSERT INTO "{table}" VALUES ({marks})', row)  # noqa: S608

    def put_in_enrolment(
        self,
        terms: Coursework,
        enrolment: course.Enrolment,
        contents: Mapping[str, str],
        state: GraderState,
    ) -> None:
        """Put in what is asked and who is enrolled; what was graded stays.

        `contents` has of each submission the digest of its content. What was graded in
        this state counts before what was graded in another.
        """
        before = {name for (name,) in self._rows("SELECT name FROM tree")}
        now: Collection[str] = terms.trees
        if not before:  # nothing but tables was asked, if anything
            before = {name for (name,) in self._rows("SELECT name FROM question")}
            now = terms.questions
        if before and before.isdisjoint(now):
            (title,) = self._rows("SELECT value FROM meta WHERE name = 'title'")[0]
            raise AssignmentError(OTHER_ASSIGNMENT.format(self._shown, title))
        query = (
            "SELECT content, grading.id FROM grading "
            "JOIN state ON state.id = state ORDER BY digest = ?, grading.id"
        )
        known = dict(self._rows(query, state.digest()))  # the last one stays
        with self.writing():
            if self._form() == book.OLD_FORM:
                self._run("from4.sql")
            self._fill("meta", [("title", terms.title), ("kind", enrolment.kind)])
            questions = enumerate(terms.questions.items())
            self._fill("question", [(i, *each) for i, each in questions])
            self._fill("tree", [astuple(tree) for tree in terms.trees.values()])
            self._base.execute("DELETE FROM attempt")  # which refer to students
            self._base.execute("DELETE FROM student")  # which refer to submissions
            for table, rows in _enrolled(enrolment, contents, known):
                self._fill(table, rows)

    def override(self, overrides: tuple[course.Override, ...]) -> None:
        """Put these in place of all that there were."""
        with self.writing():
            self._fill("override", [astuple(each) for each in overrides])

    def remember(self, remembered: Mapping[str, course.Remembered]) -> None:
        """Put these in place of all that earlier runs were told."""
        with self.writing():
            rows = [(name, *astuple(each)) for name, each in remembered.items()]
            self._fill("remembered", rows)

    def set_submissions_that_count(self, counting: Mapping[int, str]) -> None:
        """Let these submissions count, by the places of their students."""
        with self.writing():
            for place, name in counting.items():
                query = "UPDATE student SET submission = ? WHERE place = ?"
                self._base.execute(query, (name, place))

    def record(self, state: GraderState, content: str, graded: course.Graded) -> None:
        """Put in what came of a content, in place of what came of it in that state."""
        run = self._base.execute
        with self.writing():
            run(
                "INSERT OR IGNORE INTO state VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                (state.digest(), *state.digests_without_assignment(), state.asked),
            )
            query = "SELECT id FROM state WHERE digest = ?"
            (number,) = run(query, (state.digest(),)).fetchone()
            old = "SELECT id FROM grading WHERE content = ? AND state = ?"
            for (key,) in run(old, (content, number)).fetchall():
                run("UPDATE submission SET grading = NULL WHERE grading = ?", (key,))
                run("DELETE FROM grading WHERE id = ?", (key,))
            g = graded
            earned = (g.points, g.most, g.fault, g.blame, g.results)
            pages = (_packed(g.page), _packed(g.published))
            rest = (g.seconds, g.aside, g.record or None, g.explained)
            row = (None, content, number, *earned, *pages, *rest)
            self._insert("grading", [row])
            (key,) = run("SELECT last_insert_rowid()").fetchone()
            self._explain(key, graded)
            tests = map(astuple, graded.tests)
            self._insert("test", [(key, i, *row) for i, row in enumerate(tests)])
            query = "UPDATE submission SET grading = ? WHERE content = ?"
            run(query, (key, content))

    def explain(self, state: GraderState, content: str, graded: course.Graded) -> None:
        """Put in what explains a grading; its points stay."""
        with self.writing():
            query = (
                "SELECT grading.id FROM grading JOIN state ON state.id = state "
                "WHERE content = ? AND digest = ?"
            )
            found = self._base.execute(query, (content, state.digest()))
            for (key,) in found.fetchall():
                self._base.execute(
                    "UPDATE grading SET results = ?, page = ?, published = ?, "
                    "record = ?, explained = ? WHERE id = ?",
                    (
                        graded.results,
                        _packed(graded.page),
                        _packed(graded.published),
                        graded.record or None,
                        graded.explained,
                        key,
                    ),
                )
                self._base.execute("DELETE FROM result WHERE grading = ?", (key,))
                self._explain(key, graded)

    def _explain(self, key: int, graded: course.Graded) -> None:
        rows = map(astuple, graded.questions)
        self._insert("result", [(key, i, *row) for i, row in enumerate(rows)])


def _enrolled(
    enrolment: course.Enrolment,
    contents: Mapping[str, str],
    gradings: Mapping[str, int],
) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows on who is enrolled, by the names of the tables."""
    submissions = []
    for each in enrolment.handed:
        content = contents[each.name]
        of_export = (each.name, each.group, each.submitted_at, each.late, each.original)
        submissions.append((*of_export, content, gradings.get(content)))
    yield "submission", submissions
    students = [(*astuple(seat.student), seat.submission) for seat in enrolment.seats]
    yield (
        "student",
        [(i, *who, name or None) for i, (*who, name) in enumerate(students)],
    )
    yield (
        "attempt",
        [
            (place, i, name)
            for place, seat in enumerate(enrolment.seats)
            for i, name in enumerate(seat.attempts)
        ],
    )


def _packed(page: str) -> bytes | None:
    return zlib.compress(page.encode()) if page else None


def require_locked(path: Path) -> None:
    """AssignmentError where another process gets the lock that this one holds."""
    command = [sys.executable, "-I", "-S", "-c", TRY, str(path)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 0:
        raise AssignmentError(book.NO_LOCKS.format(path_shown(path)))

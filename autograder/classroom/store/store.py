"""The store of a class, class.sqlite: who handed in what, and what came of it.

One process writes it, and holds its lock as long as it is open. Each grading is there
whole or not at all, whatever ends the process.
"""

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
from autograder.classroom.course import (
    Enrolment,
    Graded,
    Override,
    Remembered,
    TreeRow,
)
from autograder.classroom.running.state import GraderState
from autograder.classroom.store.book import (
    CLOSED,
    DISTRUST,
    FORBIDDEN,
    FORM,
    NAME,
    NO_LOCKS,
    OLD_FORM,
    SEAL,
    Book,
    require_base,
)
from autograder.drawing import outline
from autograder.errors import AssignmentError, AutograderError
from autograder.text import path_shown
from autograder.trees.tree import GameTree

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
    trees: Mapping[str, TreeRow]


def coursework_of(assignment: Assignment) -> Coursework:
    """What the store is to know of an assignment."""
    questions = {
        question.name: math.fsum(
            test.points.most
            for test in assignment.tests
            if test.question.name == question.name
        )
        for question in assignment.all_questions()
    }
    trees = {name: _tree(name, tree) for name, tree in assignment.trees().items()}
    return Coursework(assignment.title, questions, trees)


def _tree(name: str, tree: GameTree) -> TreeRow:
    drawn = outline.text(tree) if len(tree.nodes) <= DRAWN else ""
    return TreeRow(name, tree.title, len(tree.nodes), drawn)


class Store(Book):
    """The store in a folder, new or from earlier; a context manager.

    Raises AssignmentError where there is something else, or in use, and GraderError
    where the disk fails.
    """

    def __init__(self, folder: Path) -> None:
        self.is_begun = False  # whether this run has changed what is in it
        self._is_new = False
        self.path = folder / NAME
        self._shown = path_shown(self.path)
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, CLOSED_TO_OTHERS))
        except OSError as fault:
            if fault.errno in FORBIDDEN:
                raise AssignmentError(CLOSED.format(self._shown)) from None
            if not self.path.is_dir():  # which is told below
                raise
        require_base(self.path)
        with self._faults_in_words():
            self._base = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._close()
                raise

    def _open(self) -> None:
        self._base.execute(DISTRUST)
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
        for command in _commands(script):
            self._base.execute(command)
        self._base.execute(f"PRAGMA user_version = {FORM}")

    def __enter__(self) -> Store:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        """Seal and close it; one in which nothing was ever begun goes.

        That goes while it is locked, so that no other run can have begun in it.
        """
        try:
            if self.is_begun:
                # On a full disk it stays without a seal.
                with suppress(AutograderError), self._transaction():
                    self._insert("meta", [(SEAL, self._digest())])
            elif self._is_new:
                self.path.unlink(missing_ok=True)
        finally:
            self._base.close()

    @contextmanager
    def beginning(self) -> Iterator[None]:
        """All that is put in meanwhile is there afterwards, or nothing of it."""
        with self._written():
            yield

    @contextmanager
    def _written(self) -> Iterator[None]:
        """One transaction: all of it, or nothing; within another, a part of that."""
        if self._base.in_transaction:
            yield
            return
        with self._transaction():
            self._base.execute("DELETE FROM meta WHERE name = ?", (SEAL,))
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

    def begin(
        self,
        terms: Coursework,
        enrolment: Enrolment,
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
        with self._written():
            if self._form() == OLD_FORM:
                self._run("from4.sql")
            self._ask(terms, enrolment.kind)
            self._enrol(enrolment, contents, known)

    def _ask(self, terms: Coursework, kind: str) -> None:
        self._fill("meta", [("title", terms.title), ("kind", kind)])
        questions = enumerate(terms.questions.items())
        self._fill("question", [(i, *each) for i, each in questions])
        self._fill("tree", [astuple(tree) for tree in terms.trees.values()])

    def _enrol(
        self,
        enrolment: Enrolment,
        contents: Mapping[str, str],
        ids: Mapping[str, int],
    ) -> None:
        self._base.execute("DELETE FROM attempt")  # which refer to students
        self._base.execute("DELETE FROM student")  # which refer to submissions
        submissions = [
            (
                each.name,
                each.group,
                each.submitted_at,
                each.late,
                each.original,
                contents[each.name],
                ids.get(contents[each.name]),
            )
            for each in enrolment.handed
        ]
        students = [
            (i, *astuple(seat.student), seat.submission or None)
            for i, seat in enumerate(enrolment.seats)
        ]
        attempts = [
            (place, i, name)
            for place, seat in enumerate(enrolment.seats)
            for i, name in enumerate(seat.attempts)
        ]
        self._fill("submission", submissions)
        self._fill("student", students)
        self._fill("attempt", attempts)

    def override(self, overrides: tuple[Override, ...]) -> None:
        """Put these in place of all that there were."""
        with self._written():
            rows = [
                (o.sid, o.question, o.points, o.reason, o.submission) for o in overrides
            ]
            self._fill("override", rows)

    def remember(self, remembered: Mapping[str, Remembered]) -> None:
        """Put these in place of all that earlier runs were told."""
        with self._written():
            rows = [(n, r.value, r.content) for n, r in remembered.items()]
            self._fill("remembered", rows)

    def count(self, counting: Mapping[int, str]) -> None:
        """Let these submissions count, by the places of their students."""
        with self._written():
            for place, name in counting.items():
                query = "UPDATE student SET submission = ? WHERE place = ?"
                self._base.execute(query, (name, place))

    def record(self, state: GraderState, content: str, graded: Graded) -> None:
        """Put in what came of a content, in place of what came of it in that state."""
        with self._written():
            self._base.execute(
                "INSERT OR IGNORE INTO state VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                (state.digest(), *state.four(), state.asked),
            )
            query = "SELECT id FROM state WHERE digest = ?"
            (number,) = self._base.execute(query, (state.digest(),)).fetchone()
            self._forget(content, number)
            self._insert(
                "grading",
                [
                    (
                        None,
                        content,
                        number,
                        graded.points,
                        graded.most,
                        graded.fault,
                        graded.blame,
                        graded.results,
                        _packed(graded.page),
                        _packed(graded.published),
                        graded.seconds,
                        graded.aside,
                        graded.record or None,
                        graded.explained,
                    )
                ],
            )
            (key,) = self._base.execute("SELECT last_insert_rowid()").fetchone()
            self._explain(key, graded)
            tests = map(astuple, graded.tests)
            self._insert("test", [(key, i, *row) for i, row in enumerate(tests)])
            self._base.execute(
                "UPDATE submission SET grading = ? WHERE content = ?", (key, content)
            )

    def explain(self, state: GraderState, content: str, graded: Graded) -> None:
        """Put in what explains a grading; its points stay."""
        with self._written():
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

    def _explain(self, key: int, graded: Graded) -> None:
        rows = map(astuple, graded.questions)
        self._insert("result", [(key, i, *row) for i, row in enumerate(rows)])

    def _forget(self, content: str, state: int) -> None:
        where = "(SELECT id FROM grading WHERE content = ? AND state = ?)"
        old = (content, state)
        self._base.execute(
            f"UPDATE submission SET grading = NULL WHERE grading IN {where}",  # noqa: S608
            old,
        )
        self._base.execute("DELETE FROM grading WHERE content = ? AND state = ?", old)


def _packed(page: str) -> bytes | None:
    return zlib.compress(page.encode()) if page else None


def _commands(script: str) -> list[str]:
    text = resources.files(__package__).joinpath(script).read_text("utf-8")
    return [command for command in text.split(";\n") if command.strip()]


def require_locked(path: Path) -> None:
    """AssignmentError where another process gets the lock that this one holds."""
    command = [sys.executable, "-I", "-S", "-c", TRY, str(path)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 0:
        raise AssignmentError(NO_LOCKS.format(path_shown(path)))

"""The store of a class, class.sqlite: who handed in what, and what came of it.

One process writes it, and holds its lock as long as it is open. Each grading is there
whole or not at all, whatever ends the process.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from importlib import resources
from pathlib import Path
from types import TracebackType
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
    Enrolment,
    Graded,
    Override,
    QuestionRow,
    Row,
    Student,
    TestRow,
    TreeRow,
)
from autograder.classroom.state import State
from autograder.errors import AssignmentError, GraderError
from autograder.text import path_shown

NAME = "class.sqlite"
FORM = 1  # of the tables; docs/class.md
CLOSED = 0o600
TRY = (  # of another process, to get the lock that this one holds
    "import sqlite3, sys; "
    "sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
)
STATUS = {  # of a grading that met a fault, by whose it is
    "": UNREADABLE,
    AssignmentError.__name__: BROKEN_CHECK,
    GraderError.__name__: FAULT,
}
IN_USE = "{}: another grading of this class is at work; wait for its end"
NOT_A_STORE = "{}: is not the store of a class; move it away, or name another --out"
OTHER_FORM = (
    "{}: was written by another version (form {}, this one writes {}); name another "
    "--out, and what it holds with --compare"
)
NO_LOCKS = (
    "{}: its file system cannot lock files, so two gradings could spoil it; name a "
    "folder on a disk of this machine with --out"
)
OTHER_ASSIGNMENT = "{}: holds grades of another assignment ({}); name another --out"
FULL = "{}: cannot be written; make room on that disk and run the same again"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a store has of its assignment: title, questions with points, trees."""

    title: str
    questions: Mapping[str, float]
    trees: Mapping[str, TreeRow]


class Store:
    """The store in a folder, new or from earlier; a context manager.

    Raises AssignmentError where there is something else, or in use, and GraderError
    where the disk fails.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._shown = path_shown(self.path)
        with self._told():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, CLOSED))
            self._base = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._base.close()
                raise

    def _open(self) -> None:
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA foreign_keys = ON")
        with self._written():  # from here on the lock is held
            form = self._base.execute("PRAGMA user_version").fetchone()[0]
            tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if form != FORM and tables[0]:
                text = OTHER_FORM if form else NOT_A_STORE
                raise AssignmentError(text.format(self._shown, form, FORM))
            if not tables[0]:
                for command in _schema():
                    self._base.execute(command)
                self._base.execute(f"PRAGMA user_version = {FORM}")
        require_locked(self.path)

    def __enter__(self) -> Store:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Each fault of the base in a sentence."""
        try:
            yield
        except sqlite3.OperationalError as fault:
            raise self._in_words(fault) from None
        except sqlite3.DatabaseError as fault:
            if type(fault) is not sqlite3.DatabaseError:
                raise  # a fault of ours
            raise AssignmentError(NOT_A_STORE.format(self._shown)) from None

    def _in_words(self, fault: sqlite3.OperationalError) -> Exception:
        said = str(fault)
        if "is locked" in said:
            return AssignmentError(IN_USE.format(self._shown))
        if "locking protocol" in said:
            return AssignmentError(NO_LOCKS.format(self._shown))
        if "full" in said or "disk I/O" in said:
            return GraderError(FULL.format(self._shown))
        return GraderError(f"{self._shown}: {said}")

    @contextmanager
    def _written(self) -> Iterator[None]:
        """One transaction: all of it, or nothing."""
        with self._told():
            self._base.execute("BEGIN EXCLUSIVE")
            try:
                yield
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._told():
            return self._base.execute(query, values).fetchall()

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
        asked: Asked,
        enrolment: Enrolment,
        contents: Mapping[str, str],
        state: State,
    ) -> None:
        """Put in what is asked and who is enrolled; what was graded stays.

        `contents` has of each submission the digest of its content. What was graded in
        this state counts before what was graded in another.
        """
        before = {name for (name,) in self._rows("SELECT name FROM tree")}
        if before and not before & asked.trees.keys():
            (title,) = self._rows("SELECT value FROM meta WHERE name = 'title'")[0]
            raise AssignmentError(OTHER_ASSIGNMENT.format(self._shown, title))
        with self._written():
            meta = [("title", asked.title), ("kind", enrolment.kind)]
            self._fill("meta", meta)
            questions = enumerate(asked.questions.items())
            self._fill("question", [(i, *each) for i, each in questions])
            self._fill("tree", [astuple(tree) for tree in asked.trees.values()])
            query = (
                "SELECT content, grading.id FROM grading "
                "JOIN state ON state.id = state ORDER BY digest = ?, grading.id"
            )
            known = dict(self._rows(query, state.digest()))  # the last one stays
            self._base.execute("DELETE FROM student")
            self._fill(
                "submission",
                [
                    (
                        each.name,
                        each.group,
                        each.submitted_at,
                        each.late,
                        each.original,
                        contents[each.name],
                        known.get(contents[each.name]),
                    )
                    for each in enrolment.handed
                ],
            )
            self._fill(
                "student",
                [
                    (i, *astuple(seat.student), seat.submission or None)
                    for i, seat in enumerate(enrolment.seats)
                ],
            )

    def override(self, overrides: tuple[Override, ...]) -> None:
        """Put these in place of all that there were."""
        with self._written():
            self._fill("override", [astuple(each) for each in overrides])

    def overrides(self) -> tuple[Override, ...]:
        """Those of the last time that some were given."""
        return tuple(Override(*row) for row in self._rows("SELECT * FROM override"))

    def states(self) -> dict[str, list[State]]:
        """Of each content the states under which it was graded, the last one first.

        What ended in a fault of the grader is not.
        """
        found: dict[str, list[State]] = {}
        for content, *state in self._rows(
            "SELECT content, assignment, grader, python, layers FROM grading "
            "JOIN state ON state.id = grading.state WHERE blame <> 'GraderError' "
            "ORDER BY grading.id DESC"
        ):
            found.setdefault(content, []).append(State(*state))
        return found

    def has_page(self, content: str, state: State) -> bool:
        """Whether the page of what was graded is there."""
        return bool(
            self._rows(
                "SELECT 1 FROM grading JOIN state ON state.id = grading.state "
                "WHERE content = ? AND digest = ? AND page IS NOT NULL",
                content,
                state.digest(),
            )
        )

    def record(self, content: str, state: State, graded: Graded) -> None:
        """Put in what came of a content, in place of what came of it in that state."""
        with self._written():
            self._base.execute(
                "INSERT OR IGNORE INTO state VALUES (NULL, ?, ?, ?, ?, ?)",
                (state.digest(), *astuple(state)),
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
                        zlib.compress(graded.page.encode()) if graded.page else None,
                    )
                ],
            )
            (key,) = self._base.execute("SELECT last_insert_rowid()").fetchone()
            results = map(astuple, graded.questions)
            tests = map(astuple, graded.tests)
            self._insert("result", [(key, i, *row) for i, row in enumerate(results)])
            self._insert("test", [(key, i, *row) for i, row in enumerate(tests)])
            self._base.execute(
                "UPDATE submission SET grading = ? WHERE content = ?", (key, content)
            )

    def _forget(self, content: str, state: int) -> None:
        where = "(SELECT id FROM grading WHERE content = ? AND state = ?)"
        old = (content, state)
        self._base.execute(
            f"UPDATE submission SET grading = NULL WHERE grading IN {where}",  # noqa: S608
            old,
        )
        self._base.execute("DELETE FROM grading WHERE content = ? AND state = ?", old)

    def course(self, state: State | None = None) -> Course:
        """All rows; what was graded in another than this state has a remark."""
        meta = dict(self._rows("SELECT name, value FROM meta"))
        questions = self._rows("SELECT name, most FROM question ORDER BY place")
        trees = [TreeRow(*row) for row in self._rows("SELECT * FROM tree")]
        digest = state.digest() if state else None
        graded = {key: (one, older) for key, one, older in self._gradings(digest)}
        rows = self._rows(
            "SELECT student.name, sid, email, lms, coalesce(submission, ''), "
            "coalesce(\"group\", ''), coalesce(submitted_at, ''), coalesce(late, 0), "
            "coalesce(original, ''), grading FROM student "
            "LEFT JOIN submission ON submission.name = submission ORDER BY place"
        )
        return Course(
            meta.get("title", ""),
            meta.get("kind", ""),
            dict(questions),
            {tree.name: tree for tree in trees},
            tuple(_row(row, *graded.get(row[-1], (None, False))) for row in rows),
        )

    def _gradings(self, digest: str | None) -> Iterator[tuple[int, Graded, bool]]:
        """Those that count for somebody, and whether they are of another state."""
        results = self._by_grading("result", QuestionRow)
        tests = self._by_grading("test", _test)
        for key, of, points, most, *told in self._rows(
            "SELECT grading.id, digest, points, most, fault, blame "
            "FROM grading JOIN state ON state.id = state "
            "WHERE grading.id IN (SELECT grading FROM submission)"
        ):
            parts = (tuple(results.get(key, ())), tuple(tests.get(key, ())))
            graded = Graded(points, most, *parts, *told)
            yield key, graded, digest is not None and of != digest

    def documents(self) -> Iterator[tuple[str, str, str]]:
        """Of each submission that was graded: name, Gradescope's JSON, and the page.

        A page that was not asked for is "". They are read one by one: all together
        take much room.
        """
        names = self._rows("SELECT name, grading FROM submission ORDER BY name")
        for name, key in names:
            query = "SELECT results, page FROM grading WHERE id = ? AND results <> ''"
            for results, page in self._rows(query, key):
                yield name, results, zlib.decompress(page).decode() if page else ""

    def _by_grading(self, table: str, kind: Any) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = {}
        query = f"SELECT * FROM {table} ORDER BY grading, place"  # noqa: S608 - ours
        for key, _, *row in self._rows(query):
            found.setdefault(key, []).append(kind(*row))
        return found


def _schema() -> list[str]:
    text = resources.files(__package__).joinpath("schema.sql").read_text("utf-8")
    return [command for command in text.split(";\n") if command.strip()]


def _test(  # noqa: PLR0913, PLR0917 - its columns
    question: str,
    tree: str,
    points: float | None,
    most: float,
    passed: int,
    verdict: str,
    behaviour: str,
    action: str | None,
) -> TestRow:
    given = (question, tree, points, most)
    return TestRow(*given, bool(passed), verdict, behaviour, action)


def _row(row: tuple[Any, ...], graded: Graded | None, older: bool) -> Row:  # noqa: FBT001
    name, sid, email, lms, submission, group, submitted_at, late, original, _ = row
    given = Row(
        Student(name, sid, email, lms),
        _status(submission, graded),
        submission,
        group,
        submitted_at,
        bool(late),
        original,
    )
    if graded is None:
        return given
    fault = (graded.fault,) if graded.fault else ()
    return replace(
        given,
        points=graded.points,
        most=graded.most or None,
        by_question={each.name: each.points for each in graded.questions},
        graded=graded,
        remarks=(*fault, OLDER) if older else fault,
    )


def _status(submission: str, graded: Graded | None) -> str:
    if graded is None:
        return NOT_GRADED if submission else NO_SUBMISSION
    return STATUS[graded.blame] if graded.fault else GRADED


def require_locked(path: Path) -> None:
    """AssignmentError where another process gets the lock that this one holds."""
    asked = [sys.executable, "-I", "-S", "-c", TRY, str(path)]
    done = subprocess.run(asked, capture_output=True, check=False)
    if done.returncode == 0:
        raise AssignmentError(NO_LOCKS.format(path_shown(path)))

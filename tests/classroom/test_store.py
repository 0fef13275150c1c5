"""The store: what is put in comes out again, whole or not at all, by one at a time."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom import settling
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
    Handed,
    Override,
    QuestionRow,
    Remembered,
    Seat,
    Student,
    TestRow,
    TreeRow,
)
from autograder.classroom.running.state import GraderState
from autograder.classroom.store.book import NAME, Book, book_for_reading
from autograder.classroom.store.store import Coursework, Store, require_locked
from autograder.errors import AssignmentError, GraderError
from tests.cases import for_each
from tests.small import environment

NOW = GraderState("trees", "grader", "3.11.2", "{}")
BEFORE = replace(NOW, assignment="other trees")
ASKED = Coursework("Search", {"minimax": 3.0}, {"a": TreeRow("a", "A tree", 3, "A")})
ADA, BOB, EVE = Student("Ada", "001"), Student("Bob", "1e5"), Student("Eve", "")
PASSED = Graded(
    2.5,
    3.0,
    (
        QuestionRow(
            name="minimax",
            points=2.5,
            most=3.0,
            convention="textbook",
            diagnosis="key",
            title="Title",
            explanation="told",
            smallest="tree: [1]",
        ),
    ),
    (TestRow("minimax", "a", 2.5, 3.0, passed=True, verdict="correct", behaviour="3"),),
    results='{"tests": []}',
    page="<html>ä</html>",
)
BROKEN = Graded(None, 0.0, fault="It broke.", blame=GraderError.__name__)


def handed(*names: str) -> tuple[Handed, ...]:
    """Submissions without files: the store asks for none."""
    return tuple(Handed(name, (), tuple, submitted_at="2026-11-01") for name in names)


def enrolment(*names: str) -> Enrolment:
    """Ada, Bob and Eve, of whom the first few have handed in something."""
    given = (*names, "", "", "")
    students = (ADA, BOB, EVE)
    seats = tuple(Seat(s, name) for s, name in zip(students, given, strict=False))
    return Enrolment("folder", handed(*names), seats)


def begin(store: Store, *names: str) -> None:
    """Enrol; the content of each submission is its name in capitals."""
    store.put_in_enrolment(ASKED, enrolment(*names), {n: n.upper() for n in names}, NOW)


def statuses(course: Course) -> list[str]:
    """Of Ada, Bob and Eve."""
    return [row.status for row in course.rows]


def test_what_is_recorded_comes_out_again(tmp_path: Path) -> None:
    """Of each student one row, in order, with all that the grading found."""
    with Store(tmp_path) as store:
        begin(store, "x", "y")
        store.record(NOW, "X", PASSED)
        course = store.course(NOW)
        assert [*store.reports_of_submissions(NOW)] == [
            ("x", PASSED.results, PASSED.page)
        ]
    assert (course.title, course.kind) == ("Search", "folder")
    assert (course.questions, course.trees) == (ASKED.questions, ASKED.trees)
    assert [row.student for row in course.rows] == [ADA, BOB, EVE]
    assert statuses(course) == [GRADED, NOT_GRADED, NO_SUBMISSION]
    ada = course.rows[0]
    assert (ada.points, ada.most, ada.by_question) == (2.5, 3.0, {"minimax": 2.5})
    assert ada.graded == replace(PASSED, results="", page="")
    assert ada.submitted_at == "2026-11-01"


def test_it_is_closed_to_others(tmp_path: Path) -> None:
    """Names and grades are in it."""
    with Store(tmp_path):
        assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_a_second_run_finds_what_the_first_has_left(tmp_path: Path) -> None:
    """What was graded counts for whoever hands in the same, under any name."""
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(NOW, "X", PASSED)
        store.override((Override("001", "total", 3.0, "late test"),))
    with Store(tmp_path) as store:
        store.put_in_enrolment(ASKED, enrolment("z", "y"), {"z": "Z", "y": "X"}, NOW)
        assert statuses(store.course()) == [NOT_GRADED, GRADED, NO_SUBMISSION]
        assert store.overrides() == (Override("001", "total", 3.0, "late test"),)
        assert store.states_by_content() == {"X": [NOW]}


def test_the_state_of_today_counts_before_another(tmp_path: Path) -> None:
    """Whichever was graded last; where there is only another, that is told."""
    with Store(tmp_path) as store:
        begin(store, "x", "y")
        store.record(NOW, "X", PASSED)
        store.record(BEFORE, "X", replace(PASSED, points=1.0))
        store.record(BEFORE, "Y", replace(PASSED, points=0.5))
        begin(store, "x", "y")
        ada, bob, _ = store.course(NOW).rows
        assert (ada.points, ada.remarks) == (2.5, ())
        assert (bob.points, bob.remarks) == (0.5, (OLDER,))
        assert store.origin_of_submissions() == {"x": ("X", NOW), "y": ("Y", BEFORE)}


def test_each_fault_has_its_status_and_no_points(tmp_path: Path) -> None:
    """A fault of the grader, a broken check, and a submission nobody can read."""
    with Store(tmp_path) as store:
        begin(store, "x", "y", "z")
        store.record(NOW, "X", BROKEN)
        check = replace(PASSED, fault="A check.", blame=AssignmentError.__name__)
        store.record(NOW, "Y", check)
        store.record(NOW, "Z", Graded(None, 0.0, fault="No zip."))
        course = store.course(NOW)
        assert statuses(course) == [FAULT, BROKEN_CHECK, UNREADABLE]
        assert [row.points for row in course.rows] == [None, 2.5, None]
        assert [row.remarks for row in course.rows] == [
            ("It broke.",),
            ("A check.",),
            ("No zip.",),
        ]
        assert store.states_by_content() == {"Y": [NOW], "Z": [NOW]}, (
            "a fault is tried again"
        )


def test_a_page_is_asked_for_by_state(tmp_path: Path) -> None:
    """One that was made in another state is none of this one."""
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(BEFORE, "X", PASSED)
        assert not store.has_page("X", NOW)
        store.record(NOW, "X", PASSED)
        assert store.has_page("X", NOW)


def test_the_page_is_the_one_that_students_may_see_now(tmp_path: Path) -> None:
    """That of before the grades are published, where it is not said that they are."""
    later = replace(PASSED, published="<html>later</html>")
    with Store(tmp_path) as store:
        begin(store, "x", "y")
        store.record(NOW, "X", later)
        store.record(NOW, "Y", PASSED)
        now = [page for *_, page in store.reports_of_submissions(NOW)]
        then = [page for *_, page in store.reports_of_submissions(NOW, published=True)]
    assert now == [PASSED.page, PASSED.page]
    assert then == [later.published, PASSED.page]


@pytest.mark.parametrize(
    "change, given",
    [
        ({"assignment": "other trees"}, ""),
        ({"grader": "which shows too much"}, ""),
        ({"python": "3.13.1"}, PASSED.page),
        ({"layers": '{"seccomp": true}'}, PASSED.page),
    ],
)
def test_no_page_is_given_that_may_show_what_is_hidden_now(
    tmp_path: Path, change: dict[str, str], given: str
) -> None:
    """What a test shows the assignment says, and the grader carries out."""
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(NOW, "X", PASSED)
        ((_, results, page),) = store.reports_of_submissions(replace(NOW, **change))
    assert results == PASSED.results
    assert page == given


def refused(tmp_path: Path) -> str:
    """What is said where the store cannot be opened."""
    with pytest.raises(AssignmentError) as caught, Store(tmp_path):
        pass
    return str(caught.value).removeprefix(f"{tmp_path / NAME}: ")


def test_another_file_is_no_store(tmp_path: Path) -> None:
    """Neither a text nor a base of another program; both stay as they are."""
    (tmp_path / NAME).write_bytes(b"name,points\n" * 100)
    assert refused(tmp_path).startswith("is not the store of a class, or damaged at")
    (tmp_path / NAME).unlink()
    with sqlite3.connect(tmp_path / NAME) as base:
        base.execute("CREATE TABLE song (title TEXT)")
    assert refused(tmp_path).startswith("is not the store of a class")


# A store that is damaged


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a store with a grading, an override and a roster."""
    folder = tmp_path_factory.mktemp("whole")
    with Store(folder) as store:
        begin(store, "x", "y")
        store.record(NOW, "X", PASSED)
        store.override((Override("001", "total", 3.0, "late test"),))
        store.remember({"roster": Remembered("class.csv", b"name\nAda\n")})
    return (folder / NAME).read_bytes()


def looked_at(book: Book) -> str:
    """All that counts of what a store says."""
    course = (
        book.course(NOW),
        [*book.reports_of_submissions(NOW)],
        book.origin_of_submissions(),
        book.states_by_content(),
    )
    return repr(
        (*course, book.overrides(), book.remembered_options(), book.attempts_by_place())
    )


def require_refused_or_right(folder: Path, content: bytes, right: str) -> bool:
    """Whether it is refused, in a sentence that names it; it stays as it is."""
    path, told = folder / NAME, set()
    path.write_bytes(content)
    for opened in (book_for_reading, Store):
        try:
            with opened(folder) as book:
                assert looked_at(book) == right
        except AssignmentError as fault:
            told.add(str(fault))
        assert path.read_bytes() == content
        assert [*folder.iterdir()] == [path]
    assert all(text.startswith(f"{path}: ") and "\n" not in text for text in told)
    return bool(told)


@for_each("seed", range(40))
def test_flipped_bits_are_told_or_do_no_harm(
    seed: int, tmp_path: Path, whole: bytes
) -> None:
    """Anywhere: no traceback, nothing is written, and nothing wrong is taken."""
    (tmp_path / NAME).write_bytes(whole)
    with book_for_reading(tmp_path) as book:
        right = looked_at(book)
    chance = random.Random(seed)  # noqa: S311 - no secret
    content = bytearray(whole)
    begins = 100 if seed % 2 else len(whole)  # the header is small, and matters most
    for _ in range(chance.choice((1, 1, 20))):
        content[chance.randrange(begins)] ^= 1 << chance.randrange(8)
    require_refused_or_right(tmp_path, bytes(content), right)


@for_each(
    "change, said",
    [
        (lambda whole: whole[:5000], "the store is damaged ("),
        (lambda whole: whole[:-4096], "the store is damaged ("),
        (lambda whole: whole[:50], "the store is damaged ("),
        (lambda whole: b"X" + whole[1:], "is not the store of a class, or damaged at"),
        (lambda whole: whole[:18] + b"\2\2" + whole[20:], "the store is damaged (an"),
        (
            lambda whole: whole.replace(b"late test", b"late tess"),
            "the store is damaged (it is not as the last run left it) and was left as ",
        ),
    ],
)
def test_what_is_damaged_is_told_and_left_as_it_is(
    change: Callable[[bytes], bytes], said: str, tmp_path: Path, whole: bytes
) -> None:
    """A part is missing, the header is another's, or a single letter is."""
    assert require_refused_or_right(tmp_path, change(whole), "")
    assert refused(tmp_path).startswith(said)


def test_a_missing_table_is_told(tmp_path: Path, whole: bytes) -> None:
    """Though SQLite finds nothing wrong with the file."""
    (tmp_path / NAME).write_bytes(whole)
    with closing(sqlite3.connect(tmp_path / NAME)) as base, base:
        base.execute("DROP TABLE attempt")
    content = (tmp_path / NAME).read_bytes()
    assert require_refused_or_right(tmp_path, content, "")
    assert "the store is damaged (no such table: attempt)" in refused(tmp_path)


def test_what_a_killed_run_has_left_is_no_damage(tmp_path: Path) -> None:
    """It could not seal what it had written."""
    store = Store(tmp_path)
    begin(store, "x")
    store.record(NOW, "X", PASSED)
    shutil.copy(tmp_path / NAME, tmp_path / "killed")
    store.__exit__(None, None, None)
    shutil.move(tmp_path / "killed", tmp_path / NAME)
    with Store(tmp_path) as store:
        assert statuses(store.course())[0] == GRADED


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    """It may have the name of one."""
    (tmp_path / NAME).mkdir()
    assert refused(tmp_path).startswith("is not the store of a class")


def test_a_store_that_may_not_be_opened_is_told(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as it is."""

    def refuse(path: Path, *_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    (tmp_path / NAME).write_bytes(whole)
    with monkeypatch.context() as closed:
        closed.setattr(os, "open", refuse)
        assert refused(tmp_path).startswith("you may not read and write it and its ")
    assert (tmp_path / NAME).read_bytes() == whole


def test_a_new_store_in_which_nothing_is_begun_goes(tmp_path: Path) -> None:
    """An old one stays."""
    with Store(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
    with Store(tmp_path) as store:
        begin(store, "x")
    with Store(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def begin_in_vain(store: Store) -> None:
    """Put in students and overrides, and then find something that is wrong."""
    with store.writing():
        begin(store, "y")
        store.override((Override("001", "total", 3.0, "late test"),))
        raise AssignmentError


def test_what_is_not_begun_as_a_whole_is_not_begun(tmp_path: Path) -> None:
    """Where a later step of it is refused, students and overrides are as they were."""
    with Store(tmp_path) as store:
        begin(store, "x")
    before = (tmp_path / NAME).read_bytes()
    with Store(tmp_path) as store:
        with pytest.raises(AssignmentError):
            begin_in_vain(store)
        assert not store.is_begun
    assert (tmp_path / NAME).read_bytes() == before


def test_a_store_of_another_version_is_not_touched(tmp_path: Path) -> None:
    """It is told by its number."""
    with Store(tmp_path) as store:
        begin(store, "x")
    with sqlite3.connect(tmp_path / NAME) as base:
        base.execute("PRAGMA user_version = 7")
    assert refused(tmp_path).startswith("was written by another version (form 7, this ")


def test_a_store_of_another_assignment_is_not_touched(tmp_path: Path) -> None:
    """One that has no tree in common."""
    other = Coursework("Chance", {"max": 1.0}, {"b": TreeRow("b", "", 1, "")})
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(NOW, "X", PASSED)
        with pytest.raises(AssignmentError, match=r"of another assignment \(Search\)"):
            store.put_in_enrolment(other, enrolment("x"), {"x": "X"}, NOW)
        assert statuses(store.course())[0] == GRADED


def test_a_store_of_other_tables_is_not_touched(tmp_path: Path) -> None:
    """Where there are no trees, the questions tell."""
    store_of = Coursework("Estimates", {"evaluate": 3.0}, {})
    other = Coursework("Matrix games", {"maximin": 3.0}, {})
    with Store(tmp_path) as store:
        store.put_in_enrolment(store_of, enrolment("x"), {"x": "X"}, NOW)
        store.put_in_enrolment(store_of, enrolment("x"), {"x": "X"}, NOW)
        with pytest.raises(AssignmentError, match=r"another assignment \(Estimates\)"):
            store.put_in_enrolment(other, enrolment("x"), {"x": "X"}, NOW)


def test_a_second_process_is_told_to_wait(tmp_path: Path) -> None:
    """As long as the first has it open."""
    program = (
        "import sys; from pathlib import Path\n"
        "from autograder.classroom.store.store import Store\n"
        "Store(Path(sys.argv[1]))"
    )
    with Store(tmp_path):
        asked = [sys.executable, "-c", program, str(tmp_path)]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert "another grading of this class is at work; wait for its end" in done.stderr


def test_a_file_system_without_locks_is_told(tmp_path: Path) -> None:
    """There another process gets the lock, as it does of a file that nobody holds."""
    path = tmp_path / "base"
    path.touch()
    with pytest.raises(AssignmentError, match="its file system cannot lock files"):
        require_locked(path)


def test_what_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    """A grading of which a part cannot be written is not there at all."""
    half = replace(PASSED, tests=(replace(PASSED.tests[0], tree=None),))  # type: ignore[arg-type]
    with Store(tmp_path) as store:
        begin(store, "x")
        with pytest.raises(sqlite3.IntegrityError):
            store.record(NOW, "X", half)
        assert statuses(store.course())[0] == NOT_GRADED
        store.record(NOW, "X", PASSED)
        assert statuses(store.course())[0] == GRADED


def test_it_is_read_without_being_changed(tmp_path: Path) -> None:
    """By its folder or by its file; where there is none, that is said."""
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(NOW, "X", PASSED)
    before = (tmp_path / NAME).read_bytes()
    for path in (tmp_path, tmp_path / NAME):
        with book_for_reading(path) as book:
            assert statuses(book.course())[0] == GRADED
    assert (tmp_path / NAME).read_bytes() == before
    with pytest.raises(AssignmentError, match="there is no such store"):
        with_reading(tmp_path / "nothing")


def with_reading(path: Path) -> Iterable[object]:
    """Open it and look."""
    with book_for_reading(path) as book:
        return book.course().rows


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs limits of a process")
def test_half_a_grading_of_a_killed_run_is_not_read(tmp_path: Path) -> None:
    """Though some of it is in the file already; what was there before is."""
    with Store(tmp_path) as store:
        begin(store, "x")
        store.record(NOW, "X", PASSED)
    killed = (
        "import os, sqlite3, sys\n"
        "base = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "base.execute('PRAGMA cache_size = 1')\n"
        "base.execute('BEGIN EXCLUSIVE')\n"
        "base.execute('UPDATE grading SET fault = hex(randomblob(100000))')\n"
        "base.execute('UPDATE result SET told = hex(randomblob(100000))')\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", killed, tmp_path / NAME], check=True)
    assert (tmp_path / f"{NAME}-journal").stat().st_size
    with book_for_reading(tmp_path) as book:
        assert statuses(book.course()) == [GRADED, NO_SUBMISSION, NO_SUBMISSION]


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    """What was recorded before stays."""
    program = """
import resource, signal, sys
from pathlib import Path
from tests.classroom.test_store import *
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Store(Path(sys.argv[1])) as store:
    begin(store, "x", "y")
    store.record(NOW, "X", PASSED)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    store.record(NOW, "Y", replace(PASSED, results="x" * 1_000_000))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={n: v for n, v in environment().items() if "COV" not in n},
    )
    last = done.stderr.splitlines()[-1]
    assert last.endswith(
        "cannot be written; make room on that disk and run the same again"
    )
    with Store(tmp_path) as store:
        assert statuses(store.course())[:2] == [GRADED, NOT_GRADED]


# A store of the form before


def old_store(folder: Path) -> Path:
    """A store of form 4, as its program wrote it: Ada's grading, and an override."""
    path = folder / NAME
    script = Path(__file__).with_name("store_form4.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as base, base:
        base.executescript(script)
        base.execute("PRAGMA user_version = 4")
        state = (1, NOW.digest(), *NOW.digests_without_assignment(), "x")
        values: dict[str, list[tuple[Any, ...]]] = {
            "meta": [("title", "Search"), ("kind", "folder")],
            "question": [(0, "minimax", 3.0)],
            "tree": [("a", "A tree", 3, "A")],
            "state": [state],
            "grading": [(1, "X", 1, 2.5, 3.0, "", "", "{}", None, None, 0.5, 0, None)],
            "result": [(1, 0, "minimax", 2.5, 3.0, "", "key", "Title", "", "", 0)],
            "submission": [("x", "", "", 0, "", "X", 1)],
            "student": [(0, "Ada", "001", "", "", "x")],
            "override": [("001", "total", 3.0, "late test", "")],
            "attempt": [(0, 0, "x")],
            "remembered": [("due", "2026-05-01", None)],
        }
        for table, rows in values.items():
            for row in rows:
                marks = ", ".join("?" * len(row))
                base.execute(f'INSERT INTO "{table}" VALUES ({marks})', row)  # noqa: S608
    return path


def columns(path: Path) -> dict[str, set[str]]:
    """The columns of each table, and of each view."""
    with closing(sqlite3.connect(path)) as base:
        names = base.execute("SELECT name FROM sqlite_master WHERE type <> 'index'")
        return {
            name: {row[1] for row in base.execute(f'PRAGMA table_info("{name}")')}
            for (name,) in names.fetchall()
        }


def test_a_store_of_the_form_before_is_read_as_it_is(tmp_path: Path) -> None:
    """With its points and overrides; nothing of it changes."""
    before = old_store(tmp_path).read_bytes()
    with book_for_reading(tmp_path) as book:
        (ada,) = book.course(NOW).rows
        assert (ada.points, ada.remarks) == (2.5, ())
        assert book.overrides() == (Override("001", "total", 3.0, "late test"),)
        assert book.origin_of_submissions() == {"x": ("X", NOW)}
        assert book.remembered_options() == {"due": Remembered("2026-05-01")}
        assert book.attempts_by_place() == {0: ("x",)}
        assert ada.graded is not None
        assert [each.explanation_in_few_words for each in ada.graded.questions] == [
            "Title"
        ]
    with Store(tmp_path):
        pass
    assert (tmp_path / NAME).read_bytes() == before


def test_a_store_of_the_form_before_becomes_one_of_today(tmp_path: Path) -> None:
    """As soon as a run begins; what was graded stays."""
    path = old_store(tmp_path)
    with Store(tmp_path) as store:
        begin(store, "x", "y")
        store.record(NOW, "Y", replace(PASSED, seconds=1.5, aside=True))
        ada, bob, _ = store.course(NOW).rows
        assert (ada.points, bob.points) == (2.5, 2.5)
        assert bob.graded is not None
        assert (bob.graded.seconds, bob.graded.aside) == (1.5, True)
        assert store.overrides()[0].reason == "late test"
    (tmp_path / "new").mkdir()
    with Store(tmp_path / "new") as store:
        begin(store, "x")
    assert columns(path) == columns(tmp_path / "new" / NAME)


# What was looked for


def test_what_explains_a_grading_is_looked_for_once(tmp_path: Path) -> None:
    """Again with more steps alone; not where all is right, nor in another state."""
    fails = replace(PASSED.tests[0], passed=False)
    failed = replace(PASSED, tests=(fails,), record=b"record")
    with Store(tmp_path) as store:
        begin(store, "x", "y")
        store.record(NOW, "X", failed)
        store.record(NOW, "Y", replace(PASSED, record=b"record"))
        assert store.unexplained_records(NOW, 8.0) == {"X": b"record"}
        assert store.unexplained_records(replace(NOW, python="4"), 8.0) == {}
        question = replace(failed.questions[0], diagnosis="sign", role="cut", lines="8")
        told = replace(failed, questions=(question,), record=b"told", explained=8.0)
        store.explain(NOW, "X", told)
        assert store.unexplained_records(NOW, 8.0) == {}
        assert store.unexplained_records(NOW, 9.0) == {"X": b"told"}
        ada, _, _ = store.course(NOW).rows
        assert (ada.points, ada.graded and ada.graded.questions) == (2.5, (question,))


# What counts of several


def several(store: Store, *names: str) -> None:
    """Ada has handed in all of these, and the last counts."""
    seat = Seat(ADA, names[-1], names)
    made = Enrolment("folder", handed(*names), (seat,))
    store.put_in_enrolment(ASKED, made, {n: n.upper() for n in names}, NOW)


def test_the_best_of_several_is_found(tmp_path: Path) -> None:
    """Of equal ones the first; none where nothing has points."""
    with Store(tmp_path) as store:
        several(store, "x", "y", "z")
        assert store.attempts_by_place() == {0: ("x", "y", "z")}
        assert settling.best_submissions(store) == {}
        store.record(NOW, "X", PASSED)
        store.record(NOW, "Y", PASSED)
        store.record(NOW, "Z", replace(PASSED, points=1.0))
        assert settling.best_submissions(store) == {0: "x"}
        store.set_submissions_that_count(settling.best_submissions(store))
        assert store.course(NOW).rows[0].submission == "x"
        assert [name for name, *_ in store.reports_of_submissions(NOW)] == ["x"]
        several(store, "x", "y", "z")
        assert store.course(NOW).rows[0].submission == "z"


def test_the_best_is_what_is_worth_most_after_lateness(tmp_path: Path) -> None:
    """A whole one a week late is worth half of it, and less than most in time."""
    days = {"x": "2026-11-20T10:00:00Z", "y": "2026-11-27T10:00:00Z"}
    work = tuple(
        replace(each, submitted_at=days[each.name]) for each in handed("x", "y")
    )
    rule = {
        "due": Remembered("2026-11-20T10:00:00Z"),
        "late-rule": Remembered("10 % a day, at most 50 %"),
        "keep": Remembered("best"),
    }
    with Store(tmp_path) as store:
        seat = Seat(ADA, "y", ("x", "y"))
        store.put_in_enrolment(
            ASKED, Enrolment("folder", work, (seat,)), {"x": "X", "y": "Y"}, NOW
        )
        store.record(NOW, "X", replace(PASSED, points=1.8))
        store.record(NOW, "Y", replace(PASSED, points=3.0))
        assert settling.best_submissions(store) == {0: "y"}
        store.remember(rule)
        assert settling.best_submissions(store) == {0: "x"}
        store.set_submissions_that_count(settling.best_submissions(store))
        course, _ = settling.settled_course(store.course(NOW), store)
        assert course.rows[0].points_after_lateness == 1.8
        remark = "best of 2, x after lateness: x 1.8, y 1.5"
        assert course.rows[0].remarks[-1] == remark


def test_what_is_remembered_comes_out_again(tmp_path: Path) -> None:
    """In place of all that was before."""
    told = {
        "due": Remembered("2026-11-22"),
        "roster": Remembered("r.csv", b"name\nA\n"),
    }
    with Store(tmp_path) as store:
        begin(store, "x")
        store.remember({"keep": Remembered("best")})
        store.remember(told)
    with book_for_reading(tmp_path) as book:
        assert book.remembered_options() == told


def test_of_what_earlier_runs_were_told_only_a_file_that_changed_is_asked_for(
    tmp_path: Path,
) -> None:
    """A text cannot change, and a file that is gone has no other content."""
    roster, late, gone = (tmp_path / name for name in ("roster.csv", "late.csv", "x"))
    roster.write_bytes(b"sid\n1\n")
    late.write_bytes(b"sid\n2\n")
    before = {
        "roster": Remembered(str(roster), b"sid\n1\n"),
        "late": Remembered(str(late), b"sid\n1\n"),
        "canvas": Remembered(str(gone), b"sid\n1\n"),
        "column": Remembered(str(roster)),
    }
    _, *changed = settling.sentences(before, now=(), overrides=0)
    (sentence,) = changed
    assert sentence.endswith(
        "late.csv was changed since; give --late again to read it anew."
    )
    assert [*settling.sentences(before, now=before, overrides=0)] == []

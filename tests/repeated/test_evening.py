"""An evening with 300 students: every option, each platform, and kills meanwhile."""

from __future__ import annotations

import csv
import io
import random
import signal
import subprocess
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.commands.main import main
from tests.classroom import quick_course
from tests.classroom.quick_course import Evening
from tests.small import PYTHON, ROOT, THOROUGH, environment

QUICK = ROOT / "tests" / "assignments" / "quick"
LMS = {
    "canvas": ("--canvas", "gradebook.csv", "--column", "Search"),
    "moodle": ("--moodle", "worksheet.csv"),
    "gradescope": (),
}
POINTS = {"canvas": "Search (4711)", "moodle": "Grade"}
FILES = ("roster", "overrides", "late", "comments", "requests")
KILLS = 8 if THOROUGH else 4
KILLED = """
import os, signal, sys
from pathlib import Path
left, replace = int(sys.argv[1]), Path.replace
def killing(self, target):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, target)
Path.replace = killing
from autograder.commands.main import main
sys.exit(main(sys.argv[2:]))
"""


def asked(evening: Evening, kind: str, *more: str) -> list[str]:
    """The command with all that there is to be said."""
    files = [f"--{name}={evening.folder / f'{name}.csv'}" for name in FILES]
    lms = [
        str(evening.folder / word) if word.endswith(".csv") else word
        for word in LMS[kind]
    ]
    due = ("--due", quick_course.DUE, "--late-rule", quick_course.RULE)
    return [*plain(evening), *files, *lms, *due, *more]


def plain(evening: Evening, *more: str) -> list[str]:
    """The command with nothing of that."""
    out = str(evening.folder / "out")
    words = ("class", str(evening.submissions), "--out", out)
    return [*words, "--assignment", str(QUICK), *more]


def table(content: bytes) -> list[dict[str, str]]:
    """The rows of a CSV by its header."""
    return [*csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""))]


@contextmanager
def an_evening(kind: str, count: int = 300) -> Iterator[Evening]:
    """A course in a folder of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield quick_course.written(folder / kind, kind, count)


@cache
def ran(kind: str) -> tuple[Evening, dict[str, bytes], dict[str, bytes], int]:
    """A course, the files of a run of all options, of one of none, and its status."""
    with an_evening(kind) as evening:
        out = evening.folder / "out"
        feedback = "html" if kind == "gradescope" else kind
        status = main(asked(evening, kind, "--feedback", feedback))
        first = files(out)
        main(plain(evening, "--feedback", feedback, "--compare", str(out)))
        for name in ("gradebook.csv", "worksheet.csv"):
            path = evening.folder / name
            if path.exists():
                first[name] = path.read_bytes()
        return evening, first, files(out), status


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder, by path, but for the store."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".sqlite"
    }


@pytest.mark.parametrize("kind", LMS)
def test_every_student_has_a_row_with_all_that_counts(kind: str) -> None:
    """The points of the program, of the part by hand, and of what was set."""
    evening, found, _, _ = ran(kind)
    rows = {row["sid"]: row for row in table(found["grades.csv"]) if row["sid"]}
    assert len(rows) >= 299  # all on the roster; its last student is not
    first, *_ = evening.students
    assert rows[first.sid]["minimax"] == "1"
    assert "override of minimax" in rows[first.sid]["status"]
    for place, student in enumerate(evening.students[:10]):
        row = rows[student.sid]
        assert row["essay"] == str(place)
        if evening.program_of(student.sid) == "correct_equality" and place not in (
            0,
            4,
        ):
            assert (row["points"], row["max"]) == (f"{14 + place}", "24")
    assert rows[evening.students[3].sid]["comments"].startswith("minimax: Names that")
    silent = [row for row in rows.values() if row["status"] == "no submission"]
    assert len(silent) >= 8
    assert {row["points"] for row in silent} <= {"", *map(str, range(10))}


@pytest.mark.parametrize("kind", POINTS)
def test_a_gradebook_is_byte_for_byte_but_for_its_grades(kind: str) -> None:
    """Raw points, of each student those of grades.csv."""
    _, found, _, status = ran(kind)
    name = {"canvas": "gradebook.csv", "moodle": "worksheet.csv"}[kind]
    before, after = found[name], found[f"{kind}.csv"]
    column = POINTS[kind]
    old, new = table(before), table(after)
    assert [{**row, column: ""} for row in new] == [{**row, column: ""} for row in old]
    assert before.count(b"\r\n") == after.count(b"\r\n") == len(old) + 1
    by_email = {row["email"]: row["points"] for row in table(found["grades.csv"])}
    for row in new:
        email = row.get("Email address", "")
        if row[column] and email in by_email and email:
            assert row[column] == by_email[email]
    assert sum(bool(row[column]) for row in new) > 280
    assert status in (0, 1)


def test_lateness_stands_beside_the_points() -> None:
    """Gradescope tells when each came; what is taken off is not off the points."""
    _, found, _, _ = ran("gradescope")
    rows = [row for row in table(found["grades.csv"]) if row["deducted"]]
    for row in rows:
        left = float(row["points"]) - float(row["deducted"])
        assert float(row["counted"]) == pytest.approx(left)
    assert len([row for row in rows if float(row["deducted"])]) > 50


@pytest.mark.parametrize("kind", LMS)
def test_what_was_said_once_is_remembered(kind: str) -> None:
    """A run that is told nothing writes the same, and that nothing has changed."""
    _, first, second, _ = ran(kind)
    assert second.pop("changes.csv").count(b"\n") == 1
    for name, content in second.items():
        assert first[name] == content, name


@pytest.mark.parametrize("kind", ["canvas", "moodle"])
def test_the_feedback_of_300_is_small(kind: str) -> None:
    """No more than 15 MB, with what is said in it."""
    _, found, _, _ = ran(kind)
    packed = found["feedback.zip"]
    assert len(packed) <= 15_000_000
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        pages = [archive.read(name) for name in archive.namelist()]
    assert len([page for page in pages if b"Names that tell" in page]) == 1
    assert len(pages) > 250


def test_a_kill_at_any_moment_loses_nothing() -> None:
    """Each file is whole at every time, and the next run writes what one alone does."""
    dice = random.Random(28)  # noqa: S311 - other moments, the same each time
    with an_evening("canvas", 40) as alone:
        main(asked(alone, "canvas"))
        expected = files(alone.folder / "out")
    with an_evening("canvas", 40) as evening:
        out = evening.folder / "out"
        for _ in range(KILLS):
            killed(asked(evening, "canvas", "--again"), dice.uniform(0.3, 4.0))
            for name, content in files(out).items():
                if name.endswith(".csv") and not Path(name).name.startswith("."):
                    assert content.endswith(b"\n")
                if name == "class.html":
                    assert content.endswith(b"</html>\n")
        assert main(asked(evening, "canvas")) in (0, 1)
        found = files(out)
    for name in ("grades.csv", "canvas.csv", "requests.csv"):
        assert found[name] == expected[name], name


def test_a_kill_at_each_file_loses_none() -> None:
    """Whichever is about to be written, all are there, as before or as after."""
    with an_evening("canvas", 12) as evening:
        out = evening.folder / "out"
        comments = evening.folder / "comments.csv"
        text = comments.read_text("utf-8")
        more = [f"{each.sid},,,Another word,," for each in evening.students[:-1]]
        texts = (text, "\n".join([text.rstrip(), *more, ""]))
        words = asked(evening, "canvas", "--feedback", "canvas", f"--compare={out}")
        assert main([word for word in words if "--compare" not in word]) in (0, 1)
        written = []
        for each in texts:
            comments.write_text(each, encoding="utf-8")
            assert main(words) in (0, 1)
            written.append(files(out))
        former, latter = written
        changed = [name for name in latter if former[name] != latter[name]]
        assert {"grades.csv", "class.html", "feedback.zip"} < {*changed}
        assert "changes.csv" in latter
        statuses = set()
        for place in range(0, len(changed) + 8, 1 if THOROUGH else 3):
            comments.write_text(texts[place % 2], encoding="utf-8")
            statuses.add(killed_at(place, words))
            found = files(out)
            for name in latter:
                assert found[name] in (former[name], latter[name]), (place, name)
        assert statuses >= {-signal.SIGKILL, 0}, "the last have more than is written"
        comments.write_text(texts[1], encoding="utf-8")
        assert main(words) in (0, 1)
        assert files(out) == latter


def killed_at(place: int, words: list[str]) -> int:
    """The status of a command that is killed as it puts a file into its place."""
    return subprocess.run(
        [PYTHON[0], "-c", KILLED, str(place), *words],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    ).returncode


def killed(words: list[str], seconds: float) -> None:
    """Begin the command, and kill it after so long."""
    process = subprocess.Popen(
        [*PYTHON, *words],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0.3)  # its graders end as soon as nobody listens


def test_the_pages_of_a_class_take_their_style_from_a_file() -> None:
    """One for all 300; those of an LMS, which takes no folders, stand alone."""
    _, found, _, _ = ran("gradescope")
    pages = [content for name, content in found.items() if name.endswith(".html")]
    assert {"feedback/page.css", "feedback/page.js"} <= set(found)
    assert sum(b'href="page.css"' in page for page in pages) == len(pages) - 1
    size = sum(len(v) for name, v in found.items() if name.startswith("feedback/"))
    assert size <= 15_000_000

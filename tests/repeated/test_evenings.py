"""The command `class`, evening after evening: what it remembers, what then counts."""

from __future__ import annotations

import csv
import os
import shutil
import signal
from pathlib import Path

import pytest

from autograder.classroom.course import Student
from autograder.commands.main import main
from tests.classroom import made_exports
from tests.classroom.made_exports import Files, Who
from tests.repeated.test_evening import killed_at
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
WORK = ROOT / "tests" / "submissions"
ANN = Student("Ann Lee", "00123", "ann@school.edu", "7001")
BOB = Student("Bob Ray", "1e5", "bob@school.edu", "7002")
SHOWN = 'id="test-1.1"'  # on a page: the first test
GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Search (7)\n"
    "Ann,7001,00123,,,\nBob,7002,1e5,,,\n"
)


def files(program: str) -> dict[str, bytes]:
    """The modules of a program."""
    return {path.name: path.read_bytes() for path in (WORK / program).glob("*.py")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class of Gradescope's: Ann has handed in three times, best the second time."""
    handed: dict[Who, Files] = {
        (ANN,): files("minimax_roles_swapped"),
        (ANN, ANN): files("correct_equality"),
        (ANN, ANN, ANN): files("syntax_error"),
        (BOB,): files("correct_equality"),
    }
    made_exports.as_zip(tmp_path / "export.zip", made_exports.gradescope(handed))
    tmp_path.joinpath("gradebook.csv").write_text(GRADEBOOK, encoding="utf-8")
    return tmp_path


def words(folder: Path, text: str = "") -> list[str]:
    """The command with these options; {top} is the folder."""
    options = [word.format(top=folder) for word in text.split()]
    places = [str(folder / "export.zip"), "--out", str(folder / "out")]
    return ["class", *places, "--assignment", str(QUICK), *options]


def run(folder: Path, text: str = "") -> int:
    """The exit status of a run with these options."""
    return main(words(folder, text))


def points(folder: Path) -> dict[str, str]:
    """Of each student, by grades.csv."""
    with (folder / "out" / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["points"] for row in csv.DictReader(file)}


def test_which_of_several_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last one, the best or the first, or the one that the overrides name."""
    assert run(folder) == 0
    assert points(folder) == {"Ann Lee": "0", "Bob Ray": "14"}
    assert "Graded 2 submissions of 4" in capsys.readouterr().out
    assert run(folder, "--keep best") == 0
    assert points(folder) == {"Ann Lee": "14", "Bob Ray": "14"}
    assert "the best one counts" in capsys.readouterr().out
    assert run(folder) == 0
    assert points(folder)["Ann Lee"] == "14", "that is remembered"
    assert "From earlier runs: keep best; --forget NAME" in capsys.readouterr().out
    text = "sid,submission,question,points\n00123,submission_1,,\n"
    folder.joinpath("which.csv").write_text(text, encoding="utf-8")
    assert run(folder, "--overrides {top}/which.csv") == 0
    assert points(folder)["Ann Lee"] == "2"
    assert run(folder, "--forget overrides --forget keep") == 0
    assert points(folder)["Ann Lee"] == "0"


def test_what_was_said_once_is_remembered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the file has gone; what has changed since is told, and what is dropped."""
    gradebook = folder / "gradebook.csv"
    assert run(folder, "--canvas {top}/gradebook.csv --column 7 --due 2026-01-01") == 0
    filled = (folder / "out" / "canvas.csv").read_bytes()
    assert b"7002,1e5,,,14" in filled
    last = capsys.readouterr().out.splitlines()[-1]
    assert (
        last == "The points in canvas.csv are raw: nothing is taken off for lateness."
    )
    gradebook.unlink()
    assert run(folder) == 0
    assert (folder / "out" / "canvas.csv").read_bytes() == filled
    told = " ".join(capsys.readouterr().out.split())
    assert "From earlier runs: canvas " in told
    assert "column 7, due 2026-01-01T23:59:59" in told
    gradebook.write_text(GRADEBOOK.replace("Ann", "Anna"), encoding="utf-8")
    assert run(folder) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "was changed since; give --canvas again to read it anew." in told
    assert run(folder, "--forget canvas --forget column") == 0, "which goes with it"
    assert not (folder / "out" / "canvas.csv").exists()
    assert run(folder, "--forget canvas") == 2
    assert (
        "--forget canvas: the store has nothing of it; it has assignment and due"
        in (capsys.readouterr().err)
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_place_that_became_a_pipe_is_not_read(folder: Path) -> None:
    """It could keep the run waiting for ever; what was in the file is remembered."""
    gradebook = folder / "gradebook.csv"
    assert run(folder, "--canvas {top}/gradebook.csv --column 7") == 0
    filled = (folder / "out" / "canvas.csv").read_bytes()
    gradebook.unlink()
    os.mkfifo(gradebook)
    assert run(folder) == 0
    assert (folder / "out" / "canvas.csv").read_bytes() == filled


def test_feedback_stays_until_it_is_forgotten(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that sets points, say, takes nobody's page away, and grades none anew."""
    feedback = folder / "out" / "feedback"
    assert run(folder, "--feedback html") == 0
    pages = {page.name for page in feedback.glob("*.html")}
    assert len(pages) == 2
    capsys.readouterr()
    assert run(folder) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "feedback html" in told
    assert "Graded 0 submissions" in told
    assert {page.name for page in feedback.glob("*.html")} == pages
    assert run(folder, "--forget feedback") == 0
    assert not feedback.exists()


def test_lateness_is_taken_off_where_it_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bob came on the third of February; the last line says what the file has."""
    assert run(folder, "--late-points") == 2
    assert "--late-points needs what lateness takes off" in capsys.readouterr().err
    rule = ["--late-rule", "10 % a day, at most 50 %"]
    places = [str(folder / "export.zip"), "--out", str(folder / "out")]
    given = ["class", *places, "--assignment", str(QUICK), *rule]
    assert main(given) == 2
    assert "--late-rule needs --due TIME" in capsys.readouterr().err
    folder.joinpath("late.csv").write_text("sid,extension\n1e5,2 days\n", "utf-8")
    assert run(folder, "--late {top}/late.csv") == 2
    assert "late.csv:2: more time needs --due TIME" in capsys.readouterr().err
    lms = ["--canvas", str(folder / "gradebook.csv"), "--column", "7"]
    assert main([*given, "--due", "2026-02-01", *lms]) == 0
    assert b"7002,1e5,,,14" in (folder / "out" / "canvas.csv").read_bytes()
    assert run(folder, "--late-points") == 0
    assert b"7002,1e5,,,11.2" in (folder / "out" / "canvas.csv").read_bytes()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("The points in canvas.csv are what is left after lateness")


def test_a_change_of_points_runs_no_submission(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is counted anew, and the differences say so by student, question and tree."""
    shutil.copytree(QUICK, folder / "mine")
    assert run(folder, "--assignment {top}/mine --feedback html") == 0
    path = folder / "mine" / "assignment.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{value: 1, action: 1, visits: 1}", "{value: 5}"))
    capsys.readouterr()
    assert run(folder, "--assignment {top}/mine --changed") == 0, "another facet"
    assert "Graded 2 submissions of 4" in " ".join(capsys.readouterr().out.split())
    path.write_text(text.replace("{value: 1, action: 1, visits: 1}", "{value: 7}"))
    compare = "--assignment {top}/mine --changed --compare {top}/out"
    assert run(folder, compare) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Graded 0 submissions of 4" in told
    assert "Counted 2 submissions anew from the store" in told
    assert "Bob Ray: 18 of 18 -> 22 of 22 the points of the test were changed" in told
    changes = (folder / "out" / "changes.csv").read_text("utf-8").splitlines()
    assert changes[1].startswith(
        '"Ann Lee","00123","ann@school.edu","total","",0,18,0,22'
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no signals")
def test_a_kill_loses_nothing_of_what_was_changed(folder: Path) -> None:
    """The same again compares with what there was before the run that was killed."""
    out = folder / "out"
    assert run(folder) == 0
    text = "sid,question,text,points\n1e5,minimax,Names,-1\n"
    folder.joinpath("comments.csv").write_text(text, encoding="utf-8")
    compared = f"--comments {{top}}/comments.csv --compare {out}"
    assert killed_at(0, words(folder, compared)) == -signal.SIGKILL
    assert not (out / "changes.csv").exists()
    assert run(folder, compared) == 0
    with (out / "changes.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    told = [(row["sid"], row["question"], row["before"], row["after"]) for row in rows]
    assert told == [("1e5", "total", "14", "13"), ("1e5", "minimax", "6", "5")]
    assert run(folder, f"--compare {out}") == 0, "what was told once is not told again"
    assert (out / "changes.csv").read_bytes().count(b"\n") == 1


@pytest.mark.parametrize("visibility", ["hidden", "after_published"])
def test_a_change_of_visibility_runs_no_submission(
    folder: Path, capsys: pytest.CaptureFixture[str], visibility: str
) -> None:
    """Neither what is closed, nor what is opened again; pages show what may be seen."""
    shutil.copytree(QUICK, folder / "mine")
    asked = "--assignment {top}/mine --feedback html --changed"
    assert run(folder, asked) == 0
    page = folder / "out" / "feedback" / "submission_4.html"
    before = page.read_text("utf-8")
    assert SHOWN in before
    path = folder / "mine" / "assignment.yaml"
    text = path.read_text("utf-8")
    closed = text.replace("limits:", f"visibility: {visibility}\n    limits:")
    for changed, is_shown in ((closed, False), (text, True)):
        path.write_text(changed, encoding="utf-8")
        capsys.readouterr()
        assert run(folder, asked) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "Graded 0 submissions of 4" in told
        assert (SHOWN in page.read_text("utf-8")) is is_shown
        assert points(folder) == {"Ann Lee": "0", "Bob Ray": "14"}
    assert page.read_text("utf-8") == before


def test_two_maxima_have_no_mean(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither at the end of the run, nor on the page."""
    shutil.copytree(QUICK, folder / "mine")
    assert run(folder, "--assignment {top}/mine") == 0
    path = folder / "mine" / "assignment.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("visits: 2}", "visits: 3}"))
    capsys.readouterr()
    bob = "--assignment {top}/mine --changed --only submission_4"
    assert run(folder, bob) == 0
    assert "no mean is made of different maxima" in capsys.readouterr().out
    page = (folder / "out" / "class.html").read_text("utf-8")
    assert "Some were graded when the tests were worth something else" in page


def test_the_assignment_is_remembered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A later run that does not name it grades by no other one."""
    mine = folder / "mine"
    shutil.copytree(QUICK, mine)
    where = ["class", str(folder / "export.zip"), "--out", str(folder / "out")]
    assert main([*where, "--assignment", str(mine)]) == 0
    before = points(folder)
    capsys.readouterr()
    assert main(where) == 0
    assert points(folder) == before
    printed = " ".join(capsys.readouterr().out.split())
    assert f"From earlier runs: assignment {str(mine.resolve())[:40]}" in printed
    assert "Graded 0 submissions" in printed
    mine.rename(folder / "elsewhere")
    assert main(where) == 2
    assert "--assignment DIR says where" in capsys.readouterr().err
    assert main([*where, "--assignment", str(folder / "elsewhere")]) == 0
    assert points(folder) == before
    assert "Graded 0 submissions" in " ".join(capsys.readouterr().out.split())

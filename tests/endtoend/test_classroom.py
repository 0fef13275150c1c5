"""The command `class`: what it refuses before anything is graded, and one whole run."""

from __future__ import annotations

import csv
import errno
import json
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from autograder.classroom.course import Override
from autograder.classroom.store.store import Store
from autograder.commands.main import main
from tests.small import ROOT, right

UNITS = ROOT / "test_trees"
QUICK = ROOT / "tests" / "assignments" / "quick"
OVERRIDES = "sid,question,points\nann,minimx,3\n"
UNCLOSED = {  # by option; the quote opens in the second line of each
    "roster": 'name,sid\nann,"1\nbob,2\n',
    "comments": 'sid,text\nann,"Good\nbob,Fine\n',
    "overrides": 'sid,question,points,reason\nann,total,1,"late\nbob,total,2,oral\n',
    "late": 'sid,extension,reason\nann,2 days,"ill\nbob,1 day,ill\n',
    "requests": 'sid,text\nann,"Why?\nbob,How?\n',
    "canvas": 'Student,ID,Search (7)\nann,1,"\nbob,2,\n',
    "moodle": 'Identifier,Grade\nParticipant 1,"\nParticipant 2,\n',
}
WITHIN = 'sid,question,points,reason\nann,total,1,"late\nbob,total,2,oral"\n'
GRADEBOOK = "Student,ID,SIS User ID,SIS Login ID,Section,Search (7)\nAnn,1,,,,\n"


@pytest.fixture
def class_of_three(tmp_path: Path) -> Path:
    """Ann is right, Bob hands in the same, and Eve a zip that is none."""
    folder = tmp_path / "class"
    for name in ("ann", "bob"):
        (folder / name).mkdir(parents=True)
        for module in ("minimax", "alpha_beta"):
            shutil.copy(ROOT / "reference" / f"{module}.py", folder / name)
    (folder / "eve.zip").write_bytes(b"no zip")
    (tmp_path / "gradebook.csv").write_text(GRADEBOOK, encoding="utf-8")
    (tmp_path / "overrides.csv").write_text(OVERRIDES, encoding="utf-8")
    for name, text in {**UNCLOSED, "within": WITHIN}.items():
        (tmp_path / f"unclosed_{name}.csv").write_text(text, encoding="utf-8")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("a,b\n1,2\n", encoding="utf-8")
    return folder


REFUSED = {
    "--out": ("", "name a folder for the grades: --out DIR"),
    "within": (
        "--out {class}/grades",
        "lies among the submissions; name another --out",
    ),
    "above": ("--out {class}", "lies among the submissions; name another --out"),
    "full": ("--out {top}/full", "is not empty; name a new folder with --out"),
    "a file": ("--out {top}/gradebook.csv", "is a file; --out needs a folder"),
    "no column": ("--out {out} --canvas {top}/gradebook.csv", "needs --column 'Title"),
    "no gradebook": ("--out {out} --column 7", "--canvas CSV needs --column"),
    "another kind": ("--out {out} --as canvas", "expected a Canvas export"),
    "feedback": ("--out {out} --feedback canvas", "are no export of Canvas (folder)"),
    "published": (
        "--out {out} --published",
        "--published is for what students see: --feedback KIND, or --anonymous",
    ),
    "time": (
        "--out {out} --due yesterday",
        "--due yesterday: no such time; expected 20",
    ),
    "who": ("--out {out} --only bobb", "--only bobb: no student or submission"),
    "old": ("--out {out} --compare {top}/old", "there is no such store of a class"),
    "roster": ("--out {out} --roster {top}/x.csv", "No such file or directory"),
    "overrides": (
        "--out {out} --overrides {top}/gradebook.csv",
        "gradebook.csv:1: columns unknown: Student",
    ),
    "overrides of no question": (
        "--out {out} --overrides {top}/overrides.csv",
        "override of minimx for ann: there is no such question; did you mean minimax?",
    ),
    "roster without names": (
        "--out {out} --roster {top}/full/letter.txt",
        "no column fits; ",
    ),
    "assignment": (
        "--out {out} --assignment {top}/full",
        "/full/assignment.yaml: there is no such file; `./run_autograder new ",
    ),
    "canvas": (
        "--out {out} --canvas {top}/gradebook.csv --column Sarch",
        "--column Sarch: there is no such column",
    ),
    "moodle": ("--out {out} --moodle {top}/gradebook.csv", "has one (folder)"),
    "jobs": ("--out {out} --jobs 0", "expected a number from 1 to 64"),
    "address": ("--out {out} --cluster here", "expected the address of a scheduler"),
    "both": (
        "--out {out} --cluster tcp://[::1]:8786 --jobs 2",
        "leave out --jobs or --cluster",
    ),
    **{
        f"a quote that is never closed: {name}": (
            f"--out {{out}} --due 2026-11-22 --{name} {{top}}/unclosed_{name}.csv"
            + " --column 7" * (name == "canvas"),
            f"unclosed_{name}.csv:2:",
        )
        for name in UNCLOSED
    },
    "a row in a row": (
        "--out {out} --overrides {top}/unclosed_within.csv",
        "unclosed_within.csv:3:1: a row of bob stands within the quotes of the row in ",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(
    class_of_three: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """In one sentence, with status 2, and no folder is made."""
    text, said = REFUSED[name]
    assert status_of(class_of_three, text) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert len(shown.strip().splitlines()) == 1
    assert not (class_of_three.parent / "out").exists()


def status_of(submissions: Path, text: str) -> int:
    """The exit status of a run with these options, in which places are named."""
    places = {"class": submissions, "top": submissions.parent, "units": UNITS}
    places["out"] = submissions.parent / "out"
    options = [word.format(**places) for word in text.split(" ") if word]
    try:
        return main(["class", str(submissions), "--assignment", str(QUICK), *options])
    except SystemExit as end:
        return int(end.code or 0)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """DIR after the run of another class, in which Dora alone is, with an override."""
    top = tmp_path_factory.mktemp("earlier")
    shutil.copytree(right(), top / "class" / "dora")
    (top / "set.csv").write_text("sid,question,points\ndora,total,3\n", "utf-8")
    out = top / "out"
    assert status_of(top / "class", "--out {out} --overrides {top}/set.csv") == 0
    (out / "canvas.csv").mkdir()  # as if somebody had
    out.chmod(0o755)
    return out


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of three, graded: Ann and Bob have the same mistake, and Eve is right."""
    top = tmp_path_factory.mktemp("mistaken")
    wrong = ROOT / "tests" / "submissions" / "minimax_initial_zero"
    for name, source in (("ann", wrong), ("bob", wrong), ("eve", right())):
        shutil.copytree(source, top / "class" / name)
        (top / "class" / name / "expected.yaml").unlink(missing_ok=True)
    options = "--out {out} --explain 0 --feedback html"
    assert status_of(top / "class", options) == 0
    return top / "class"


def test_wrong_lines_are_looked_for_behind_all_points(
    mistaken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once for equal files; the store keeps of whom it was looked for."""
    out = tmp_path / "out"
    shutil.copytree(mistaken.parent / "out", out)
    grades = table(out)
    options = f"--out {out} --explain 3 --feedback html"
    assert status_of(mistaken, options) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Wrote grades.csv" in told.partition("All points are there.")[0]
    assert "wrong are looked for in 1 submission; --explain 0 leaves that out" in told
    assert told.endswith(
        "minimax: 2 students are not right; the lines to change were found for 2 of "
        "them: start value, where a value is made (2)."
    )
    named = {"minimax diagnosis": "start value, where a value is made: minimax.py:22"}
    assert table(out) == [
        {**row, **(named if row["name"] != "eve" else {})} for row in grades
    ]
    page = (out / "class.html").read_text("utf-8")
    place = "<code>minimax.py:22</code></a>"
    assert f'<a href="feedback/ann.html">{place}' in page
    assert f'<a href="feedback/bob.html">{place}' in page
    feedback = (out / "feedback" / "ann.html").read_text("utf-8")
    assert "With a change in line 22 alone" in feedback
    with closing(sqlite3.connect(out / "class.sqlite")) as base:
        rows = base.execute("SELECT explained FROM grading ORDER BY points").fetchall()
    assert rows == [(3.0,), (None,)]


def test_a_fault_in_looking_for_lines_changes_nothing(
    mistaken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told to who grades; the status, and all points, are as before."""
    out = tmp_path / "out"
    shutil.copytree(mistaken.parent / "out", out)
    before = table(out)
    with closing(sqlite3.connect(out / "class.sqlite")) as base, base:
        base.execute("UPDATE grading SET record = 'nothing'")
        base.execute("DELETE FROM meta WHERE name = 'seal'")
    assert status_of(mistaken, f"--out {out} --explain 3") == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "What is wrong was not looked for in bob: what the store has of its" in told
    assert table(out) == before


def table(out: Path) -> list[dict[str, str]]:
    """The rows of grades.csv."""
    with (out / "grades.csv").open(encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Each file and folder with its mode and its content."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in (folder, *folder.rglob("*"))
    }


LATER = {
    "another assignment": "--out {out} --assignment {units}/chance",
    "a folder in the way": "--out {out} --canvas {top}/gradebook.csv --column Search",
    "overrides of nobody's question": "--out {out} --overrides {top}/overrides.csv",
}


@pytest.mark.parametrize("name", [*REFUSED, *LATER])
def test_a_refused_run_changes_nothing(
    class_of_three: Path, earlier: Path, name: str
) -> None:
    """Of what an earlier run has left: students, overrides, files and modes."""
    out = class_of_three.parent / "out"
    shutil.copytree(earlier, out)
    before = everything(out)
    assert b"dora" in before["class.sqlite"][1]
    text = LATER[name] if name in LATER else REFUSED[name][0]
    assert status_of(class_of_three, text) == 2
    assert everything(out) == before


def test_overrides_of_before_that_fit_no_question(
    class_of_three: Path, earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are told before anything is graded, and nothing changes."""
    out = class_of_three.parent / "out"
    shutil.copytree(earlier, out)
    with Store(out) as store:
        store.override((Override("dora", "gone", 1.0, ""),))
    before = everything(out)
    assert status_of(class_of_three, "--out {out}") == 2
    told = capsys.readouterr().err
    assert told.startswith("override of gone for dora: there is no such question")
    assert everything(out) == before


def test_an_emptied_store_is_no_new_one(
    class_of_three: Path, earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its overrides would be forgotten without a word."""
    out = class_of_three.parent / "out"
    shutil.copytree(earlier, out)
    (out / "class.sqlite").write_bytes(b"")
    before = everything(out)
    assert status_of(class_of_three, "--out {out}") == 2
    assert "class.sqlite: the store is damaged (it is empty)" in capsys.readouterr().err
    assert everything(out) == before


def test_a_folder_that_may_not_be_written_is_told(
    class_of_three: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one of somebody else's, or on a disk that is only read."""

    def refuse(path: Path, _: int) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    out = class_of_three.parent / "out"
    with monkeypatch.context() as closed:
        closed.setattr(Path, "chmod", refuse)
        assert status_of(class_of_three, "--out {out}") == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{out}: you may not read and write it and its folder; get ")
    assert len(said.splitlines()) == 1


def test_an_empty_folder_stays_as_it_is(class_of_three: Path) -> None:
    """With its mode, where the run is refused."""
    out = class_of_three.parent / "out"
    out.mkdir(mode=0o755)
    before = everything(out)
    text = "--out {out} --overrides {top}/overrides.csv"
    assert status_of(class_of_three, text) == 2
    assert everything(out) == before


def test_a_cluster_needs_dask(
    class_of_three: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Which `./setup.sh --class` does not install."""
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    assert main(["class", str(class_of_three), "--cluster", "tcp://a:1"]) == 2
    said = "--cluster needs Dask: ./setup.sh --cluster installs it\n"
    assert capsys.readouterr().err == said


def test_a_dry_run_grades_nothing(
    class_of_three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose files are which; what cannot be read or used is told there already."""
    top = class_of_three.parent
    (top / "due.csv").write_text("sid,extension\nann,1 day\nzoe,1 day\n", "utf-8")
    options = ("--roster", "gradebook.csv", "--late", "due.csv", "--due", "2026-11-22")
    named = [str(top / each) if each[-4:] == ".csv" else each for each in options]
    assert main(["class", str(class_of_three), *named, "--dry-run"]) == 0
    shown = "".join(capsys.readouterr().out.split())  # lines end where paths are long
    for told in (
        "gradebook.csv: 1 row read, all used",
        'due.csv: 2 rows read, 1 used, 1 not matched (line 3, "zoe")',
        "a folder, 3 submissions, 3 students",
        "eve.zip is no zip that can be read",
    ):
        assert "".join(told.split()) in shown
    assert [*class_of_three.parent.glob("**/class.sqlite")] == []


def test_a_whole_run(class_of_three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All files, closed to others; equal contents once; no zero for what is no zip."""
    out = class_of_three.parent / "out"
    asked = [
        "class",
        str(class_of_three),
        "--out",
        str(out),
        "--assignment",
        str(QUICK),
    ]
    assert main(asked) == 0
    told = capsys.readouterr()
    assert "Graded 1 submission of 3" in told.out
    assert told.err == (
        "cannot be read: eve: eve.zip is no zip that can be read: unpack it into a "
        "folder, or ask for it again\n"
    )
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    most = rows["ann"]["max"]
    assert [rows[n]["points"] for n in ("ann", "bob", "eve")] == [most, most, ""]
    assert rows["eve"]["status"].startswith("cannot be read; ")
    ann, bob = (out / "results" / f"{name}.json" for name in ("ann", "bob"))
    assert json.loads(ann.read_text()) == json.loads(bob.read_text())
    for path in (out, *out.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (out / "canvas.csv").write_text("grades of before", encoding="utf-8")
    assert main(asked) == 0
    assert "Graded 0 submissions of 3" in capsys.readouterr().out
    assert not (out / "canvas.csv").exists()
    for path, content in before.items():
        assert path.suffix == ".sqlite" or path.read_bytes() == content
    gradebook = class_of_three.parent / "gradebook.csv"
    assert main([*asked, "--canvas", str(gradebook), "--column", "7"]) == 1
    assert "ann has a grade and no row in" in capsys.readouterr().err
    assert (out / "canvas.csv").read_bytes() == gradebook.read_bytes()

"""grade.py, for who has no bash; and the grader where what Unix has is missing."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.commands.main import NOT_ON_WINDOWS
from autograder.report.terminal import NO_WALLS
from autograder.venv import finished, making
from autograder.venv.finished import DEV, GRADING, OF_MODE
from autograder.venv.making import Environment, SetupError
from tests.small import ROOT, total

NO_TOOLS = {"PATH": "/nonexistent"}
TYPED = ("python" if sys.platform == "win32" else "python3") + " grade.py"
STAMPED = (ROOT / ".venv" / "grading.stamp").exists()
LOOP = """\
def max_value(game, state):
    while True:
        pass
min_value = minimax_search = max_value
"""


def graded_as_on_windows(submission: Path, results: Path) -> dict[str, dict[str, Any]]:
    """The tests of a submission, by tree, without all that Unix alone has."""
    missing, start = "tests/unix_missing.py", "autograder/commands/start.py"
    done = subprocess.run(
        [
            *(sys.executable, "-I", missing, start, "grade.py", submission),
            *("--assignment", ROOT / "tests" / "assignments" / "quick"),
            *("--question", "minimax", "--trust-submissions", "--no-counterexample"),
            *("--results", results, "--page", results.with_suffix(".html")),
        ],
        cwd=ROOT,
        env=NO_TOOLS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"\n{NO_WALLS}\n")
    assert results.with_suffix(".html").stat().st_size > 0
    return {
        test["extra_data"]["tree"]: test
        for test in json.loads(results.read_bytes())["tests"]
    }


def test_without_unix_the_reference_has_full_marks(tmp_path: Path) -> None:
    """No fork, no signals but those of C, no limits, no users; plain processes do."""
    tests = graded_as_on_windows(ROOT / "reference", tmp_path / "results.json")
    assert len(tests) == 2
    assert all(test["score"] == test["max_score"] for test in tests.values())


def test_without_unix_what_is_wrong_is_told(tmp_path: Path) -> None:
    """A loop ends by itself, and a crash has its line."""
    (tmp_path / "minimax.py").write_text(LOOP)
    tests = graded_as_on_windows(tmp_path, tmp_path / "results.json")
    assert {test["extra_data"]["verdict"] for test in tests.values()} == {"timed_out"}
    (tmp_path / "minimax.py").write_text(LOOP.replace("while True", "if 1 / 0"))
    tests = graded_as_on_windows(tmp_path, tmp_path / "results.json")
    headlines = [test["output"].splitlines()[0] for test in tests.values()]
    assert all("ZeroDivisionError" in headline for headline in headlines)
    assert all("(minimax.py:2)" in headline for headline in headlines)


@pytest.mark.parametrize("command", NOT_ON_WINDOWS)
def test_without_unix_a_class_and_zips_are_refused_at_once(
    command: str, tmp_path: Path
) -> None:
    """One sentence says why, and where they work; nothing is written."""
    done = subprocess.run(
        [
            *(sys.executable, "-I", "tests/unix_missing.py"),
            *("autograder/commands/start.py", "run_autograder", command),
            *{"class": ("reference", "--out"), "try_zip": ("a.zip",)}.get(command, ()),
            tmp_path / "out",
        ],
        cwd=ROOT,
        env=NO_TOOLS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{command} does not work on Windows, since ")
    assert "use WSL or a container" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """What a student unpacks, in a folder with a space and a letter beyond ASCII."""
    folder = tmp_path / "mein Übungsblatt"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder", folder / "autograder", ignore=ignored)
    shutil.copytree(ROOT / "tests" / "assignments" / "quick", folder / "test_trees")
    for name in ("grade.py", *OF_MODE[DEV]):
        shutil.copy(ROOT / name, folder)
    work = folder / "mine"
    work.mkdir()
    shutil.copy(ROOT / "reference" / "minimax.py", work)
    return folder


def run_grade(
    project: Path, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run it from another folder, with nothing on PATH."""
    return subprocess.run(
        [sys.executable, str(project / "grade.py"), *arguments],
        cwd=project.parent,
        env=NO_TOOLS | {"PYTHONUTF8": "1"} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_at_home_it_grades_without_walls_and_says_so(project: Path) -> None:
    """As on Windows and macOS, with no flag: the code is the student's own."""
    start = project / "autograder" / "commands" / "start.py"
    done = subprocess.run(
        [
            *(sys.executable, "-I", ROOT / "tests" / "unix_missing.py", start),
            *("grade.py", project / "mine", "--question", "minimax"),
        ],
        cwd=project,
        env=NO_TOOLS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\n{NO_WALLS}\n" in done.stdout


@pytest.mark.skipif(not STAMPED, reason="this checkout has no .venv")
def test_it_grades_without_bash_path_and_network(project: Path) -> None:
    """Once .venv is there; the status and the options are those of the grader."""
    (project / ".venv").symlink_to(ROOT / ".venv")
    done = run_grade(project, str(project / "mine"), "--question", "minimax")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].split()[:2] == ["✓", "minimax"]
    assert f"{TYPED} '" in " ".join(done.stdout.split())
    assert run_grade(project, "mine", "--tre").returncode == 2


@pytest.mark.skipif(not STAMPED, reason="this checkout has no .venv")
def test_alone_it_grades_what_is_there(project: Path) -> None:
    """From wherever it is started; the folder is named, and options may follow."""
    (project / ".venv").symlink_to(ROOT / ".venv")
    (project / "student_template").mkdir()
    shutil.copy(ROOT / "student_template" / "minimax.py", project / "student_template")
    done = run_grade(project, "--question", "minimax")
    assert (done.returncode, done.stderr) == (0, f"grading {project / 'mine'}\n")
    assert total(done.stdout) == "6/6"
    assert f"{TYPED} --question minimax --page" in " ".join(done.stdout.split())


OFFLINE = """\
#!/bin/sh
case "$*" in
*"-m venv"*) mkdir -p .venv/bin; : >.venv/pyvenv.cfg; cp "$0" .venv/bin/python ;;
*"-m pip"*) echo "no route to host"; exit 1 ;;
esac
"""


def test_without_a_network_one_sentence_says_so(
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With what pip said last; and what is left is mended by the next run."""
    python = tmp_path / "python"
    python.write_text(OFFLINE)
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    assert making.run_within(project, "grade.py", ["mine"]) == 1
    first, failed, pip, last = capsys.readouterr().err.splitlines()
    assert first.startswith("Setting up .venv with Python 3.")
    assert failed.startswith("setup: this failed: ")
    assert pip == "    no route to host"
    assert last.startswith("grade.py: could not finish .venv (is the network reach")
    assert (project / ".venv" / "unfinished").exists()


def test_a_python_that_makes_no_venv_is_told() -> None:
    """As Debian's is, without its package; nothing is begun then."""
    with pytest.raises(SetupError, match="cannot make virtual environments") as told:
        making.require_venv("/bin/false")
    assert told.value.status == 2


@pytest.mark.parametrize("newest, said", [((3, 9), True), ((9, 9), False)])
def test_a_python_newer_than_tested_is_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    newest: tuple[int, int],
    *,
    said: bool,
) -> None:
    """It is tried all the same."""
    tried = []
    monkeypatch.setattr(making, "NEWEST", newest)
    monkeypatch.setattr(making, "require_venv", lambda _: None)
    monkeypatch.setattr(Environment, "finish", lambda _, *what: tried.append(what))
    making.make_if_missing(Environment(tmp_path))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert tried == [(GRADING, sys.executable, version)]
    assert ("is newer than those with which" in capsys.readouterr().err) is said


def test_an_old_python_reads_what_tells_that_it_is_old() -> None:
    """Whatever it cannot read stands in other files."""
    text = (ROOT / "grade.py").read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 4))
    program = (
        "import runpy, sys; sys.version_info = (3, 9); "
        "runpy.run_path('grade.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        f"grade.py: it needs Python 3.10 or newer, and this is 3.9 ({sys.executable})\n"
    )


def test_on_windows_the_interpreter_lies_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where `python -m venv` puts it there; it is started, and its status is ours."""
    started: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str]) -> None:
            started.append(command)
            self._interrupted = False

        def __enter__(self) -> Process:  # noqa: PYI034 - Self came with Python 3.11
            return self

        def __exit__(self, *_: object) -> None:
            """It has ended."""

        def wait(self) -> int:
            """The first time it is told of Ctrl-C, as the process is itself."""
            if not self._interrupted:
                self._interrupted = True
                raise KeyboardInterrupt
            return 130

    monkeypatch.setattr(making, "WINDOWS", True)
    monkeypatch.setattr(finished, "PYTHON", ("Scripts", "python.exe"))
    monkeypatch.setattr(making, "make_if_missing", lambda _: None)
    monkeypatch.setattr(subprocess, "Popen", Process)
    assert making.run_within(tmp_path, "grade.py", ["mine"]) == 130
    ((python, *_, name, argument),) = started
    assert python == os.fspath(tmp_path / ".venv" / "Scripts" / "python.exe")
    assert (name, argument) == ("grade.py", "mine")

"""docs/gradebooks.md: each command runs on a made-up class."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.kinds import all as assignments
from benchmarks import course, homework
from tests.small import PYTHON, ROOT, environment

DOCUMENT = ROOT / "docs" / "gradebooks.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n\./run_autograder (.*?)\n```", TEXT)
(OVERRIDES,) = re.findall(r"```text\n(sid.*?)```", TEXT, re.DOTALL)


@pytest.fixture(scope="module")
def classes() -> Iterator[Path]:
    """Two students each, in an export of Canvas and one of Moodle; one in German."""
    assignment = assignments.load(ROOT / "test_trees")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for kind in ("canvas", "moodle"):
            made = course.made(assignment, 2, kind, seed=3)
            work = dict.fromkeys(made.work, homework.folder(ROOT / "student_template"))
            course.write(folder / kind, replace(made, work=work), kind)
        worksheet = folder / "moodle" / "worksheet.csv"
        text = worksheet.read_text(encoding="utf-8")
        text = text.replace("Identifier", "ID", 1).replace(",Grade,", ",Bewertung,", 1)
        text = text.replace("Participant", "Teilnehmer/in")
        (folder / "moodle" / "german.csv").write_text(text, encoding="utf-8")
        (folder / "overrides.csv").write_text(OVERRIDES, encoding="utf-8")
        yield folder


def words(command: str, folder: Path) -> list[str]:
    """A command with the files of a class in the places that it leaves open."""
    kind = "moodle" if "--moodle" in command else "canvas"
    worksheet = "german.csv" if "Bewertung" in command else "worksheet.csv"
    meant = {
        "SUBMISSIONS": folder / kind / "submissions.zip",
        "DIR": folder / f"{kind}_out",
        "GRADEBOOK.csv": folder / kind / "gradebook.csv",
        "WORKSHEET.csv": folder / kind / worksheet,
        "overrides.csv": folder / "overrides.csv",
        "Search (123)": course.COLUMN,
    }
    return [str(meant.get(word, word)) for word in shlex.split(command)]


def test_there_are_commands() -> None:
    """A changed document cannot silently lose what the next test reads."""
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(command: str, classes: Path) -> None:
    """And changes the cells of grades alone, where it fills in a file."""
    done = subprocess.run(
        [*PYTHON, *words(command, classes)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

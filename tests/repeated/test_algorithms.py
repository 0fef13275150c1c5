"""Pages that build something: their files and commands, in order, in a new project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.kinds import all as assignments
from tests.small import ROOT, environment, without_layers
from tests.transcripts import agrees, shortened

PAGES = {
    "algorithms": (6, 5),
    "games": (2, 2),
    "tables": (6, 3),
}  # their files, and their commands
PART = re.compile(
    r"`([\w/.]+)`:\n\n```\w+\n(.*?)```|```console\n(.*?)```", re.DOTALL
)  # a file, or what a terminal shows
COMMAND = re.compile(
    r"^\$ ./run_autograder ([^\n]+)\n(.*?)(?=^\$ |\Z)", re.MULTILINE | re.DOTALL
)
HELD = (  # of what is there before
    "autograder",
    *("reference/games", "reference/lazy", "reference/misconceptions"),
)
FILES = ("student_template/README.md", "requirements.txt", "constraints.txt")
SCRIPTS = ("setup.sh", "run_autograder", "grade.py", "LICENSE")


def new_project(folder: Path) -> Path:
    """One without any algorithm."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in HELD:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in (*FILES, *SCRIPTS):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_a_question_is_added_as_the_page_says(page: str, tmp_path: Path) -> None:
    """From the reference to the report or the zips, and what is printed on the way."""
    text = text_of(page)
    files = [name for name, _, _ in PART.findall(text) if name]
    replayed = [*replay(text, new_project(tmp_path))]
    for command, shown, printed in replayed:
        kept = without_layers if command.startswith("grade") else str
        assert agrees(kept(shown), kept(printed)), command
    assert (len(files), len(replayed)) == PAGES[page]


def text_of(page: str) -> str:
    """A page."""
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def replay(text: str, project: Path) -> Iterator[tuple[str, str, str]]:
    """Each command of a page, what it shows and what is printed in a project."""
    for name, content, console in PART.findall(text):
        if name:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(content, encoding="utf-8")
        for command, shown in COMMAND.findall(console):
            done = subprocess.run(
                [sys.executable, "-m", "autograder", *command.split()],
                cwd=project,
                env=environment(PYTHONPATH=str(project)),
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert done.stderr == "", (command, done.stderr)
            yield command, shown, done.stdout


def renew() -> None:
    """Write what the commands print anew."""
    for page in PAGES:
        text = text_of(page)
        with TemporaryDirectory() as folder:
            for command, shown, printed in replay(text, new_project(Path(folder))):
                head = f"$ ./run_autograder {command}\n"
                ending = "\n" if shown.endswith("\n\n") else ""
                kept = shortened(shown, f"{printed}{ending}")
                text = text.replace(f"{head}{shown}", f"{head}{kept}")
        (ROOT / "docs" / f"{page}.md").write_text(text, encoding="utf-8")


def test_extra_credit_is_an_assignment(tmp_path: Path) -> None:
    """What docs/grades.md shows can be loaded, and four trees are 24 points."""
    text = (ROOT / "docs" / "grades.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "assignment.yaml").write_text(found)
    for name in ("trees/1", "trees/2", "trees/3", "trees/4", "hard/1"):
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text("tree: [[1, 2], 3]")
    assert assignments.load(tmp_path).max_points() == 24 + 6

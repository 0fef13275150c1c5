"""The command `misconceptions`: what it lists, and the submissions that it writes."""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from pathlib import Path

import pytest

from autograder.commands import misconceptions
from autograder.errors import AssignmentError
from tests.matrices import FIGURE
from tests.small import ROOT, run

ONE = ROOT / "tests" / "assignments" / "one"
TITLE = "MIN's states get the average of their children"
ASSIGNMENT = """\
questions:
  - {name: minimax, points: {value: 1}, trees: [figure.yaml]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An assignment of minimax on AIMA's figure."""
    (tmp_path / "figure.yaml").write_text(FIGURE, encoding="utf-8")
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT, encoding="utf-8")
    return tmp_path


def ran(folder: Path, write: Path | None = None) -> None:
    """The command, on all questions."""
    options = Namespace(assignment=folder, question=None, write=write)
    assert misconceptions.run(options) == 0


def test_each_is_listed_with_its_title(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line each."""
    ran(folder)
    head, *names = capsys.readouterr().out.splitlines()
    assert head == f"minimax: {len(names)} misconceptions"
    assert f"  average_at_min: {TITLE}" in names


def test_each_is_written_as_a_submission(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder a mistake, with the module and its title."""
    written = tmp_path / "written"
    ran(folder, written)
    paths = sorted(written.glob("*/*"))
    assert capsys.readouterr().out == f"minimax: wrote {len(paths)} submissions\n"
    assert {path.name for path in paths} == {"minimax.py"}
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert all(ast.get_docstring(ast.parse(text)) for text in texts)
    text = (written / "average_at_min" / "minimax.py").read_text(encoding="utf-8")
    assert text.startswith(f'"""{TITLE}.\n\n')


def test_what_is_in_the_folder_stays(folder: Path) -> None:
    """A folder in which there is something is refused."""
    with pytest.raises(AssignmentError, match="there is something in it; name a new"):
        ran(folder, folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "assignment.yaml",
        "figure.yaml",
    ]


def test_a_folder_that_is_not_empty_is_refused_with_status_2(folder: Path) -> None:
    """In one line, before anything is made."""
    done = run("misconceptions", folder, "--write", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{folder}: there is something in it; name a new folder\n"


def test_what_is_written_is_graded_and_loses_points(tmp_path: Path) -> None:
    """On the assignment for which it was made."""
    ran(ONE, tmp_path / "written")
    submission = tmp_path / "written" / "average_at_min"
    results = tmp_path / "results.json"
    done = run(submission, "--assignment", ONE, "--results", results)
    assert done.returncode == 0, done.stderr
    tests = json.loads(results.read_bytes())["tests"]
    assert "failed" in {test.get("status") for test in tests}

"""The command `misconceptions`: what it lists, and the submissions that it writes."""

from __future__ import annotations

import ast
import json
import re
from argparse import Namespace
from pathlib import Path

import pytest

from autograder.commands import misconceptions
from autograder.commands.misconceptions import folder_of
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


def test_each_is_listed_with_its_title_and_its_styles(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that show on some tree: the figure does not show a start at -100."""
    ran(folder)
    head, *lines = capsys.readouterr().out.splitlines()
    names = [line for line in lines if not line.startswith("    ")]
    assert head == f"minimax: {len(names)} misconceptions"
    assert names == sorted(names)
    assert f"  average_at_min: {TITLE}" in names
    styles = lines[lines.index(f"  average_at_min: {TITLE}") + 1]
    assert re.fullmatch(r"    \d styles: textbook, .+ and \d more", styles)
    assert not [name for name in names if name.startswith("  initial_100:")]


def test_each_is_written_as_a_submission(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder a mistake and a style, with the module, its title and its style."""
    written = tmp_path / "written"
    ran(folder, written)
    paths = sorted(written.glob("*/*/*"))
    assert capsys.readouterr().out == f"minimax: wrote {len(paths)} submissions\n"
    assert {path.name for path in paths} == {"minimax.py"}
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert all(ast.get_docstring(ast.parse(text)) for text in texts)
    place = written / "average_at_min"
    assert {"textbook", "helper"} <= {path.name for path in place.iterdir()}
    text = (place / "helper" / "minimax.py").read_text(encoding="utf-8")
    assert text.startswith(f'"""{TITLE}.\n\n')
    assert "In the style: helper.\n" in text


def test_what_is_in_the_folder_stays(folder: Path) -> None:
    """A folder in which there is something is refused."""
    with pytest.raises(AssignmentError, match="there is something in it; name a new"):
        ran(folder, folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "assignment.yaml",
        "figure.yaml",
    ]


def test_a_style_is_a_folder_that_any_shell_can_name() -> None:
    """Without spaces, commas and capitals."""
    assert folder_of("strict, root_separate") == "strict+root_separate"
    assert folder_of("equality at MAX, strict at MIN") == (
        "equality_at_max+strict_at_min"
    )


def test_a_folder_that_is_not_empty_is_refused_with_status_2(folder: Path) -> None:
    """In one line, before anything is made."""
    done = run("misconceptions", folder, "--write", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{folder}: there is something in it; name a new folder\n"


def test_what_is_written_is_graded_as_the_mistake_that_it_is(tmp_path: Path) -> None:
    """On the assignment for which it was made: the diagnosis has its name.

    In each of three shapes. What looks alike on one tree is named together.
    """
    ran(ONE, tmp_path / "written")
    for style in ("textbook", "helper", "comprehensions"):
        submission = tmp_path / "written" / "average_at_min" / style
        assert diagnoses(submission) == {"average_at_min"}, style
    (key,) = diagnoses(tmp_path / "written" / "max_at_every_level" / "textbook")
    alike = str(key).split(" or ")
    assert len(alike) > 1
    assert "max_at_every_level" in alike


def diagnoses(submission: Path) -> set[str | None]:
    """The keys of the diagnoses that the grader's report has of a submission."""
    results = submission.parent / "results.json"
    done = run(submission, "--assignment", ONE, "--results", results)
    assert done.returncode == 0, done.stderr
    tests = json.loads(results.read_bytes())["tests"]
    return {test["extra_data"]["diagnosis"] for test in tests if "extra_data" in test}

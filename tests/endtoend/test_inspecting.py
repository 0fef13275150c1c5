"""What `bundle` looks at before it packs, and what it says of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.commands.bundle import (
    EQUAL,
    REFUSED,
    SAME_ROW,
    SHOWN_ELSEWHERE,
    SOLVED,
    leak_sentences,
)
from autograder.kinds.all import assignment_with_answers, load
from tests.small import ROOT, make_assignment, run

TWO_QUESTIONS = """\
questions:
- {name: minimax, points: {value: 1}, trees: [open.yaml]}
- name: alpha_beta
  points: {value: 1}
  visibility: hidden
  trees: [secret.yaml]
"""
OPEN = "tree: [[3, 12], [2, 4]]"
TWIN = "title: Another\ntree: {R: {X: {X1: 3, X2: 12}, Y: {Y1: 2, Y2: 4}}}"
OTHER = "tree: [[3, 12], [2, 5]]"


def course(folder: Path, secret: str, text: str = TWO_QUESTIONS) -> Path:
    """An assignment with a visible and a hidden tree, and its answers."""
    files = {"assignment.yaml": text, "open.yaml": OPEN, "secret.yaml": secret}
    for name, content in files.items():
        (folder / name).write_text(content)
    assert run("answers", folder).returncode == 0
    return folder


@pytest.mark.parametrize(
    "secret, text, sentence, values",
    [
        (TWIN, TWO_QUESTIONS, EQUAL, ("alpha_beta", "open")),
        (
            OTHER,
            TWO_QUESTIONS.replace("open.yaml", "secret.yaml"),
            SHOWN_ELSEWHERE,
            ("alpha_beta", "minimax"),
        ),
    ],
)
def test_a_hidden_tree_that_students_see(
    tmp_path: Path, secret: str, text: str, sentence: str, values: tuple[str, str]
) -> None:
    """Told at its `trees`, and refused; with --anyway it is told, and packed."""
    folder = course(tmp_path, secret, text)
    told = sentence.format(f"{folder / 'assignment.yaml'}:6:3: secret", *values)
    zips = tmp_path / "zips"
    done = run("bundle", zips, "--assignment", folder)
    assert (done.returncode, done.stderr.splitlines()) == (2, [told, REFUSED])
    assert not zips.exists()
    done = run("bundle", zips, "--assignment", folder, "--anyway")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, told)
    assert (zips / "student.zip").is_file()


def test_hidden_trees_of_their_own_are_fine(tmp_path: Path) -> None:
    """One other leaf makes another tree."""
    assignment = assignment_with_answers(load(course(tmp_path, OTHER)))
    template = ROOT / "student_template"
    stubs = {name: template / name for name in ("minimax.py", "alpha_beta.py")}
    assert list(leak_sentences(assignment, stubs)) == []


def test_a_hidden_row_that_students_see(tmp_path: Path) -> None:
    """At its own line; another argument makes another row."""
    (tmp_path / "assignment.yaml").write_text(
        "questions:\n"
        "- name: backup1\n"
        "  kind: table\n"
        "  module: minimax_dfs\n"
        "  points: {result: 1}\n"
        "  rows: [{of: [max, 2, 5], is: 5}]\n"
        "- name: secret\n"
        "  kind: table\n"
        "  module: minimax_dfs\n"
        "  function: backup1\n"
        "  points: {result: 1}\n"
        "  visibility: hidden\n"
        "  rows:\n"
        "  - {of: [max, 5, 2], is: 5}\n"
        "  - {of: [max, 2, 5], is: 5}\n"
    )
    place = f"{tmp_path / 'assignment.yaml'}:15:5"
    told = SAME_ROW.format(place, "secret", "backup1('max', 2, 5)")
    assert run("answers", tmp_path).returncode == 0
    stubs = {"minimax_dfs.py": ROOT / "student_template" / "minimax_dfs.py"}
    assert list(leak_sentences(assignment_with_answers(load(tmp_path)), stubs)) == [
        told
    ]


def test_a_solution_left_in_a_stub(tmp_path: Path) -> None:
    """It is graded as students' files are, and named with what it is right on."""
    assignment = assignment_with_answers(load(make_assignment(tmp_path, {})))
    stub = tmp_path / "minimax.py"
    shutil.copy(ROOT / "reference" / "minimax.py", stub)
    told = SOLVED.format(stub, "minimax", "fig_5_2")
    assert list(leak_sentences(assignment, {"minimax.py": stub})) == [told]

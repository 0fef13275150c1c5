"""Neither zip has the rules of a game that students are asked to write."""

from __future__ import annotations

import zipfile
from pathlib import Path

from autograder.commands.bundle import RULES_INSIDE
from autograder.kinds import all as assignments
from tests.small import run
from tests.unitgrading import TREES


def test_no_zip_has_the_rules(tmp_path: Path) -> None:
    """Neither the reference's game nor a right one."""
    done = run(
        *("bundle", tmp_path / "zips", "--with-reference"),
        *("--assignment", TREES / "modelling"),
    )
    assert done.returncode == 0, done.stderr
    found = assignments.load(TREES / "modelling")
    for name in ("autograder", "student"):
        with zipfile.ZipFile(tmp_path / "zips" / f"{name}.zip") as archive:
            held = archive.namelist()
        assert not [each for each in held if "reference/games/" in each]
        modules = [question.module for question in found.all_questions()]
        assert not [m for m in modules if f"reference/{m}.py" in held]


def test_a_tree_that_needs_the_rules_is_not_packed(tmp_path: Path) -> None:
    """A large game of the same name is in another question."""
    (tmp_path / "course").mkdir()
    tree = "game: tic_tac_toe\nboard: X.O......\ndepth: 2\n"
    (tmp_path / "course" / "large.yaml").write_text(tree, encoding="utf-8")
    text = "questions:\n- name: tic_tac_toe\n  kind: game\n  game: tic_tac_toe\n"
    text += "  points: {actions: 1}\n  lines: {a: {to: 1}}\n"
    text += "- name: depth_limited\n  points: {value: 1}\n  trees: [large.yaml]\n"
    (tmp_path / "course" / "assignment.yaml").write_text(text, encoding="utf-8")
    assert run("answers", tmp_path / "course").returncode == 0
    done = run("bundle", tmp_path / "zips", "--assignment", tmp_path / "course")
    told = RULES_INSIDE.format(
        tmp_path / "zips" / "autograder.zip", "games/tic_tac_toe.py", "tic_tac_toe"
    )
    assert (done.returncode, done.stderr.strip()) == (2, told)
    assert not (tmp_path / "zips" / "student.zip").exists()

"""Neither zip has the rules of a game that students are asked to write."""

from __future__ import annotations

import zipfile
from pathlib import Path

from autograder.commands.bundle import RULES_INSIDE, SHOWN_POSITION
from autograder.kinds import all as assignments
from autograder.project import REFERENCE
from tests.small import run
from tests.unitgrading import TREES


def who_plays(zips: Path) -> None:
    """Students have no search, and are told where the question is graded."""
    with zipfile.ZipFile(zips / "autograder.zip") as archive:
        held = archive.read("test_trees/answers/minimax.player")
    assert held == (REFERENCE / "minimax.py").read_bytes()
    with zipfile.ZipFile(zips / "student.zip") as archive:
        names = archive.namelist()
        (readme,) = (n for n in names if n.count("/") == 1 and n.endswith("README.md"))
        told = archive.read(readme).decode()
        every = b"".join(map(archive.read, names))
    assert b"The largest value among the successors of `state`." not in every
    assert "without yours this question is graded there only" in told


def test_no_zip_has_the_rules(tmp_path: Path) -> None:
    """Neither the reference's game nor a right one; one has who plays on them."""
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
    who_plays(tmp_path / "zips")


def test_a_tree_that_shows_hidden_lines_is_not_packed(tmp_path: Path) -> None:
    """Two moves of Nim are visible as a tree, one move as lines."""
    (tmp_path / "course").mkdir()
    tree = "game: nim\npiles: [2, 2]\ncanonical: true\n"
    (tmp_path / "course" / "small.yaml").write_text(tree, encoding="utf-8")
    text = "questions:\n- name: ii_nim\n  kind: game\n  game: nim\n"
    text += "  options: {piles: [2, 2], canonical: true}\n  parts:\n"
    text += "  - {points: {actions: 1}, lines: {a: {to: 1}}}\n"
    text += "  - {points: {actions: 1}, visibility: hidden, lines: {b: {to: 4}}}\n"
    text += "- name: minimax\n  points: {value: 1}\n  trees: [small.yaml]\n"
    (tmp_path / "course" / "assignment.yaml").write_text(text, encoding="utf-8")
    assert run("answers", tmp_path / "course").returncode == 0
    command = ("bundle", tmp_path / "zips", "--assignment", tmp_path / "course")
    done = run(*command)
    assert done.returncode == 2
    place = f"{tmp_path / 'course' / 'assignment.yaml'}:2:3"
    told = SHOWN_POSITION.format(place, "ii_nim", "(0,1)-A", "small")
    assert done.stderr.startswith(told)
    assert not (tmp_path / "zips" / "student.zip").exists()
    assert run(*command, "--anyway").returncode == 0


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

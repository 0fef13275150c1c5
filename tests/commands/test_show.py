"""The command `show`: which tree is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.commands.main import main
from tests.cases import for_each
from tests.small import ROOT

LECTURES = ROOT / "test_trees" / "lectures"


@for_each(
    "name",
    ["aima_fig_5_2", "lectures/aima_fig_5_2", "aima*", LECTURES / "aima_fig_5_2.yaml"],
)
def test_a_tree_goes_by_its_name(
    capsys: pytest.CaptureFixture[str], name: str | Path
) -> None:
    """By the last part of it, as in the table, or by its file."""
    assert main(["show", str(name)]) == 0
    assert "├─ a2→C ▽: c1→C1=2 c2→C2=4 c3→C3=6\n" in capsys.readouterr().out


def test_a_name_is_one_of_the_assignment(capsys: pytest.CaptureFixture[str]) -> None:
    """Trees of a unit go by their names in it."""
    unit = str(ROOT / "test_trees" / "players")
    assert main(["show", "aima_fig_5_2"]) == 0
    assert main(["show", "aima_fig_5_2", "--assignment", unit]) == 2
    assert "aima_fig_5_2: there is no such tree; did you mean " in (
        capsys.readouterr().err
    )


def test_the_conventions_of_a_course_are_looked_for_in_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of its own is meant before the project's of the same name."""
    mine = tmp_path / "reference" / "conventions"
    mine.mkdir(parents=True)
    tree = tmp_path / "tie.yaml"
    tree.write_text("tree: [[3, 12], [3, 4], [2, 1]]")
    for name, whose in (("strict", "equality"), ("lazy", "strict")):
        text = _convention(whose)
        (mine / f"{name}.py").write_text(text)
    shown = {}
    for name in ("strict", "lazy"):
        assert main(["show", str(tree), "--convention", name]) == 0
        shown[name] = capsys.readouterr().out
    assert "G=3 ×H=4" in shown["strict"], "the course's own cuts on equality"
    assert "G=3 H=4" in shown["lazy"]
    assert main(["show", str(tree), "--convention", "none"]) == 2
    assert "lazy" in capsys.readouterr().err


def _convention(name: str) -> str:
    """The text of one that the project has; equality is the reference's own."""
    own = ROOT / "reference" / "alpha_beta.py"
    folder = ROOT / "reference" / "conventions"
    return (own if name == "equality" else folder / f"{name}.py").read_text()


@for_each(
    "name, told",
    [
        ("aima_fig", "there is no such tree; did you mean aima_fig_5_2"),
        (
            "cs188*",
            "expected one tree, found lectures/cs188_minimax, lectures/cs188_alpha",
        ),
        ("none.yaml", "none.yaml:1:1: cannot be read: No such file"),
    ],
)
def test_no_tree_or_several(
    capsys: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    """One line, with near names."""
    assert main(["show", name]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert len(said.splitlines()) == 1


def test_a_whole_name_is_not_taken_for_the_end_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It means itself, though a tree in a folder ends alike."""
    (tmp_path / "b").mkdir()
    (tmp_path / "a.yaml").write_text("tree: [1, 2]\n")
    (tmp_path / "b" / "a.yaml").write_text("tree: [3, 4]\n")
    (tmp_path / "assignment.yaml").write_text(
        "questions: [{name: minimax, points: {value: 1}, trees: ['**/*.yaml']}]\n"
    )
    folder = str(tmp_path)
    assert main(["show", "a", "--assignment", folder]) == 0
    assert "C=2" in capsys.readouterr().out


GROWN = """\
Two actions each

iterations 30

A △ (N 30)
├─ B ▽ (N 17, U -13): D=1 (N 1, U -1) E=0 (N 2, U 0) F=-1 (N 13, U 13)
└─ C ▽ (N 13, U -11)
   ├─ G △ (N 1, U -1): I=1 J=-1
   └─ H=-1 (N 11, U 11)

△ MAX, ▽ MIN

expected action: B
expected playouts: B, C, D, E, F, G, H, H, F, H, F, F, H, F, H, E, F, H, F, H,
F, F, H, F, H, F, H, F, H, F
"""


def test_a_tree_of_playouts_is_shown_as_it_has_grown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By its name and by its file: N and U in the end, and the right playouts."""
    unit = ROOT / "test_trees" / "monte_carlo"
    assert main(["show", "two_actions", "--assignment", str(unit)]) == 0
    assert capsys.readouterr().out == GROWN
    assert main(["show", str(unit / "first" / "two_actions.yaml")]) == 0
    assert capsys.readouterr().out == GROWN


def test_a_tree_says_how_its_search_explores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where c is not the root of 2."""
    tree = ROOT / "test_trees" / "variants" / "mean" / "one_bad_playout.yaml"
    assert main(["show", str(tree)]) == 0
    assert "iterations 20; exploration 0" in " ".join(capsys.readouterr().out.split())

"""Trees of OpenSpiel in the commands: unrolled by `answers`, and packed so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.commands.main import main
from autograder.errors import AssignmentError
from autograder.kinds.all import assignment_with_answers, load
from autograder.kinds.search import signatures
from autograder.kinds.search.computing import tree_files
from autograder.trees import openspiel
from tests.small import ROOT

UNIT = ROOT / "test_trees" / "connect_four"
needs_openspiel = pytest.mark.skipif(
    not openspiel.can_import_openspiel(), reason="OpenSpiel needs Python 3.11"
)
TREE = """\
game: openspiel
name: nim
options: {pile_sizes: 1;2}
depth: 1
evaluate: zero
"""
ASSIGNMENT = "questions: [{name: depth_limited, points: {value: 1}, trees: ['*.yaml']}]"
UNROLLED = Path("answers", "small.tree.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An assignment on one game of OpenSpiel."""
    (tmp_path / "small.yaml").write_text(TREE)
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT)
    return tmp_path


@needs_openspiel
def test_answers_unroll_the_tree(folder: Path) -> None:
    """And `--check` has nothing to say of what they have written."""
    assert main(["answers", str(folder)]) == 0
    assert (folder / UNROLLED).is_file()
    assert main(["answers", str(folder), "--check"]) == 0


@needs_openspiel
@pytest.mark.parametrize("old, new", [("max", "min"), ('"zero"', '"returns"')])
def test_a_stale_tree_is_found(
    old: str, new: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether its game has changed, or what OpenSpiel makes of it; and is made anew."""
    assert main(["answers", str(folder)]) == 0
    path = folder / UNROLLED
    fresh = path.read_text()
    path.write_text(fresh.replace(old, new, 1))
    assert main(["answers", str(folder), "--check"]) == 2
    assert f"{path}: stale" in capsys.readouterr().err
    assert main(["answers", str(folder)]) == 0
    assert path.read_text() == fresh
    assert main(["answers", str(folder), "--check"]) == 0


@needs_openspiel
def test_a_tree_that_is_not_unrolled_is_not_packed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would need OpenSpiel where there is none: neither command nor packing does."""
    assert main(["answers", str(folder)]) == 0
    assignment = assignment_with_answers(load(folder))
    (folder / UNROLLED).unlink()
    assert main(["bundle", str(folder / "zips"), "--assignment", str(folder)]) == 2
    assert f"{folder / UNROLLED}: stale" in capsys.readouterr().err
    with pytest.raises(AssignmentError, match="not unrolled as its file says"):
        tree_files(assignment)


def test_the_unit_needs_no_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trees are those of its answers, and so are those of the zips."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    files = tree_files(signatures.load(load(UNIT)))
    for path in (UNIT / "openspiel").glob("*.yaml"):
        name = f"openspiel/{path.stem}"
        unrolled = UNIT / "answers" / f"{name}.tree.json"
        assert files[f"test_trees/{name}.yaml"] == path.read_bytes()
        assert files[f"test_trees/answers/{name}.tree.json"] == unrolled.read_bytes()
    rules = [name for name in files if name.startswith("reference")]
    assert rules == ["reference/games/connect_k.py"]  # of its boards, which are ours

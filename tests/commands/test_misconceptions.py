"""Known mistakes are written out as submissions, each in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from autograder.commands.main import main
from tests.small import ROOT

MODELLING = str(ROOT / "test_trees" / "modelling")


def test_a_mistake_of_many_questions_has_a_folder_for_each(tmp_path: Path) -> None:
    """A folder has one program; no other game with the mistake is lost."""
    folder = tmp_path / "mistakes"
    assert main(["misconceptions", MODELLING, "--write", str(folder)]) == 0
    modules = [[path.name for path in way.glob("*.py")] for way in folder.iterdir()]
    assert all(modules)
    assert {name for way in modules for name in way} >= {"tic_tac_toe.py", "ii_nim.py"}
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*/*.py")]
    assert len({*texts}) == len(texts)

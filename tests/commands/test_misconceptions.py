"""Known mistakes are written out as submissions, each in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from autograder.commands.main import main
from tests.small import ROOT

MODELLING = str(ROOT / "test_trees" / "modelling")


def test_a_mistake_of_many_questions_has_a_folder_for_each(tmp_path: Path) -> None:
    """In one style there are more than nine, of all the games together."""
    folder = tmp_path / "mistakes"
    assert main(["misconceptions", MODELLING, "--write", str(folder)]) == 0
    ways = [[*mistake.glob("textbook*")] for mistake in folder.iterdir()]
    assert max(map(len, ways)) > 9
    assert all(len([*way.glob("*.py")]) == 1 for each in ways for way in each)

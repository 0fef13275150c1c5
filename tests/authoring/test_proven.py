"""That all mistakes were caught is remembered, until anything changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.commands import adequacy
from autograder.kinds import prices
from tests.small import ROOT, run

PLAYERS = ROOT / "test_trees" / "players"


@pytest.fixture
def players(tmp_path: Path) -> Path:
    """A unit that was seen to catch all, and an assignment below it."""
    folder = tmp_path / "players"
    shutil.copytree(PLAYERS, folder)
    (folder / "below").mkdir()
    (folder / "below" / "assignment.yaml").touch()
    adequacy.record_as_proven(folder)
    return folder


def test_nothing_is_done_where_nothing_has_changed(players: Path) -> None:
    """It is said in one line."""
    assert adequacy.is_proven(players)
    done = run("adequacy", "--check", "--changed", players)
    assert done.returncode == 0
    assert done.stdout == (
        f"{players}: nothing has changed since its mistakes were caught\n"
    )


@pytest.mark.parametrize(
    "name", ["losses.yaml", "assignment.yaml", "answers/losses.json", "new.yaml"]
)
def test_whatever_changes_it_is_forgotten(players: Path, name: str) -> None:
    """A tree, its points, its answers, or a file that there was not."""
    with (players / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert not adequacy.is_proven(players)


def test_another_assignment_below_has_no_part_in_it(players: Path) -> None:
    """Nor have caches, nor the secret that each course's own `answers` writes."""
    (players / "answers" / "secret").write_text("1", encoding="utf-8")
    (players / "below" / "assignment.yaml").write_text("title: X\n", encoding="utf-8")
    (players / "__pycache__").mkdir()
    (players / "__pycache__" / "x.pyc").touch()
    assert adequacy.is_proven(players)


def test_the_grader_has_a_part_in_it(
    players: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """But for the rooms that only tell of it."""
    project = tmp_path / "project"
    for name in ("judging", "words"):
        folder = project / "autograder" / name
        folder.mkdir(parents=True)
        (folder / "x.py").touch()
    monkeypatch.setattr(prices, "PROJECT", project)
    monkeypatch.setattr(prices, "PACKAGE", project / "autograder")
    adequacy.record_as_proven(players)
    (project / "autograder" / "words" / "x.py").write_text("y = 1\n")
    assert adequacy.is_proven(players)
    (project / "autograder" / "judging" / "x.py").write_text("y = 1\n")
    assert not adequacy.is_proven(players)

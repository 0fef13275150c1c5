"""Known mistakes are written out as submissions, each in a folder of its own."""

from __future__ import annotations

from pathlib import Path

from autograder.commands.main import main

GAMES = """\
questions:
- name: ii_nim
  kind: game
  game: nim
  options: {piles: [2, 2], canonical: true, misere: true}
  points: {actions: 1, result: 1}
  lines: {all: {to: 2}}
- name: misere_nim
  kind: game
  game: nim
  options: {piles: [1, 2, 2], misere: true}
  points: {actions: 1, result: 1}
  lines: {all: {to: 2}}
"""


def test_a_mistake_of_many_questions_has_a_folder_for_each(tmp_path: Path) -> None:
    """A folder has one program; no other game with the mistake is lost."""
    (tmp_path / "assignment.yaml").write_text(GAMES, encoding="utf-8")
    assert main(["answers", str(tmp_path)]) == 0
    folder = tmp_path / "mistakes"
    assert main(["misconceptions", str(tmp_path), "--write", str(folder)]) == 0
    modules = [[path.name for path in way.glob("*.py")] for way in folder.iterdir()]
    assert all(modules)
    assert {name for way in modules for name in way} >= {"misere_nim.py", "ii_nim.py"}
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*/*.py")]
    assert len({*texts}) == len(texts)

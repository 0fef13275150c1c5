"""An assignment to begin with: it works as it is written, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment.reading import FILE
from autograder.commands.main import main
from autograder.commands.new import files_of_example
from autograder.trees import file as treefile
from autograder.trees.rules import known_games
from tests.small import ROOT, run


def test_the_project_meets_nothing_of_it(tmp_path: Path) -> None:
    """Two courses have other games of one name, and the project has neither."""
    for name, sticks in (("one", 2), ("other", 3)):
        folder = tmp_path / name
        assert run("new", folder).returncode == 0
        game = folder / "reference" / "games" / "sticks.py"
        game.write_text(game.read_text().replace("= 4", f"= {sticks}"))
        tree = folder / "trees" / "four_sticks.yaml"
        tree.write_text("game: sticks")
        assert treefile.load(tree).root.label == f"{sticks} left, max"
    assert "sticks" not in known_games()


@pytest.mark.parametrize("name", files_of_example())
def test_nothing_is_overwritten(tmp_path: Path, name: str) -> None:
    """One file that is there is enough to write none."""
    mine = tmp_path / name
    mine.parent.mkdir(parents=True, exist_ok=True)
    mine.write_text("mine")
    done = run("new", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"{mine}: it is there already; name another folder\n"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [mine]
    assert mine.read_text() == "mine"


def test_a_file_is_no_folder_for_it(tmp_path: Path) -> None:
    """One sentence, and it stays."""
    (tmp_path / "file").write_text("mine")
    done = run("new", tmp_path / "file")
    said = f"{tmp_path}/file: it is a file; name a new folder\n"
    assert (done.returncode, done.stderr) == (2, said)
    assert (tmp_path / "file").read_text() == "mine"


def test_an_unpacked_zip_has_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says where there is one."""
    monkeypatch.setattr("autograder.commands.new.EXAMPLE", tmp_path / "absent")
    assert main(["new", str(tmp_path / "course")]) == 2
    sentence = f"{tmp_path}/absent: it is missing; use a clone or pip install\n"
    assert capsys.readouterr().err == sentence


def test_the_document_shows_the_whole_file_first() -> None:
    """Before any table."""
    document = (ROOT / "docs" / "assignment.md").read_text(encoding="utf-8")
    whole = document.index(f"```yaml\n{files_of_example()[FILE].read_text('utf-8')}```")
    assert whole < document.index("| in the course's folder |")


@pytest.mark.parametrize("document", ["docs/keys.md", "docs/tables.md"])
def test_its_comments_lead_somewhere(document: str) -> None:
    """Each document that they name is there."""
    paths = files_of_example().values()
    assert any(document in path.read_text("utf-8") for path in paths)
    assert (ROOT / document).is_file()

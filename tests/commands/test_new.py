"""An assignment to begin with: it works as it is written, and overwrites nothing."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from autograder.assignment.reading import FILE
from autograder.commands.new import FILES
from autograder.kinds import all as assignments
from autograder.trees import file as treefile
from autograder.trees.rules import known_games
from tests.platforms import unpack_only, within
from tests.small import ROOT, run, total


def test_it_is_ready_to_be_answered_graded_and_bundled(tmp_path: Path) -> None:
    """What the command says comes next does; the reference earns everything."""
    folder = tmp_path / "course" / "first"
    written = run("new", folder)
    paths = [folder / name for name in FILES]
    following = f"Next: python -m autograder answers {folder}"
    assert written.stdout.splitlines() == [*(f"wrote {p}" for p in paths), following]
    assert run("answers", folder).returncode == 0
    graded = run(right(tmp_path, folder), "--assignment", folder)
    assert (graded.returncode, total(graded.stdout)) == (0, "100/100")
    zips = tmp_path / "zips"
    bundled = run("bundle", zips, "--assignment", folder)
    assert (bundled.returncode, bundled.stderr) == (0, "")
    unpack_only(zips / "autograder.zip", tmp_path / "unpacked")
    assert assignments.load(tmp_path / "unpacked" / "test_trees").max_points() == 100
    with zipfile.ZipFile(zips / "student.zip") as packed:
        names = {within(zips / "student.zip", name) for name in packed.namelist()}
    assert {"student_template/leaves.py", "test_trees/trees/four_sticks.yaml"} <= names
    assert not {name for name in names if "hidden" in name or "reference" in name}


def right(tmp_path: Path, folder: Path) -> Path:
    """A submission that has the project's reference, and the course's own."""
    submission = tmp_path / "right"
    shutil.copytree(ROOT / "reference", submission)
    shutil.copy(folder / "reference" / "leaves.py", submission)
    return submission


def test_its_own_mistake_gets_its_name(tmp_path: Path) -> None:
    """It stands beside the assignment, and is told as those of the project are."""
    folder, submission = tmp_path / "course", tmp_path / "mine"
    assert run("new", folder).returncode == 0
    assert run("answers", folder).returncode == 0
    submission.mkdir()
    (submission / "leaves.py").write_text(
        "def leaves(moves, plies): return moves*plies"
    )
    graded = run(submission, "--assignment", folder, "--question", "leaves")
    assert "Moves are multiplied by plies" in graded.stdout


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


@pytest.mark.parametrize("name", FILES)
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


def test_the_document_shows_the_whole_file_first() -> None:
    """Before any table of keys."""
    document = (ROOT / "docs" / "assignment.md").read_text(encoding="utf-8")
    whole = document.index(f"```yaml\n{FILES[FILE]}```")
    assert whole < document.index("| key |")


@pytest.mark.parametrize("document", ["docs/assignment.md", "docs/trees.md"])
def test_its_comments_lead_somewhere(document: str) -> None:
    """Each document that they name is there."""
    assert document in "".join(FILES.values())
    assert (ROOT / document).is_file()

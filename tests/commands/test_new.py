"""An assignment to begin with: it works as it is written, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.commands.new import FILES
from tests.small import ROOT, run, total


def test_it_is_ready_to_be_answered_graded_and_bundled(tmp_path: Path) -> None:
    """What the command says comes next does; the reference earns everything."""
    folder = tmp_path / "course" / "first"
    written = run("new", folder)
    paths = [folder / name for name in FILES]
    following = f"Next: python -m autograder answers {folder}"
    assert written.stdout.splitlines() == [*(f"wrote {p}" for p in paths), following]
    assert run("answers", folder).returncode == 0
    graded = run(ROOT / "reference", "--assignment", folder)
    assert (graded.returncode, total(graded.stdout)) == (0, "6/6")
    assert run("bundle", tmp_path / "zips", "--assignment", folder).returncode == 0


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_overwritten(tmp_path: Path, name: str) -> None:
    """One file that is there is enough to write none."""
    mine = tmp_path / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    done = run("new", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"{mine}: it is there already; name another folder\n"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == [mine]
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("document", ["docs/assignment.md", "docs/trees.md"])
def test_its_comments_lead_somewhere(document: str) -> None:
    """Each document that they name is there."""
    assert document in "".join(FILES.values())
    assert (ROOT / document).is_file()

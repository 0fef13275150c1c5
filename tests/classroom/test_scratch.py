"""The folder that a run has for a while, of which a killed run leaves no second."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from autograder.classroom.running.state import scratch


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are, for these tests."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_it_goes_with_all_that_is_in_it(tmp_path: Path, temporary: Path) -> None:
    """Others may pass through it, and see nothing of it."""
    with scratch(tmp_path) as folder:
        assert folder.parent == temporary
        assert folder.stat().st_mode & 0o777 == 0o711
        (folder / "session").mkdir()
        (folder / "session" / "file").touch()
    assert list(temporary.iterdir()) == []


def test_what_a_killed_run_has_left_is_removed(tmp_path: Path) -> None:
    """The next one for the same folder has the same place."""
    run = scratch(tmp_path / "out")
    first = run.__enter__()
    (first / "session").mkdir()
    with scratch(tmp_path / "other") as other, scratch(tmp_path / "out") as second:
        assert second == first != other
        assert list(second.iterdir()) == []


@pytest.mark.parametrize("kind", ["a file", "a link"])
def test_what_is_no_folder_of_ours_stays(tmp_path: Path, kind: str) -> None:
    """Whoever has put it there; another place is taken."""
    with scratch(tmp_path / "out") as place:
        pass
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    place.touch() if kind == "a file" else place.symlink_to(kept)
    with scratch(tmp_path / "out") as folder:
        assert folder != place
    assert place.exists()
    assert (kept / "file").exists()

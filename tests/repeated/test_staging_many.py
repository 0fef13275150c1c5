"""Uploads of tens of thousands of files and folders are staged, or told of."""

from __future__ import annotations

from pathlib import Path

from autograder.uploads.staging import MOST_ENTRIES
from tests.uploads.test_staging import CODE, content, folder_of, staged, zip_of


def test_more_entries_than_are_looked_at(tmp_path: Path) -> None:
    """Thirty thousand files in a zip: the first ones are looked at."""
    path = zip_of(tmp_path, {f"a{i}": b"" for i in range(30_000)} | {"minimax.py": b""})
    found = staged(path, tmp_path)
    assert len(found.picked.files()) == MOST_ENTRIES
    assert found.missing("minimax") == (
        "minimax.py is not among the first 20,000 files; send fewer"
    )


def test_folders_without_end_beside_one_another(tmp_path: Path) -> None:
    """A folder costs as much as a file; beyond the limit nothing is looked at."""
    top = folder_of(tmp_path, {"minimax.py": CODE})
    for i in range(MOST_ENTRIES + 1):
        (top / str(i)).mkdir()
    (top / "9" / "x.py").write_bytes(CODE)
    assert list(content(staged(top, tmp_path))) == ["minimax.py"]

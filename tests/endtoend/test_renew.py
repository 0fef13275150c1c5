"""The command `renew`: all assignments below a folder, and no more than is stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small import run

ASSIGNMENT = """\
questions:
- name: minimax
  worth: 4
  points: {value: 1, action: 1}
  trees: [tree.yaml]
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """An assignment, and one below it."""
    for folder in (tmp_path, tmp_path / "below"):
        folder.mkdir(exist_ok=True)
        (folder / "assignment.yaml").write_text(ASSIGNMENT, encoding="utf-8")
        (folder / "tree.yaml").write_text("tree: [[3, 12], [2, 4]]\n", encoding="utf-8")
    return tmp_path


def written(folder: Path) -> list[str]:
    """The files of answers, below a folder."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.json")
        if path.parent.name == "answers"
    )


def test_every_assignment_is_found_and_renewed(two: Path) -> None:
    """Nobody names those below."""
    done = run("renew", two)
    assert (done.returncode, done.stderr) == (0, "")
    assert written(two) == [
        f"{folder}answers/{name}"
        for folder in ("", "below/")
        for name in (
            "minimax.search.json",
            "minimax.unseen.json",
            "tree.json",
        )
    ]
    assert done.stdout.count("wrote ") == 6


def test_what_is_fresh_is_skipped(two: Path) -> None:
    """A second time nothing is written; then only what belongs to a changed tree."""
    run("renew", two)
    assert run("renew", two).stdout == ""
    tree = two / "below" / "tree.yaml"
    tree.write_text("tree: [[3, 12], [2, 5]]\n", encoding="utf-8")
    told = run("renew", two).stdout.splitlines()
    assert told == [
        f"wrote {two}/below/answers/tree.json",
        f"wrote {two}/below/answers/minimax.unseen.json",
    ]


def test_check_names_all_that_is_stale_and_writes_nothing(two: Path) -> None:
    """Of every assignment, with what to do."""
    run("renew", two)
    before = written(two)
    for folder in (two, two / "below"):
        (folder / "answers" / "tree.json").write_text("{}", encoding="utf-8")
    done = run("renew", "--check", two)
    assert done.returncode == 2
    assert f"{two}/answers/tree.json: stale" in done.stderr
    assert f"{two}/below/answers/tree.json: stale" in done.stderr
    assert written(two) == before
    assert (two / "answers" / "tree.json").read_text(encoding="utf-8") == "{}"


def test_a_folder_without_any(tmp_path: Path) -> None:
    """It is said so."""
    done = run("renew", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path}: no assignment.yaml, here or below\n"

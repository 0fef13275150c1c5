"""The answers of an assignment, tree by tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.kind import Onlooker

ASSIGNMENT = """\
questions:
  - name: minimax
    points: {value: 1}
    trees: [one.yaml, two.yaml, three.yaml]
"""


def test_all_wrong_sources_are_told_at_once(tmp_path: Path) -> None:
    """What is right on the others is computed all the same; no mistake is run."""
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT)
    for name, said in (("one", 3), ("two", 1), ("three", 2)):
        text = f"tree: [1, 2]\nexpect: {{value: {said}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text)
    files = assignments.stale_answer_files(assignments.load(tmp_path), Onlooker())
    names: list[str] = []
    with pytest.raises(FileProblems) as caught:
        names.extend(path.name for path, _ in files)
    assert names == ["minimax.search.json", "three.json"]
    assert str(caught.value).splitlines() == [
        f"{tmp_path / 'one.yaml'}:2:9: expect says value 3, computed 2",
        f"{tmp_path / 'two.yaml'}:2:9: expect says value 1, computed 2",
    ]

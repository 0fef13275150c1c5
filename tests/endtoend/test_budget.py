"""A budget that Gradescope does not give is told where an assignment is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.commands.main import main

QUESTION = "{name: minimax, points: {value: 1}, trees: [a.yaml]}"


@pytest.mark.parametrize("budget, often", [(540, 0), (571, 1)])
def test_a_budget_beyond_gradescopes(
    budget: int, often: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stops at 600 s, and a tenth more than the budget may pass on its clock."""
    (tmp_path / "assignment.yaml").write_text(
        f"budget: {budget}\nquestions: [{QUESTION}]"
    )
    (tmp_path / "a.yaml").write_text("tree: [1, 2]")
    assert main(["answers", str(tmp_path)]) == 0
    told = "Gradescope ends a grading after 600 s"
    assert capsys.readouterr().out.count(told) == often
    assert main(["bundle", str(tmp_path / "zips"), "--assignment", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count(told) == often

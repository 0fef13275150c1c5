"""The convention that rows name is one over all tests that are told with them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.small import ROOT, run

ASSIGNMENT = """\
title: Ties
questions:
  - name: alpha_beta
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {value: 1, action: 1, visits: 1}
    trees: [fig_5_2.yaml, ties.yaml]
  - name: alpha_beta
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {value: 1, action: 1, visits: 1}
    trees: [more_ties.yaml]
    visibility: hidden
"""
TIES = "tree: {A: {B: {B1: 3, B2: {E: 3, F: 5}}, C: {C1: 3, C2: 1}}}\n"
NO_TIES = "tree: {A: {B: {B1: 3, B2: 12}, C: {C1: 2, C2: 4}}}\n"
STRICT = ROOT / "tests" / "submissions" / "correct_strict" / "alpha_beta.py"


def told(
    folder: Path, ties: str, command: tuple[str, ...]
) -> dict[str, tuple[str, Any]]:
    """By tree, the first line of its test and the convention for programs."""
    files = {"fig_5_2": NO_TIES, "ties": ties, "more_ties": TIES}
    assignment = folder / "trees"
    assignment.mkdir()
    for name, text in {**files, "assignment": ASSIGNMENT}.items():
        (assignment / f"{name}.yaml").write_text(text, encoding="utf-8")
    computed = run("answers", str(assignment))
    assert computed.returncode == 0, computed.stderr
    (folder / "mine").mkdir()
    (folder / "mine" / "alpha_beta.py").write_bytes(STRICT.read_bytes())
    results = folder / "results.json"
    options = ("--assignment", str(assignment), "--results", str(results))
    words = (sys.executable, "-m", *command, *options, "--trust-submissions")
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False
    )
    assert results.exists(), done.stdout + done.stderr
    tests = json.loads(results.read_bytes())["tests"]
    return {
        test["extra_data"]["tree"]: (
            test["output"].splitlines()[0],
            test["extra_data"]["convention"],
        )
        for test in tests
    }


GRADE = ("autograder", "grade", "mine", "--no-counterexample")
PYTEST = ("pytest", "--submission", "mine", "-q")


@pytest.mark.parametrize("command", [GRADE, PYTEST], ids=["grade", "pytest"])
def test_one_convention_is_named_in_all_rows(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    """Though on a tree without ties cuts on equality, named first, do the same."""
    strict = ("correct (strict)", "strict")
    found = told(tmp_path, TIES, command)
    assert found == {"fig_5_2": strict, "ties": strict, "more_ties": strict}


def test_what_students_read_tells_nothing_of_hidden_trees(tmp_path: Path) -> None:
    """Where the visible tests fit both, these name the first; programs know better."""
    found = told(tmp_path, NO_TIES, GRADE)
    assert found["ties"] == found["fig_5_2"] == ("correct (equality)", "strict")
    assert found["more_ties"] == ("correct (strict)", "strict")

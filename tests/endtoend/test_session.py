"""A plain loop and pytest are two ways to the same results."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.words.faults import AS_OTHERS
from tests.small import ROOT, environment, make_assignment, right, run

REFERENCE, TEMPLATE = ROOT / "reference", ROOT / "student_template"
ASSIGNMENT = """\
title: Seen and unseen
counterexample: 60
questions:
  - name: minimax
    points: {value: 1, visits: 1, max_value: 1}
    trees: [hidden.yaml]
    visibility: hidden
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: [fig_5_2.yaml, visible.yaml]
  - name: alpha_beta
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {value: 1, visits: 1}
    trees: [visible.yaml, hidden.yaml]
"""
QUICKLY = """\
title: Four trees
questions:
  - name: minimax
    points: {value: 1}
    limits: {seconds: 0.3}
    trees: ["*.yaml"]
"""
ENDLESS = """\
def max_value(game, state):
    while True:
        pass

min_value = minimax_search = max_value
"""
FILES = {
    "assignment.yaml": ASSIGNMENT,
    "hidden.yaml": "tree: [[-3, -1], [-2, -4]]\n",
    "visible.yaml": "tree: [[4, 7], [5, 6]]\n",
}
GRADE = """
import sys
before = {*sys.modules}  # what measures coverage imports much
from autograder.commands.main import main
assert main(sys.argv[1:]) == 0
print(*{*sys.modules} - before)
"""
PYTEST = {"_pytest", "pluggy", "pytest"}
FOR_WHAT_IS_WRONG = {  # or drawn, or asked for
    "asyncio",
    "autograder.drawing",
    "autograder.kinds.search.counterexample",
    "autograder.kinds.search.family",
    "autograder.trees.drawn",
    "autograder.trees.small",
    "difflib",
    "fractions",
    "html",
}


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions on visible and hidden trees, and no checks."""
    folder = make_assignment(tmp_path_factory.mktemp("session"), FILES)
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One question wrong on hidden trees alone, another wrong on all."""
    folder = tmp_path_factory.mktemp("faulty")
    text = (REFERENCE / "minimax.py").read_text("utf-8")
    (folder / "minimax.py").write_text(text.replace("v = -inf", "v = 0"), "utf-8")
    text = (REFERENCE / "alpha_beta.py").read_text("utf-8")
    (folder / "alpha_beta.py").write_text(text.replace("v = -inf", "v = 9"), "utf-8")
    return folder


def graded(trees: Path, submission: Path, results: Path) -> tuple[Any, set[str]]:
    """results.json without the time that it took, and all that was imported."""
    given = (submission, "--assignment", trees, "--results", results)
    done = subprocess.run(
        [sys.executable, "-c", GRADE, *map(str, given)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(results.read_bytes())
    del found["execution_time"]
    return found, set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("which", ["reference", "template", "faulty"])
def test_both_ways_write_the_same_results(
    trees: Path, faulty: Path, tmp_path: Path, which: str
) -> None:
    """A conftest.py asks for pytest, and this one for nothing else."""
    submission = {"reference": right(), "template": TEMPLATE, "faulty": faulty}[which]
    plain, imported = graded(trees, submission, tmp_path / "plain.json")
    assert not imported & PYTEST
    conftest = trees / "conftest.py"
    conftest.touch()
    try:
        by_pytest, imported = graded(trees, submission, tmp_path / "pytest.json")
    finally:
        conftest.unlink()
    assert imported >= PYTEST
    assert plain == by_pytest
    names = [test["name"] for test in plain["tests"]]
    assert ("minimax: smallest tree" in names) == (which == "faulty")


def test_both_ways_give_a_loop_a_share_of_the_time(tmp_path: Path) -> None:
    """Of four tests two have all of it, and one has when it is asked again."""
    more = {f"{number}.yaml": f"tree: [{number}, 2]\n" for number in range(3)}
    trees = make_assignment(tmp_path, {"assignment.yaml": QUICKLY, **more})
    assert run("answers", trees).returncode == 0
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "minimax.py").write_text(ENDLESS, "utf-8")
    share = AS_OTHERS.partition("{")[0]
    for conftest in ((), (trees / "conftest.py",)):
        for path in conftest:
            path.touch()
        found, imported = graded(trees, submission, tmp_path / "results.json")
        assert bool(imported & PYTEST) == bool(conftest)
        assert [share in test["output"] for test in found["tests"]].count(True) == 1


def test_a_right_submission_needs_no_words_for_what_is_wrong(
    trees: Path, tmp_path: Path
) -> None:
    """Each module costs every grading its time."""
    _, imported = graded(trees, right(), tmp_path / "results.json")
    assert imported & FOR_WHAT_IS_WRONG == set()

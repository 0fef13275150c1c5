"""What a submission learns from a hidden test cannot reach what students read.

It is run on all that is visible first, and what they read of the whole is made of that.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.commands import main
from autograder.report.gradebook import Gradebook
from tests.small import ROOT, make_assignment, run

ASSIGNMENT = """\
title: Hidden and visible
counterexample: 60
questions:
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: [hidden.yaml]
    visibility: hidden
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: [fig_5_2.yaml, visible.yaml]
  - name: alpha_beta
    points: {value: 1}
    trees: [hidden.yaml]
    visibility: after_published
  - name: alpha_beta
    points: {value: 1}
    trees: [visible.yaml]
"""
FILES = {
    "assignment.yaml": ASSIGNMENT,
    "hidden.yaml": "tree: [[-3, -1], [-2, -4]]\n",
    "visible.yaml": "tree: [[[4, 7]], [[5, 6]]]\n",
    "test_checks.py": """\
from gradescope_utils.autograder_utils.decorators import visibility, weight

@weight(1)
def test_seen(submission):
    submission.call("max_value", [1, 2], module="minimax")

@weight(1)
@visibility("hidden")
def test_unseen(submission):
    submission.call("max_value", [1, 2], module="minimax")
""",
}
REFERENCE = ROOT / "reference"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions with hidden trees before visible ones, and a check of each kind."""
    folder = make_assignment(tmp_path_factory.mktemp("first"), FILES)
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    return folder


def graded(trees: Path, folder: Path, *changes: tuple[str, str]) -> dict[str, Any]:
    """results.json of the reference with these changes in minimax.py."""
    submission = folder / "submission"
    submission.mkdir()
    text = (REFERENCE / "minimax.py").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (submission / "minimax.py").write_text(text, "utf-8")
    (submission / "alpha_beta.py").write_text(
        (REFERENCE / "alpha_beta.py").read_text("utf-8"), "utf-8"
    )
    results = folder / "results.json"
    done = run(submission, "--assignment", trees, "--results", results)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(results.read_bytes())
    return found


def names(results: dict[str, Any]) -> list[str]:
    """The tests in the order of the report."""
    return [test["name"] for test in results["tests"]]


def test_the_report_keeps_the_order_of_the_assignment(
    trees: Path, tmp_path: Path
) -> None:
    """Whatever was run first."""
    assert names(graded(trees, tmp_path)) == [
        *("minimax: hidden", "minimax: fig_5_2", "minimax: visible"),
        *("alpha_beta: hidden", "alpha_beta: visible"),
        *("checks: test_seen", "checks: test_unseen"),
    ]


def test_what_students_see_is_run_before_all_else(
    trees: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trees, checks, and the smallest tree; then what is published, then the hidden."""
    done: list[str] = []
    record = Gradebook.record
    announce = Gradebook.announce

    def recording(self: Gradebook, node: str, entry: Any, *seconds: float) -> None:
        done.append(f"{entry.group}: {entry.name}")
        record(self, node, entry, *seconds)

    def announcing(self: Gradebook, what: str) -> None:
        if what.startswith("looking"):
            done.append(what)
        announce(self, what)

    monkeypatch.setattr(Gradebook, "record", recording)
    monkeypatch.setattr(Gradebook, "announce", announcing)
    submission = tmp_path / "submission"
    submission.mkdir()
    text = (REFERENCE / "minimax.py").read_text("utf-8").replace("v = -inf", "v = 5")
    (submission / "minimax.py").write_text(text, "utf-8")
    results = str(tmp_path / "results.json")
    given = [str(submission), "--assignment", str(trees), "--results", results]
    assert main.main(given) == 0
    assert done == [
        *("minimax: fig_5_2", "minimax: visible", "alpha_beta: visible"),
        "checks: test_seen",
        "looking for the smallest tree on which minimax fails",
        *("alpha_beta: hidden", "minimax: hidden", "checks: test_unseen"),
    ]


def test_a_mistake_that_hidden_trees_alone_show_is_not_told(
    trees: Path, tmp_path: Path
) -> None:
    """Starting at 0 goes unseen where all is positive; the instructor reads of it."""
    results = graded(trees, tmp_path, ("v = -inf", "v = 0"))
    of = {test["name"]: test for test in results["tests"]}
    assert (
        of["minimax: visible"]["status"] == of["minimax: fig_5_2"]["status"] == "passed"
    )
    assert of["minimax: hidden"]["status"] == "failed"
    assert "minimax" not in results["output"]
    assert of["minimax: smallest tree"]["visibility"] == "hidden"


def test_what_is_published_later_tells_nothing_of_what_is_hidden(
    tmp_path: Path,
) -> None:
    """Its smallest tree is made of what is seen with it."""
    published = "trees: [fig_5_2.yaml, visible.yaml]\n    visibility: after_published"
    given = ASSIGNMENT.replace("trees: [fig_5_2.yaml, visible.yaml]", published)
    assert published in given
    folder = make_assignment(tmp_path, {**FILES, "assignment.yaml": given})
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    zero = (("v = -inf", "v = 0"), ("v = inf", "v = 0"))
    results = graded(folder, tmp_path, *zero)
    of = {test["name"]: test for test in results["tests"]}
    assert of["minimax: smallest tree"]["visibility"] == "after_published"
    assert "minimax" not in results["output"]

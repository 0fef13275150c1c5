"""Reports are the same, whether tests share a process or have one each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from autograder.assignment.questions import Assignment
from autograder.grading.grading import Grading, report_remarks
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.kinds.kind import Replays
from autograder.report import platforms
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from tests.small import ROOT

PROGRAMS = sorted((ROOT / "tests" / "programs").glob("*/*/program.yaml"))
FEW = PROGRAMS[::10]  # of all hands, right and faulty
SUBMISSIONS = ROOT / "tests" / "submissions"
OF_DEFAULT = (
    "alpha_beta_no_pruning",
    "correct_children_first",
    "correct_prints_a_little",
    "crash_on_none_from_helper",
    "exits_by_sys_exit",
    "minimax_index_for_action",
    "prints_too_much",
    "recursion_without_end",
    "returns_nan",
)


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox() as sandbox:
        yield sandbox


@cache
def assignment(folder: str) -> Assignment:
    """An assignment of the project, which looks for no smallest tree."""
    return replace(assignments.load(ROOT / folder), counterexample=0.0)


def report(folder: str, submission: Path, sandbox: Sandbox, *, apart: bool) -> object:
    """All that a report has but how long it took."""
    grading = Grading.of(assignment(folder), submission, sandbox)
    grading.apart = apart
    gradebook = Gradebook(None)
    report_remarks(grading, gradebook.report)
    grade_fully(grading, gradebook, Wanted(replays=Replays.FIRST))
    shutil.rmtree(grading.staged.folder)
    assert not grading.was_otherwise
    told = json.loads(platforms.gradescope_text(gradebook.report, 0.0))
    lines = [str(entry.line) for entry in gradebook.report.all()]
    return told, lines, gradebook.report.complaints


@pytest.mark.parametrize("path", FEW, ids=lambda p: "/".join(p.parts[-3:-1]))
def test_programs(path: Path, sandbox: Sandbox) -> None:
    """Of many hands: what comes of each test, in the same words."""
    folder = yaml.safe_load(path.read_text("utf-8"))["assignment"]
    asked = folder, path.parent, sandbox
    assert report(*asked, apart=False) == report(*asked, apart=True)


@pytest.mark.parametrize("name", OF_DEFAULT)
def test_submissions(name: str, sandbox: Sandbox) -> None:
    """What prints, what raises, what visits too much."""
    asked = "test_trees", SUBMISSIONS / name, sandbox
    assert report(*asked, apart=False) == report(*asked, apart=True)

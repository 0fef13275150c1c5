"""Programs that know whether they were called before gain nothing by that."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.grading.grading import Grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds.all import load
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import OTHERWISE_TOGETHER
from tests.small import ROOT
from tests.statekeepers import CHANNELS, WAYS, program

TESTS = 12
IN_ITSELF = (  # what is gone when the module is imported anew
    "global",
    "class attribute",
    "closure",
    "default argument",
    "function's attribute",
    "cache",
)


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox() as sandbox:
        yield sandbox


def graded(text: str, folder: Path, sandbox: Sandbox, *, apart: bool) -> Gradebook:
    """The report on some visible trees; `apart` with a worker for each test."""
    (folder / "minimax.py").write_text(text, "utf-8")
    default = load(ROOT / "test_trees")
    assignment = replace(default, tests=default.tests[:TESTS], counterexample=0.0)
    grading, gradebook = Grading.of(assignment, folder, sandbox), Gradebook(None)
    grading.apart = apart
    grade_fully(grading, gradebook, Wanted())
    shutil.rmtree(grading.staged.folder)
    return gradebook


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_keeper(channel: str, way: str, tmp_path: Path, sandbox: Sandbox) -> None:
    """It gets what it gets alone; where it was otherwise, the instructor reads that."""
    text = program(channel, way)
    together, alone = (
        graded(text, tmp_path, sandbox, apart=apart) for apart in (False, True)
    )
    told = [(e.name, e.score, e.headline) for e in together.report.all()]
    assert told == [(e.name, e.score, e.headline) for e in alone.report.all()]
    earned = [entry.score for entry in alone.report.all()]
    most = [entry.max_score for entry in alone.report.all()]
    assert (earned == most) == (way == "right if not called before")
    differs = together.report.complaints[:1] == [OTHERWISE_TOGETHER]
    assert differs == (channel not in IN_ITSELF)

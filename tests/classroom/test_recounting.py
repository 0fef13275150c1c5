"""Counted anew: what a real grading says, where nothing but points has changed."""

from __future__ import annotations

import json
import pickle
import shutil
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.classroom.course import Graded
from autograder.classroom.running import recounting
from autograder.classroom.running.grader import Grader, GradingJob, Setting
from autograder.classroom.running.recounting import recounted, unpacked
from autograder.classroom.running.state import state_of
from autograder.grading.ready import ready
from autograder.kinds.all import load
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads.reading import uploads
from autograder.uploads.staging import pick
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
PROGRAMS = (
    "correct_equality",
    "alpha_beta_no_pruning",
    "minimax_roles_swapped",
    "minimax_initial_zero",
    "syntax_error",
)
POINTS = "points: {value: 1, action: 1, visits: 1}"
CHANGES = {
    "points": (POINTS, "points: {value: 3, action: 0.5, visits: 2}"),
    "nothing for a facet": (POINTS, "points: {value: 0, action: 2, visits: 1}"),
    "title": ("title: Two trees", "title: Two other trees"),
    "hidden": ("limits:", "visibility: hidden\n    limits:"),
}


@cache
def graded(change: str, program: str) -> Graded:
    """What comes of a program, graded with the assignment changed so."""
    with TemporaryDirectory() as name, Sandbox() as sandbox:
        folder = assignment(Path(name), change)
        setting = Setting(folder, ROOT, trusted=True, turns=Path(name))
        modules = load(folder).modules()
        source = ROOT / "tests" / "submissions" / program
        picked = pick(uploads(source), modules, ready(load(folder)).checks)
        return Grader(setting, sandbox, lambda: None).graded(
            GradingJob(picked, page=True)
        )


def assignment(folder: Path, change: str) -> Path:
    """The quick assignment, changed so."""
    shutil.copytree(QUICK, folder / "quick")
    path = folder / "quick" / "assignment.yaml"
    if change:
        text = path.read_text("utf-8")
        assert CHANGES[change][0] in text
        path.write_text(text.replace(*CHANGES[change]), "utf-8")
    return folder / "quick"


@pytest.fixture
def changed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A change by its name, and the assignment with it."""
    return request.param, assignment(tmp_path, request.param)


@pytest.mark.parametrize("changed", ["points", "title"], indirect=True)
@pytest.mark.parametrize("program", PROGRAMS)
def test_it_is_what_a_grading_says(changed: tuple[str, Path], program: str) -> None:
    """Points, rows, results but for their time, and what may be counted once more."""
    change, folder = changed
    record = unpacked(graded("", program).record)
    assert record is not None
    found, real = recounted(record, load(folder)), graded(change, program)
    assert found is not None
    assert (found.points, found.most) == (real.points, real.most)
    assert found.questions == real.questions
    assert found.tests == real.tests
    assert timeless(found.results) == timeless(real.results)
    again = unpacked(found.record)
    assert again is not None
    once_more = recounted(again, load(folder))
    assert once_more is not None
    assert replace(once_more, record=b"") == replace(found, record=b"")


def timeless(results: str) -> object:
    """The results without what their grading took."""
    return {**json.loads(results), "execution_time": 0}


def test_what_may_have_been_said_of_others_is_graded_again(tmp_path: Path) -> None:
    """Once all is hidden, pages were made of what was visible; opened, of all."""
    record = unpacked(graded("", "minimax_initial_zero").record)
    hidden = unpacked(graded("hidden", "minimax_initial_zero").record)
    assert record is not None
    assert hidden is not None
    assert recounted(record, load(assignment(tmp_path / "a", "hidden"))) is None
    opened = recounted(hidden, load(assignment(tmp_path / "b", "")))
    assert opened is not None
    assert opened.points == graded("", "minimax_initial_zero").points
    assert '"visibility": "hidden"' not in opened.results


@pytest.mark.parametrize(
    "change, is_same", [("points", True), ("title", True), ("hidden", True)]
)
def test_what_is_asked_is_the_same(tmp_path: Path, change: str, is_same: bool) -> None:  # noqa: FBT001
    """Whatever it is worth; another tree, limit or facet is something else."""
    before = state_of(assignment(tmp_path / "a", ""), {})
    after = state_of(assignment(tmp_path / "b", change), {})
    assert before.asked
    assert (before.asked == after.asked) is is_same
    assert before.assignment != after.assignment


def test_another_limit_is_asked_otherwise(tmp_path: Path) -> None:
    """So is another tree."""
    folder = assignment(tmp_path, "")
    before = state_of(folder, {}).asked
    path = folder / "assignment.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("seconds: 0.3", "seconds: 0.4"), "utf-8")
    assert state_of(folder, {}).asked != before
    path.write_text(text, "utf-8")
    tree = next((folder / "trees").glob("*.yaml"))
    tree.write_text(f"{tree.read_text('utf-8')}\n# other\n", "utf-8")
    assert state_of(folder, {}).asked != before


class Acting:
    """What would act where it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return eval, ("print('acted')",)


@pytest.mark.parametrize("content", [b"", b"no record", zlib.compress(b"junk")])
def test_what_is_no_record_is_none(content: bytes) -> None:
    """It is then graded."""
    assert unpacked(content) is None


def test_a_record_cannot_act(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither by a function nor by a class of ours that does something."""
    for each in (Acting(), Sandbox, recounting.recounted):
        assert unpacked(zlib.compress(pickle.dumps(each))) is None
    assert capsys.readouterr().out == ""

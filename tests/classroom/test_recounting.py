"""Counted anew: what a real grading says, where nothing but points has changed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.classroom.course import Graded
from autograder.classroom.running.grader import Grader, GradingJob, Setting
from autograder.classroom.running.recounting import (
    counted_anew,
    record_from_bytes,
    recount,
)
from autograder.classroom.running.state import state_of
from autograder.grading.grading import ready
from autograder.kinds.all import load
from autograder.report.entries import Entry
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
MISTAKEN = "minimax_initial_zero"
CHANGES = {
    "points": (POINTS, "points: {value: 3, action: 0.5, visits: 2}"),
    "nothing for a facet": (POINTS, "points: {value: 0, action: 2, visits: 1}"),
    "title": ("title: Two trees", "title: Two other trees"),
    "hidden": ("limits:", "visibility: hidden\n    limits:"),
    "later": ("limits:", "visibility: after_published\n    limits:"),
    "one hidden": (
        "    trees: [trees/*.yaml]",
        """    parts:
      - trees: [trees/min_first.yaml]
        visibility: hidden
      - trees: [trees/fig_5_2.yaml]""",
    ),
}


BOX: list[Sandbox] = []  # the one in which all are graded


@pytest.fixture(scope="module", autouse=True)
def box() -> Iterator[None]:
    """A sandbox, for as long as there are tests."""
    with Sandbox() as shared:
        BOX.append(shared)
        yield
    BOX.clear()


@cache
def graded(change: str, program: str) -> Graded:
    """What comes of a program, graded with the assignment changed so."""
    with TemporaryDirectory() as name:
        folder = assignment(Path(name), change)
        setting = Setting(folder, ROOT, trusted=True, turns=Path(name))
        modules = load(folder).modules()
        source = ROOT / "tests" / "submissions" / program
        picked = pick(uploads(source), modules, ready(load(folder)).checks)
        return Grader(setting, BOX[0], lambda _: None).graded(
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


@pytest.mark.parametrize(
    "changed, program",
    [*(("points", program) for program in PROGRAMS), ("title", PROGRAMS[0])],
    indirect=["changed"],
)
def test_it_is_what_a_grading_says(changed: tuple[str, Path], program: str) -> None:
    """Points, rows, pages and results but for their times; it can be counted again."""
    change, folder = changed
    before = graded("", program).record
    found, real = counted_anew(before, load(folder)), graded(change, program)
    assert found is not None
    assert (found.points, found.most) == (real.points, real.most)
    assert found.questions == real.questions
    assert found.tests == real.tests
    assert timeless(found.results) == timeless(real.results)
    assert untimed(found.page) == untimed(real.page)
    assert found.record == before


@cache
def explained(record: bytes) -> Graded:
    """What comes of a mistaken program that was graded so, once it is explained."""
    with TemporaryDirectory() as name:
        folder = assignment(Path(name), "")
        setting = Setting(folder, ROOT, trusted=True, turns=Path(name))
        source = ROOT / "tests" / "submissions" / MISTAKEN
        picked = pick(uploads(source), load(folder).modules())
        job = GradingJob(picked, page=True, record=record, steps=3.0)
        return Grader(setting, BOX[0], lambda _: None).graded(job)


def test_what_explains_it_changes_no_points() -> None:
    """The lines are in its rows, its results and its page; the rest is as before."""
    before = graded("", MISTAKEN)
    found = explained(before.record)
    assert (found.fault, found.explained) == ("", 3.0)
    assert (found.points, found.tests) == (before.points, before.tests)
    row = found.questions[0]
    # Where MAX begins with 0 does no harm: no payoff is below.
    assert (row.diagnosis, row.lines) == ("start value", "minimax.py:22")
    tests = json.loads(found.results)["tests"]
    assert [t["score"] for t in tests] == [
        t["score"] for t in json.loads(before.results)["tests"]
    ]
    assert row.title in found.results
    assert row.title in found.page
    assert [each.unexplained().role for each in found.questions] == ["", ""]


def test_what_explains_it_stays_where_students_see_the_same() -> None:
    """Other points change nothing of it; with other tests it is looked for anew."""
    before = explained(graded("", MISTAKEN).record)
    with TemporaryDirectory() as name:
        for change, stays in (("points", True), ("one hidden", False)):
            folder = assignment(Path(name) / change, change)
            found = counted_anew(before.record, load(folder))
            assert found is not None
            assert (found.explained == before.explained) is stays
            assert (found.questions[0].lines == before.questions[0].lines) is stays
            assert ('"explanation": {' in found.results) is stays
            assert (before.questions[0].title in found.results) is stays


def test_a_fault_of_ours_explains_nothing() -> None:
    """It is told as one; who asked keeps what there was."""
    found = explained(b"no record")
    assert found.blame == "GraderError"
    assert "cannot be read" in found.fault


def timeless(results: str) -> object:
    """The results without what their grading took."""
    return {**json.loads(results), "execution_time": 0}


def untimed(page: str) -> str:
    """A page without what its tests took."""
    return re.sub(r"\d+(\.\d+)? m?s\b", "", page)


@pytest.mark.parametrize("program", PROGRAMS)
def test_all_that_is_closed_is_told_as_by_a_grading(
    tmp_path: Path, program: str
) -> None:
    """Nothing that explains it, no smallest tree: a student reads what is left."""
    folder = assignment(tmp_path, "hidden")
    found = counted_anew(graded("", program).record, load(folder))
    real = graded("hidden", program)
    assert found is not None
    assert (found.points, found.tests) == (real.points, real.tests)
    assert untimed(found.page) == untimed(real.page)
    assert found.published == real.published == ""
    shown = [json.loads(each.results)["tests"] for each in (found, real)]
    one, other = (
        [(each["name"], each["visibility"]) for each in tests] for tests in shown
    )
    assert one == other
    assert {visibility for _, visibility in one} == {"hidden"}


def test_what_is_published_later_is_told_then() -> None:
    """All that was seen together is so again; nothing explains it before."""
    with TemporaryDirectory() as name:
        folder = assignment(Path(name), "later")
        found = counted_anew(graded("", MISTAKEN).record, load(folder))
    assert found is not None
    assert found.published


def test_of_some_that_are_closed_the_others_tell_nothing(tmp_path: Path) -> None:
    """Neither what explains them all, nor a smallest tree; each tells what it did."""
    whole = graded("", MISTAKEN)
    folder = assignment(tmp_path, "one hidden")
    found = counted_anew(whole.record, load(folder))
    assert found is not None
    assert found.points == whole.points
    one, other = (headlines(each) for each in (found, graded("one hidden", MISTAKEN)))
    assert one == other


@pytest.mark.parametrize(
    "change, visibility",
    [("points", "visible"), ("one hidden", "hidden"), ("hidden", "hidden")],
)
def test_a_smallest_tree_is_seen_with_all_that_it_may_tell_of(
    tmp_path: Path, change: str, visibility: str
) -> None:
    """Else instructors alone see it."""
    record = record_from_bytes(graded("", MISTAKEN).record)
    assert record is not None
    smallest = Entry(
        "smallest tree", "minimax", "wrong there, too", smallest="tree: [1, 2]"
    )
    record.report.put_after_group("minimax::counterexample", smallest)
    check = Entry("my own", "checks", "a check speaks for itself")
    record.report.entries["test_more.py::test_mine"] = check
    found = recount(record, load(assignment(tmp_path, change)))
    tests = json.loads(found.results)["tests"]
    (shown,) = [each["visibility"] for each in tests if "smallest" in each["name"]]
    assert shown == visibility
    assert ("wrong there, too" in found.page) is (visibility == "visible")
    assert "a check speaks for itself" in found.page


def headlines(of: Graded) -> dict[str, str]:
    """What each test of a tree says first, for who sees it."""
    return {
        each["name"]: each["output"].splitlines()[0]
        for each in json.loads(of.results)["tests"]
        if each["visibility"] == "visible" and each.get("max_score")
    }


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_opened_again_is_as_before(tmp_path: Path, program: str) -> None:
    """What a grading left stays, whatever is counted anew from it."""
    record = graded("", program).record
    closed = counted_anew(record, load(assignment(tmp_path / "a", "hidden")))
    assert closed is not None
    opened = counted_anew(closed.record, load(assignment(tmp_path / "b", "")))
    assert opened is not None
    assert untimed(opened.page) == untimed(graded("", program).page)


def test_what_is_opened_for_the_first_time_is_told(tmp_path: Path) -> None:
    """Of all together what each test was told with all."""
    hidden = graded("hidden", MISTAKEN)
    opened = counted_anew(hidden.record, load(assignment(tmp_path, "")))
    assert opened is not None
    assert opened.points == graded("", MISTAKEN).points
    assert '"visibility": "hidden"' not in opened.results


def test_what_does_not_fit_its_assignment_is_graded(tmp_path: Path) -> None:
    """A facet that is worth nothing is not judged: its test is another."""
    record = record_from_bytes(graded("", MISTAKEN).record)
    assert record is not None
    changed = load(assignment(tmp_path, "nothing for a facet"))
    assert counted_anew(graded("", MISTAKEN).record, changed) is None
    with pytest.raises(ValueError, match="fig_5_2"):
        recount(record, changed)


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

"""Who is right where it is seen, and wrong elsewhere, is pointed out to instructors."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import VISIBLE, Assignment
from autograder.grading.grading import Grading, grade_all_tests, report_remarks
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.kinds.kind import Replays
from autograder.report import platforms
from autograder.report.entries import Report, for_instructor, for_student
from autograder.report.gradebook import Gradebook
from autograder.report.page import html
from autograder.sandbox.sandbox import Sandbox
from tests import tableoftrees
from tests.small import ROOT

FEW = ("lectures/aima_fig_5_2", "mistakes/min_at_root", "hidden/tie_at_max_cut")


@pytest.fixture(scope="module")
def asked() -> Assignment:
    """The default assignment on two visible trees and a hidden one."""
    assignment = assignments.load(ROOT / "test_trees")
    tests = tuple(test for test in assignment.tests if test.about in FEW)
    return replace(assignment, tests=tests, counterexample=0.0)


@pytest.fixture(scope="module")
def visible(asked: Assignment) -> Assignment:
    """The same without its hidden trees."""
    tests = tuple(test for test in asked.tests if test.visibility == VISIBLE)
    return replace(asked, tests=tests)


@pytest.fixture
def table(asked: Assignment, tmp_path: Path) -> Path:
    """A submission that holds a table of the visible trees."""
    folder = tmp_path / "table"
    folder.mkdir()
    tableoftrees.write(asked, folder)
    return folder


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests."""
    with Sandbox() as shared:
        yield shared


def graded(assignment: Assignment, submission: Path, sandbox: Sandbox) -> Report:
    """The report of a grading."""
    grading = Grading.of(assignment, submission, sandbox)
    gradebook = Gradebook(None)
    report_remarks(grading, gradebook.report)
    grade_fully(grading, gradebook, Wanted())
    shutil.rmtree(grading.staged.folder)
    return gradebook.report


def pointed_out(report: Report) -> list[str]:
    """The questions that are told to the instructor."""
    return [text.partition(":")[0] for text in report.complaints]


def without_times(text: str) -> dict[str, object]:
    """Results without what no two runs have alike."""
    return {**json.loads(text), "execution_time": 0}


def test_a_table_of_the_visible_trees(
    asked: Assignment, table: Path, sandbox: Sandbox
) -> None:
    """It has the points of its visits there; the instructor reads that it is one."""
    report = graded(asked, table, sandbox)
    seen = [e for e in report.all() if e.visibility == VISIBLE]
    assert all(entry.score for entry in seen)
    assert pointed_out(report) == ["minimax", "alpha_beta"]
    assert len(report.beside) == 12  # six trees of each
    assert "LookupError" in html(for_instructor(report))


def test_nothing_that_a_student_reads_tells_of_it(
    asked: Assignment,
    visible: Assignment,
    table: Path,
    sandbox: Sandbox,
    tmp_path: Path,
) -> None:
    """Results, JUnit and pages are those of a grading that does not ask."""
    for assignment in (asked, visible):
        nowhere = tmp_path / str(len(assignment.tests))
        answers = assignment.folder / "answers"
        shutil.copytree(answers, nowhere / "answers")
        for path in nowhere.rglob("*.unseen.json"):
            path.unlink()
        told = graded(assignment, table, sandbox)
        untold = graded(replace(assignment, folder=nowhere), table, sandbox)
        assert told.beside
        assert not untold.beside
        texts = [
            without_times(platforms.gradescope_text(each, 0)) for each in (told, untold)
        ]
        assert texts[0] == texts[1]
        for published in (False, True):
            pages = [html(for_student(e, published=published)) for e in (told, untold)]
            assert "never saw" not in pages[0]
            assert len(pages[0]) == pytest.approx(len(pages[1]), abs=200)
        assert "never saw" not in platforms.junit_text(told, 0)


def test_who_is_right_is_not_pointed_out(asked: Assignment, sandbox: Sandbox) -> None:
    """The reference, on trees at random as on all others."""
    report = graded(asked, ROOT / "reference", sandbox)
    assert (report.beside, report.complaints) == ([], [])


def test_who_is_wrong_where_it_is_seen_is_asked_nothing_more(
    asked: Assignment, sandbox: Sandbox
) -> None:
    """The tests tell it."""
    faulty = ROOT / "tests" / "submissions" / "alpha_beta_no_pruning"
    report = graded(asked, faulty, sandbox)
    assert "alpha_beta" not in pointed_out(report)


def test_a_fault_that_the_visible_trees_do_not_show(
    visible: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """No MAX of these trees has a single action; of the others some has."""
    text = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    begin = "    v = -inf\n"
    stops = "    if len(game.successors(state)) == 1:\n        return 0\n"
    assert begin in text
    wrong = text.replace(begin, stops + begin)
    (tmp_path / "minimax.py").write_text(wrong, "utf-8")
    (tmp_path / "alpha_beta.py").write_bytes(
        (ROOT / "reference" / "alpha_beta.py").read_bytes()
    )
    report = graded(visible, tmp_path, sandbox)
    assert [e.score for e in report.all()] == [e.max_score for e in report.all()]
    assert pointed_out(report) == ["minimax"]


def test_once_the_budget_is_used_up_nothing_is_asked(
    asked: Assignment,
    table: Path,
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing of it takes from the time of the tests."""
    grading = Grading.of(asked, table, sandbox)
    gradebook = Gradebook(None)
    results = grade_all_tests(grading, gradebook)
    monkeypatch.setattr(grading.budget, "is_over", lambda: True)
    grading.add_lessons(gradebook, results, replays=Replays.NONE, searches=False)
    assert gradebook.report.beside == []

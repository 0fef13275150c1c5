"""The loop through all tests: its order, and what stands where it is stopped."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import AnyTest, Part
from autograder.grading.grading import Grading, Run, planned_tests, report_remarks
from autograder.kinds import all as assignments
from autograder.kinds.entries import AllJudged, AnyJudged
from autograder.report.entries import Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import NOT_REACHED, grader_failed_sentence
from tests.small import ROOT

QUICK = assignments.load(ROOT / "tests" / "assignments" / "quick")
NODES = [test.node for test in planned_tests(QUICK)]
FIRST = NODES[0]


class Failing(Grading):
    """A grading that fails in one test."""

    case: AnyTest
    error: BaseException

    def grade(self, test: AnyTest, number: str = "") -> AnyJudged:
        """As ever, but for that one."""
        if known_by(test) == known_by(self.case):
            raise self.error
        return super().grade(test, number)


class Looking(Grading):
    """A grading that keeps what it looks at, when."""

    looks: list[tuple[str, list[str]]]

    def look_for_counterexamples(
        self, gradebook: Gradebook, judged: AllJudged, visibility: str
    ) -> None:
        """Nothing is looked for."""
        del gradebook
        self.looks.append((visibility, [*judged]))


def known_by(test: AnyTest) -> tuple[str, str]:
    """By which a test is known, whatever the answers tell of its question."""
    return test.question.name, test.about


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own: what is staged in it goes with it."""
    with Sandbox() as sandbox:
        yield sandbox


def failing(sandbox: Sandbox, error: BaseException) -> Run:
    """A run on the reference, of which the second test breaks."""
    grading = Failing.of(QUICK, ROOT / "reference", sandbox)
    assert isinstance(grading, Failing)
    grading.case, grading.error = QUICK.cases[1], error
    return Run(grading, Gradebook(None))


def watched(sandbox: Sandbox, *first: str) -> tuple[Run, list[tuple[str, list[str]]]]:
    """A run whose first tests have these visibilities, and what it looks at, when."""
    tests = list(QUICK.cases)
    for place, visibility in enumerate(first):
        tests[place] = replace(tests[place], part=Part(visibility=visibility))
    changed = replace(QUICK, tests=tuple(tests))
    grading = Looking.of(changed, ROOT / "reference", sandbox)
    assert isinstance(grading, Looking)
    grading.looks = []
    return Run(grading, Gradebook(None), searches=True), grading.looks


def test_numbers_count_the_questions_and_their_tests() -> None:
    """By question and by place in it, whatever pytest would call them."""
    assert [test.number for test in planned_tests(QUICK)] == [
        "1.1",
        "1.2",
        "2.1",
        "2.2",
    ]
    assert NODES[0].startswith("minimax[")


def test_a_broken_test_is_ours_and_the_others_go_on(sandbox: Sandbox) -> None:
    """Its entry says what broke, and has no score."""
    run = failing(sandbox, ZeroDivisionError("by nothing"))
    run.run_all()
    entries = run.gradebook.report.entries
    assert list(entries) == NODES
    passed = {node: entry.passed for node, entry in entries.items()}
    assert passed == dict.fromkeys(NODES, True) | {NODES[1]: False}
    told = grader_failed_sentence("ZeroDivisionError: by nothing")
    assert (entries[NODES[1]].headline, entries[NODES[1]].score) == (told, None)


def test_a_run_that_is_stopped_leaves_what_it_came_to(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """What was not reached says so; the stop itself goes on to the caller."""
    run = failing(sandbox, KeyboardInterrupt())
    run.gradebook = Gradebook(tmp_path / "results.json")
    with pytest.raises(KeyboardInterrupt):
        run.run_all()
    entries = run.gradebook.report.entries
    reached = [entries[node].headline != NOT_REACHED for node in NODES]
    assert reached == [True, False, False, False]
    written = (tmp_path / "results.json").read_text("utf-8")
    assert written.count(NOT_REACHED) == len(NODES) - 1


def test_what_is_visible_has_ended_before_the_rest_begins(sandbox: Sandbox) -> None:
    """What is to be done between them is done once; the report keeps its order."""
    run, looks = watched(sandbox, "hidden")
    run.run_all()
    assert looks[0] == ("visible", NODES[1:])
    assert list(run.results) == [*NODES[1:], FIRST]
    assert list(run.gradebook.report.entries) == NODES


def test_what_is_hidden_is_run_after_all_that_anybody_ever_sees(
    sandbox: Sandbox,
) -> None:
    """Between two visibilities is done once what those tests show that have run."""
    given = ("hidden", "after_published", "after_due_date")
    run, looks = watched(sandbox, *given)
    run.run_all()
    hidden, published, due, visible = NODES
    assert list(run.results) == [visible, due, published, hidden]
    assert looks == [
        ("visible", [visible]),
        ("after_due_date", [visible, due]),
        ("after_published", [visible, due, published]),
    ]
    assert list(run.gradebook.report.entries) == NODES


def test_the_last_line_names_the_python(sandbox: Sandbox) -> None:
    """Behind what stands around the submission."""
    report = Report("")
    report_remarks(Grading.of(QUICK, ROOT / "reference", sandbox), report)
    version = ".".join(platform.python_version_tuple()[:2])
    assert report.sandbox.startswith("Sandbox: own process")
    assert report.sandbox.endswith(f"; Python {version}")

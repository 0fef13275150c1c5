"""Every folder of tests/submissions gets what its expected.yaml declares.

assignment: quick        a folder of tests/assignments; left out: test_trees
points:                  by question: a number, `all` or `none`
  minimax: 21.5
verdicts:                by question: one for every tree, or how many have which;
  minimax: {wrong_value: 22, correct: 3}         `a or b` where it depends
  alpha_beta: module_missing
says:                    by question and tree: what the student reads, or `a | b`
  minimax:               (changes of all these are written here by `tests.renew`)
    lectures/aima_fig_5_2: "max_value returned 0, expected 3"
conventions:             by question, where it matters
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from autograder.assignment.questions import Assignment
from autograder.commands import main as cli
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.kinds.search import words as findings
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.kind import convention_followed
from autograder.kinds.search.signatures import Sheets, load_answers
from autograder.report import plain, platforms
from autograder.report.entries import Report
from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.schema import assert_valid_results
from tests.searched import entry_of
from tests.small import ROOT

TESTS = ROOT / "tests"
FOLDER = TESTS / "submissions"
DECLARATION = "expected.yaml"
KEYS = {"assignment", "points", "verdicts", "says", "conventions"}
LONGEST_SENTENCE = 150  # characters; one with six boards in it is the longest
SUBMISSIONS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


@cache
def assignment(name: str | None) -> Assignment:
    """The assignment of tests/assignments with that name, or the default one."""
    if name is None:
        return assignments.load(TESTS.parent / "test_trees")
    return assignments.load(TESTS / "assignments" / name)


def declared(submission: str) -> dict[str, Any]:
    """What the folder declares of itself."""
    text = (FOLDER / submission / DECLARATION).read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all: none of them is disturbed by those before."""
    with Sandbox() as shared:
        yield shared


def graded(
    submission: str, uploaded: Path, assignment: Assignment, sandbox: Sandbox
) -> tuple[CaseResult, ...]:
    """The results of a submission, of which the student uploads all but one file.

    What is shown of it fits on a screen.
    """
    ignored = shutil.ignore_patterns(DECLARATION, "__pycache__")
    shutil.copytree(FOLDER / submission, uploaded, ignore=ignored)
    return screens.graded(uploaded, assignment, sandbox).results


def by_question(
    results: tuple[CaseResult, ...],
) -> Iterator[tuple[str, list[CaseResult]]]:
    """The results of each question, in the order of the assignment."""
    for question in dict.fromkeys(r.case.question.name for r in results):
        yield question, [r for r in results if r.case.question.name == question]


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_submission_gets_what_it_declares(
    submission: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    """Points, verdicts and sentences are those that expected.yaml declares."""
    expected = declared(submission)
    asked = assignment(expected.get("assignment"))
    results = graded(submission, tmp_path / "upload", asked, sandbox)
    for question, of_question in by_question(results):
        assert_points(expected["points"].get(question, "none"), of_question)
        assert_verdicts(expected["verdicts"][question], of_question)
    for _, sentence, headline in sentences(expected, results):
        assert stands_in(sentence, headline), headline
    for question, convention in expected.get("conventions", {}).items():
        known = load_answers(signatures.load(asked))
        of_question = dict(by_question(results))[question]
        assert convention == convention_followed(of_question, Sheets(known))
    assert_readable(results)


def sentences(
    expected: dict[str, Any], results: tuple[CaseResult, ...]
) -> Iterator[tuple[str, str, str]]:
    """The tree of each declared sentence, the sentence, and what the student reads."""
    headlines = {
        (r.case.question.name, r.case.tree_name): findings.headline(r) for r in results
    }
    for question, trees in expected.get("says", {}).items():
        for tree, sentence in trees.items():
            yield tree, sentence, headlines[question, tree]


def stands_in(sentence: str, headline: str) -> bool:
    """Whether the student reads one of the declared alternatives."""
    return any(alternative in headline for alternative in sentence.split(" | "))


def renew() -> None:
    """Declare what is earned, judged and read now, where that has become another."""
    with Sandbox() as shared, tempfile.TemporaryDirectory() as uploads:
        for submission in SUBMISSIONS:
            expected, path = declared(submission), FOLDER / submission / DECLARATION
            asked, upload = assignment(expected.get("assignment")), Path(uploads)
            results = graded(submission, upload / submission, asked, shared)
            text = path.read_text(encoding="utf-8")
            for tree, sentence, headline in sentences(expected, results):
                if not stands_in(sentence, headline):
                    before, after = (
                        f"{tree}: {json.dumps(s, ensure_ascii=False)}"
                        for s in (sentence, headline)
                    )
                    assert before in text, f"{path}: no line {before}"
                    text = text.replace(before, after)
            path.write_text(counted(text, expected, results), encoding="utf-8")


def counted(
    text: str, expected: dict[str, Any], results: tuple[CaseResult, ...]
) -> str:
    """A declaration with the points of now, and how many tests have which verdict.

    What is said in words, `all`, `none` or `a or b`, stays.
    """
    for question, of_question in by_question(results):
        earned = round(sum(result.points for result in of_question), 6)
        points = expected["points"].get(question)
        if isinstance(points, (int, float)):
            before = rf"(points:.*\b{question}: )[\d.]+"
            text = re.sub(before, rf"\g<1>{earned:.8g}", text)
        verdicts = expected["verdicts"].get(question)
        if isinstance(verdicts, dict) and not any(" or " in name for name in verdicts):
            counts = Counter(result.verdict.value for result in of_question)
            names = sorted(counts, key=lambda name: (name not in verdicts, name))
            shown = ", ".join(f"{name}: {counts[name]}" for name in names)
            text = re.sub(rf"(?m)^(  {question}: ){{.*}}", rf"\1{{{shown}}}", text)
    return text


def assert_points(points: float | str, results: list[CaseResult]) -> None:
    """The sum of the points, of which `all` and `none` stand for the ends."""
    most = sum(result.case.points.max_points for result in results)
    expected = {"all": most, "none": 0.0}.get(str(points), points)
    assert expected == pytest.approx(sum(result.points for result in results))


def assert_verdicts(verdicts: str | dict[str, int], results: list[CaseResult]) -> None:
    """How many trees have which verdict; a lone one holds for every tree."""
    expected = verdicts if isinstance(verdicts, dict) else {verdicts: len(results)}
    alternatives = {v: key for key in expected for v in key.split(" or ")}
    found = Counter(alternatives.get(r.verdict.value, r.verdict.value) for r in results)
    told = "\n".join(
        f"{r.case.tree_name}: {r.verdict.value}: {findings.headline(r)}"
        for r in results
    )
    assert expected == dict(found), told


def assert_readable(results: tuple[CaseResult, ...]) -> None:
    """Each sentence is one short line, and together they make a valid report."""
    report = Report("a submission")
    for number, result in enumerate(results):
        entry = entry_of(result, str(number))
        assert 0 < len(entry.headline) <= LONGEST_SENTENCE, entry.headline
        assert entry.headline.isprintable()
        assert all(line.isprintable() for line in plain.lines(entry.details))
        assert entry.score is not None  # the grader was at fault
        report.entries[str(number)] = entry
    assert_valid_results(json.loads(platforms.gradescope_text(report, seconds=0.0)))


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_declaration_is_complete(submission: str) -> None:
    """A declaration has known keys only, and no tree that the assignment has not."""
    expected = declared(submission)
    assert set(expected) <= KEYS
    cases = assignment(expected.get("assignment")).cases
    pairs = {(case.question.name, case.tree_name) for case in cases}
    assert set(expected["verdicts"]) == {question for question, _ in pairs}
    assert set(expected["points"]) <= set(expected["verdicts"])
    named = {
        (question, tree)
        for question, trees in expected.get("says", {}).items()
        for tree in trees
    }
    assert named <= pairs
    assert set(expected.get("conventions", {})) <= set(expected["verdicts"])


def test_wrong_submissions_say_something() -> None:
    """Every submission that is wrong somewhere declares a sentence on it."""
    silent = [
        name
        for name in SUBMISSIONS
        if "says" not in (expected := declared(name))
        and set(map(str, expected["verdicts"].values())) - {"correct", "module_missing"}
    ]
    assert silent == []


@pytest.mark.parametrize("name", ["quick", "one"])
def test_answers_of_these_assignments_are_up_to_date(name: str) -> None:
    """The answers beside the tests' own assignments are what `answers` computes."""
    folder = str(TESTS / "assignments" / name)
    assert cli.main(["answers", "--check", folder]) == 0

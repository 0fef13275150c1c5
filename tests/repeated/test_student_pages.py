"""What is made for students has nothing of a test that they may not see, in any dress.

Each test of the assignment has words and values of its own, and the submission prints
and raises all that it is told. Control: what students may see is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from autograder.classroom.course import Student
from autograder.words.blocks import earned_here
from tests import canaries
from tests.canaries import MARKS, files_below, seen_in
from tests.classroom import made_exports
from tests.classroom.made_exports import Files, Who
from tests.small import run

HEAD = "counterexample: 20\npictures: svg\n"
NOW = {"visible"}
PUBLISHED = {*NOW, "after_due_date", "after_published"}
ALL = set(MARKS)
FEEDBACK = ("full", "diagnosis", "none")


Made = Callable[[str], Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The assignment with a feedback, made once."""
    return cache(
        lambda told: canaries.make(tmp_path_factory.mktemp(told) / "trees", told, HEAD)
    )


@pytest.fixture(params=FEEDBACK)
def feedback(request: pytest.FixtureRequest) -> str:
    """How much a test tells of itself."""
    told: str = request.param
    return told


@pytest.fixture
def trees(made: Made) -> Path:
    """The assignment that tells all of what is seen."""
    return made("full")


@pytest.fixture(scope="module")
def submission(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that is wrong, and says all that it learns."""
    return canaries.loud(tmp_path_factory.mktemp("handed") / "loud")


def page(trees: Path, submission: Path, folder: Path, *options: str) -> str:
    """What one grading writes for the student."""
    path = folder / "student.html"
    done = run(submission, "--assignment", trees, "--page", path, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return path.read_text("utf-8")


def test_the_page_has_what_students_see_now(
    made: Made, feedback: str, submission: Path, tmp_path: Path
) -> None:
    """And not even the names of the others, nor their points."""
    written = page(made(feedback), submission, tmp_path)
    assert seen_in(written) == NOW
    assert earned_here("0", "10") in written


def test_the_page_has_what_is_published_where_that_is_said(
    made: Made, feedback: str, submission: Path, tmp_path: Path
) -> None:
    """What is hidden stays so."""
    written = page(made(feedback), submission, tmp_path, "--published")
    assert seen_in(written) == PUBLISHED
    assert earned_here("0", "30") in written


def test_the_page_tells_no_more_of_a_test_than_its_feedback_allows(
    made: Made, feedback: str, submission: Path, tmp_path: Path
) -> None:
    """A label, a value and the title only in full; the instructor's page has all."""
    instructors = tmp_path / "all.html"
    options = ("--published", "--instructor-page", str(instructors))
    written = page(made(feedback), submission, tmp_path, *options)
    for visibility, (word, number) in MARKS.items():
        for telling in (f"{word}A", f"{number}37", f"The {word} tree", f"{number}71"):
            is_told = feedback == "full" and visibility in PUBLISHED
            assert (telling in written) is is_told, (telling, visibility)
            assert telling in instructors.read_text("utf-8")


def test_an_instructors_page_is_another_file_and_has_all(
    trees: Path, submission: Path, tmp_path: Path
) -> None:
    """It says above all that it is none for students."""
    path = tmp_path / "instructor.html"
    options = ("--assignment", str(trees), "--instructor-page", str(path))
    done = run(submission, *options)
    assert (done.returncode, done.stderr) == (0, "")
    made = path.read_text("utf-8")
    assert seen_in(made) == ALL
    assert "<title>For instructors: Canaries</title>" in made
    assert "Not for students: " in made
    assert [each.name for each in tmp_path.iterdir()] == ["instructor.html"]


def shown(results: Mapping[str, Any], seen: set[str]) -> str:
    """What Gradescope shows of results.json where tests of these visibilities are."""
    tests = [
        {key: value for key, value in test.items() if key != "extra_data"}
        for test in results["tests"]
        if test["visibility"] in seen
    ]
    top = {k: v for k, v in results.items() if k not in ("tests", "extra_data")}
    return json.dumps([top, tests])


def test_results_tell_with_a_test_what_is_seen_with_it(
    made: Made, feedback: str, submission: Path, tmp_path: Path
) -> None:
    """What stands above all tests is seen at once, and so is of visible ones alone."""
    path = tmp_path / "results.json"
    done = run(submission, "--assignment", made(feedback), "--results", path)
    assert (done.returncode, done.stderr) == (0, "")
    results = json.loads(path.read_bytes())
    assert seen_in(shown(results, NOW)) == NOW
    for later in ("after_due_date", "after_published"):
        assert seen_in(shown(results, {*NOW, later})) == {*NOW, later}
    assert seen_in(shown(results, ALL)) == ALL


EXPORTS: dict[str, Callable[[Mapping[Who, Files]], Files]] = {
    "canvas": made_exports.canvas,
    "moodle": made_exports.moodle,
}


def class_of(
    kind: str, submission: Path, trees: Path, folder: Path, *options: str
) -> CompletedProcess[str]:
    """A class of one student, graded into `out`; what the export is called."""
    who = Student("Ann Lee", "001", lms="11")
    work = {f.name: f.read_bytes() for f in submission.iterdir()}
    export = folder / "export.zip"
    if not export.exists():
        made_exports.as_zip(export, EXPORTS[kind]({who: work}))
    given = ("--as", kind, "--out", folder / "out", "--assignment", trees)
    return run("class", export, *given, *options)


def given_back(folder: Path) -> dict[str, set[str]]:
    """Of each file that is made for students, whose tests something is in it."""
    made = files_below(folder / "out")
    return {
        name: seen_in(content)
        for name, content in made.items()
        if name.startswith("feedback") and name.endswith(".html")
    }


@pytest.mark.parametrize("kind", EXPORTS)
def test_all_that_a_class_gets_back_has_what_students_see(
    kind: str, trees: Path, submission: Path, tmp_path: Path
) -> None:
    """Pages and their zip: now, then published, then again now; nothing anew graded."""
    told = []
    for options, seen in (((), NOW), (("--published",), PUBLISHED), ((), NOW)):
        back = ("--feedback", kind, *options)
        done = class_of(kind, submission, trees, tmp_path, *back)
        assert (done.returncode, done.stderr) == (0, "")
        told.append("Graded 1 submission" in done.stdout)
        found = given_back(tmp_path)
        assert len(found) == 2, found
        assert [*found.values()] == [seen, seen]
    assert told == [True, False, False]


@pytest.mark.parametrize(
    "options, seen",
    [(("--anonymous",), NOW), (("--anonymous", "--published"), PUBLISHED), ((), ALL)],
)
def test_slides_have_what_students_see(
    trees: Path, submission: Path, tmp_path: Path, options: tuple[str, ...], seen: Any
) -> None:
    """The page that names nobody; the other is for instructors, and says so."""
    done = class_of("canvas", submission, trees, tmp_path, *options)
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert seen_in(written) == seen
    assert ("Not for students: " in written) is (seen == ALL)


def test_what_is_hidden_since_a_grading_is_handed_out_no_more(
    submission: Path, tmp_path: Path
) -> None:
    """A page of before is none for today: it is told, and --changed makes another."""
    trees = canaries.make(tmp_path / "trees", head=HEAD)
    back = ("--feedback", "moodle")
    assert class_of("moodle", submission, trees, tmp_path, *back).returncode == 0
    assert [*given_back(tmp_path).values()] == [NOW, NOW]
    path = trees / "assignment.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("visibility: visible", "visibility: hidden"), "utf-8")
    for check in trees.glob("test_*.py"):
        check.write_text(check.read_text("utf-8").replace('"visible"', '"hidden"'))
    answered = run("answers", trees)
    assert answered.returncode == 0, answered.stderr
    done = class_of("moodle", submission, trees, tmp_path, *back)
    assert done.returncode == 0, done.stderr
    assert given_back(tmp_path) == {}
    told = " ".join(done.stdout.split())
    assert "1 submission of these gets no page: students may see less now." in told
    done = class_of("moodle", submission, trees, tmp_path, *back, "--changed")
    assert done.returncode == 0, done.stderr
    assert [*given_back(tmp_path).values()] == [set(), set()]

"""What the whole report says, and how much of it a student is told."""

from __future__ import annotations

import json
import stat
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from autograder.judging.verdicts import Verdict
from autograder.kinds.search import kind
from autograder.kinds.search.stepwords import FIRST_STEP
from autograder.kinds.search.words import BRIEF
from autograder.words.blocks import NO_FEEDBACK
from tests import mistaken
from tests.small import ROOT, Graded, grade, make_assignment, run

ASSIGNMENT = """\
title: Small
counterexample: 60
questions:
  - name: alpha_beta
    arguments: [alpha, beta]
    conventions: [equality, strict]
    accept: [equality, strict]
    points: {{value: 1, action: 1, visits: 1, max_value: 1, min_value: 1}}
    trees: ["*.yaml"]
    {rest}
"""


def late(folder: Path) -> Path:
    """A submission whose cuts come one child too late: on this tree, at C, after I."""
    _, program = mistaken.mistakes("alpha_beta")["cut_one_child_late"]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "alpha_beta.py"
    path.write_text(program.text(), encoding="utf-8")
    return path


def assignment(folder: Path, rest: str, head: str = "") -> Path:
    """One with these options, on which no answer depends: they are computed once."""
    options = head + ASSIGNMENT.format(rest=rest)
    files = {"assignment.yaml": options}
    return make_assignment(folder, files, ASSIGNMENT.format(rest="feedback: full"))


def graded(folder: Path, rest: str, *arguments: str) -> Graded:
    """Cuts that come too late, graded with these options of the question."""
    return grade(assignment(folder, rest), late(folder), *arguments)


def rows(found: Graded) -> list[str]:
    """The names of the tests in results.json."""
    return [test["name"] for test in found.results["tests"]]


def test_all_is_told_if_the_assignment_does_not_limit_it(tmp_path: Path) -> None:
    """The first wrong step, and the smallest tree."""
    found = graded(tmp_path, "feedback: full")
    test = found["fig_5_2"]
    assert f"{FIRST_STEP}: C is MIN" in test["output"]
    smallest = found["smallest tree"]
    assert "tree: [" in smallest["output"]
    assert FIRST_STEP in smallest["output"]
    assert "score" not in smallest
    assert "max_score" not in smallest


def test_a_diagnosis_tells_nothing_of_the_tree(tmp_path: Path) -> None:
    """What kind of mistake it is, but no label and no visit."""
    found = graded(tmp_path, "feedback: diagnosis")
    test = found["fig_5_2"]
    assert test["output"] == BRIEF[Verdict.WRONG_VISITS]
    told = test["extra_data"]
    assert (told["value"], told["action"], told["visited"]) == (None, None, [])
    assert "smallest tree" in "".join(rows(found)), "that tree is nobody's secret"


def test_without_feedback_nothing_is_told(tmp_path: Path) -> None:
    """Neither in the test, nor above it, nor by another tree."""
    found = graded(tmp_path, "feedback: none")
    assert found["fig_5_2"]["output"] == NO_FEEDBACK
    assert "alpha_beta" not in found.results.get("output", "")
    assert found["fig_5_2"]["extra_data"]["diagnosis"] is None
    assert rows(found) == ["alpha_beta: fig_5_2"]


def test_what_is_hidden_is_not_told_above(tmp_path: Path) -> None:
    """Nor is the smallest tree on which hidden tests alone are failed."""
    found = graded(tmp_path, "visibility: after_published")
    assert "alpha_beta" not in found.results["output"]
    assert found["smallest tree"]["visibility"] == "after_published"


def test_points_are_the_same_with_and_without_lessons(tmp_path: Path) -> None:
    """A counterexample changes no score."""
    with_all = graded(tmp_path / "one", "feedback: full")
    without = graded(tmp_path / "two", "feedback: full", "--no-counterexample")
    assert rows(without) == ["alpha_beta: fig_5_2"]
    assert with_all["fig_5_2"]["score"] == without["fig_5_2"]["score"]


def test_a_picture_stands_below_the_text(tmp_path: Path) -> None:
    """As an image in HTML, where the assignment asks for it; the text stays whole."""
    trees = assignment(tmp_path, "feedback: full", head="pictures: svg\n")
    found = grade(trees, late(tmp_path))
    test = found["fig_5_2"]
    assert test["output_format"] == "html"
    assert test["output"].startswith("<pre>visited I, though cut")
    assert (
        '<img alt="the tree with what was visited" src="data:image/svg+xml;base64,'
        in (test["output"])
    )


def test_the_page_is_written(tmp_path: Path) -> None:
    """One file, whole, beside the table."""
    page = tmp_path / "page.html"
    trees = assignment(tmp_path, "feedback: full")
    done = run(late(tmp_path), "--assignment", trees, "--page", page)
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.rstrip().endswith("</html>")
    assert f"{FIRST_STEP}: C is MIN" in text


def test_page_and_results_need_a_file_each(tmp_path: Path) -> None:
    """One would overwrite the other, the worst of all the student's by the whole."""
    same, alike = tmp_path / "same", f"{tmp_path}/./x/../same"
    options = ("--results", "--page", "--instructor-page")
    for one, other in combinations(options, 2):
        done = run(ROOT / "reference", one, same, other, alike)
        assert done.returncode == 2
        assert done.stderr == f"{same}: {one} and {other} need a file each\n"
    assert not same.exists()


def test_the_form_is_said_of_results(tmp_path: Path) -> None:
    """Without their file nobody would see it; with it they are JUnit's XML."""
    own = ROOT / "reference"
    done = run(own, "--as", "junit")
    assert done.returncode == 2
    assert done.stderr == (
        "--as junit is for results: name their file with --results FILE\n"
    )
    path = tmp_path / "results.xml"
    done = run(own, "--tree", "aima_fig_5_2", "--results", path, "--as", "junit")
    assert done.returncode == 0
    root = ET.parse(path).getroot()  # noqa: S314 - our own
    assert (root.tag, root.get("tests"), root.get("failures")) == (
        "testsuites",
        "2",
        "0",
    )
    seconds = [float(case.attrib["time"]) for case in root.iter("testcase")]
    assert min(seconds) >= 0 < sum(seconds)  # one that shares a worker may take none


def test_published_is_said_of_a_page(tmp_path: Path) -> None:
    """Of the student's: on an instructor's it would change nothing."""
    page = tmp_path / "page.html"
    done = run(ROOT / "reference", "--published", "--instructor-page", page)
    assert (done.returncode, page.exists()) == (2, False)
    assert done.stderr == (
        "--published is for the student's page: name its file with --page FILE\n"
    )


def test_no_pipe_is_replaced_by_a_file(tmp_path: Path) -> None:
    """Nor a device: what is no file stays what it is."""
    import os  # noqa: PLC0415 - where there are pipes

    pipe = tmp_path / "pipe"
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes here")
    os.mkfifo(pipe)
    done = run(ROOT / "reference", "--tree", "aima*", "--page", pipe)
    assert done.returncode == 2
    assert done.stderr == f"{pipe}: is a device or a pipe, expected a file\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_gradescope_can_be_given_the_reference(tmp_path: Path) -> None:
    """So that it can look for counterexamples there; students never get it."""
    import zipfile  # noqa: PLC0415 - here alone

    done = run("bundle", tmp_path, "--with-reference")
    assert done.returncode == 0, done.stderr
    names = zipfile.ZipFile(tmp_path / "autograder.zip").namelist()
    assert {"reference/alpha_beta.py", "reference/conventions/strict.py"} <= set(names)
    student = zipfile.ZipFile(tmp_path / "student.zip").namelist()
    assert not [name for name in student if "/reference" in name]


def test_a_fault_in_what_teaches_takes_no_grade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told with its traceback, and the scores stand."""
    from autograder.commands import main as cli  # noqa: PLC0415 - in this process, to break it

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(kind, "add_lessons", broken)
    results = tmp_path / "results.json"
    given = [str(ROOT / "reference"), "--tree", "aima*", "--results", str(results)]
    assert cli.main(given) == 0
    assert "ZeroDivisionError" in capsys.readouterr().err
    tests = json.loads(results.read_bytes())["tests"]
    assert tests
    assert all(test["score"] == test["max_score"] > 0 for test in tests)

"""Courses that keep their stubs: what examples/ says of right and faulty programs.

A `fault.yaml` has the `line` at fault, which the report has to name, and no other.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cases import for_each
from tests.platforms import Platform, laid_out, unpack
from tests.schema import assert_valid_results
from tests.small import ROOT, THOROUGH, environment, run

HOME = ROOT / "examples"
COURSES = ("cs188", "cs50", "aima", "isolation", "mit6034")
FULL = 100
MOST_LINES = 25  # of an adapter, without its docstring
MOST_FILES = 125  # of all examples, so that each can be read
RIGHT = sorted(p.relative_to(HOME).as_posix() for p in HOME.glob("*/right/*"))
FAULTY = sorted(p.relative_to(HOME).as_posix() for p in HOME.glob("*/faulty/*"))


@cache
def fault_of(name: str) -> dict[str, Any]:
    """What a faulty program's `fault.yaml` says."""
    text = (HOME / name / "fault.yaml").read_text(encoding="utf-8")
    fault: dict[str, Any] = yaml.safe_load(text)
    return fault


def some_faulty() -> list[str]:
    """The faulty programs that are graded: one of a course, or all."""
    by_course = {name.partition("/")[0]: name for name in FAULTY}
    return FAULTY if THOROUGH else list(by_course.values())


def graded(name: str, folder: Path, *arguments: str) -> dict[str, Any]:
    """The results of a program of an example."""
    course, results = HOME / name.partition("/")[0], folder / "results.json"
    where: tuple[str | Path, ...] = "--assignment", course, "--results", results
    done = run("grade", HOME / name, *where, *arguments)
    assert "Traceback" not in done.stderr, done.stderr
    content: dict[str, Any] = json.loads(results.read_bytes())
    assert_valid_results(content)
    return content


def points(results: dict[str, Any]) -> float:
    """What all tests earned; each has a score."""
    return round(sum(float(test["score"]) for test in results["tests"]), 2)


@pytest.fixture(scope="module")
def on_gradescope(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str], dict[str, Any]]:
    """What comes of a program with the zip of its course, as on Gradescope."""
    platforms: dict[str, Platform] = {}

    def results_of(name: str) -> dict[str, Any]:
        course = name.partition("/")[0]
        if course not in platforms:
            root = tmp_path_factory.mktemp(course) / "autograder"
            platforms[course] = laid_out(root, HOME / course)
        platforms[course].submit(HOME / name)
        status, results, said = platforms[course].grade()
        assert (status, said) == (0, "")
        return results

    return results_of


@for_each("name", RIGHT)
def test_a_right_program_has_all_points(
    on_gradescope: Callable[[str], dict[str, Any]], name: str
) -> None:
    """In whichever style it is written."""
    assert points(on_gradescope(name)) == FULL


@for_each("name", some_faulty())
def test_a_faulty_program_loses_points(
    on_gradescope: Callable[[str], dict[str, Any]], name: str
) -> None:
    """By its own fault: the grader's, and the course's, would have no score."""
    assert points(on_gradescope(name)) < FULL


@for_each("name", some_faulty())
def test_the_line_at_fault_is_told(tmp_path: Path, name: str) -> None:
    """It alone, by the search for what makes the tests right."""
    results = graded(name, tmp_path, "--explain", "8")
    (file,) = (HOME / name).glob("*.py")
    text = file.read_text(encoding="utf-8").splitlines()
    lines = {
        text[line - 1].strip()
        for test in results["tests"]
        for line in (test["extra_data"]["explanation"] or {"lines": []})["lines"]
    }
    assert lines == {fault_of(name)["line"]}


@for_each("name", ["cs188/faulty/cut_on_equality", "aima/faulty/strict_at_min"])
def test_a_wrong_step_is_shown_at_the_test_that_decides(name: str) -> None:
    """In a method, or a function within another, that no adapter calls."""
    (file,) = (HOME / name).glob("*.py")
    lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
    course = HOME / name.partition("/")[0]
    shown = run("grade", HOME / name, "--assignment", course, "--explain", "0").stdout
    line = fault_of(name)["line"]
    assert f"{file.name}:{1 + lines.index(line)}  {line}" in shown


@for_each("name", FAULTY)
def test_the_marked_line_is_in_the_program(name: str) -> None:
    """Once, so that it is clear which is meant."""
    (file,) = (HOME / name).glob("*.py")
    lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
    assert lines.count(fault_of(name)["line"]) == 1


@for_each("course", COURSES)
def test_students_grade_themselves_with_their_zip(tmp_path: Path, course: str) -> None:
    """The stub has no points, and a right program all of them."""
    zips, home = tmp_path / course / "zips", tmp_path / course / "home"
    done = run("bundle", zips, "--assignment", HOME / course)
    assert done.returncode == 0, done.stderr
    unpack(zips / "student.zip", home)
    shutil.copytree(next((HOME / course / "right").iterdir()), home / "mine")
    for folder, earned in (
        ("student_template", f"0/{FULL}"),
        ("mine", f"{FULL}/{FULL}"),
    ):
        mine = subprocess.run(
            ["./run_autograder", folder, "--explain", "0"],
            cwd=home,
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        assert mine.stdout.split()[-1] == earned, mine.stdout + mine.stderr


def test_the_page_on_adopting_leads_to_the_zips(tmp_path: Path) -> None:
    """Its commands as they stand there; its adapter and keys are the example's."""
    page = (ROOT / "docs" / "adopting.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    copied, *commands = block.splitlines()
    course = tmp_path / "my_course"
    shutil.copytree(ROOT / copied.split()[2], course)
    for command in commands:
        words = command.removeprefix("./run_autograder ").split()
        first = () if words[0] in ("answers", "bundle") else ("grade",)
        done = run(*first, *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert first == () or done.stdout.split()[-1] == f"{FULL}/{FULL}"
    assert {path.name for path in (tmp_path / "zips").iterdir()} == {
        "autograder.zip",
        "student.zip",
    }
    (adapter,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert adapter in (course / "provided" / "depth_limited.py").read_text("utf-8")
    (keys,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert keys in (course / "assignment.yaml").read_text("utf-8")


COMPLETE = HOME / "complete"


def test_the_complete_example_grades_its_class(tmp_path: Path) -> None:
    """Two days late are 20 % off, but of who was ill; who sent nothing has a row.

    Its answers, which are checked in, are the reference's.
    """
    checked = run("answers", COMPLETE / "course", "--check")
    assert checked.returncode == 0, checked.stderr
    files, late = COMPLETE / "class", "--late-rule"
    words: tuple[str | Path, ...] = (
        *("--assignment", COMPLETE / "course", "--roster", files / "roster.csv"),
        *("--due", "2026-11-22T23:59+01:00", late, "10 % a day"),
        *("--late", files / "late.csv", "--explain", "0"),
    )
    done = run("class", files / "export", "--out", tmp_path / "grades", *words)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "grades" / "grades.csv").read_text(encoding="utf-8")
    ada, ben, cleo, dan = csv.DictReader(text.splitlines())
    of_parts = ("minimax", "alpha_beta", "leaves", "checks", "points", "counted")
    assert [ada[part] for part in of_parts] == ["40", "45", "10", "5", "100", "100"]
    assert [cleo[part] for part in of_parts] == ["40", "45", "0", "5", "90", "90"]
    assert float(ben["alpha_beta"]) < 45
    assert float(ben["counted"]) == pytest.approx(0.8 * float(ben["points"]), abs=0.01)
    assert dan["status"] == "no submission"


def test_adapters_are_short() -> None:
    """What an instructor writes is read at a glance, and there is little of it."""
    for path in HOME.glob("*/provided/*.py"):
        _, _, code = path.read_text(encoding="utf-8").split('"""', 2)
        assert sum(map(bool, code.splitlines())) <= MOST_LINES, path
    paths = [path for course in COURSES for path in (HOME / course).rglob("*.*")]
    assert sum(path.suffix != ".pyc" for path in paths) <= MOST_FILES

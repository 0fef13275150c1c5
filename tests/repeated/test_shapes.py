"""Searches of other shapes are data: no line of the grader knows their functions.

A dispatcher with `value`, `highest` and `lowest`, and the single function
`df_minimax(game, state, player)`, each with a reference, a stub and an assignment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.schema import assert_valid_results
from tests.small import ROOT, run

SHAPES = ROOT / "test_trees" / "shapes"
REFERENCE = ROOT / "reference"
NAMES = ("highest", "lowest", "df_minimax", "dispatcher")
TREES = 5
POINTS: dict[str, dict[str, float]] = {
    "dispatcher": {"value": 3, "action": 2, "visits": 2, "highest": 1.5, "lowest": 1.5},
    "df_minimax": {"value": 4, "action": 3, "visits": 3},
}


@pytest.fixture(scope="module")
def zips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which each zip of the assignment is unpacked."""
    folder = tmp_path_factory.mktemp("zips")
    done = run("bundle", folder, "--assignment", SHAPES)
    assert done.returncode == 0, done.stderr
    for name in ("autograder", "student"):
        with zipfile.ZipFile(folder / f"{name}.zip") as packed:
            packed.extractall(folder / name)
    return folder


def graded(submission: Path, folder: Path, project: Path = ROOT) -> dict[str, Any]:
    """The results of a grading by the project that lies in a folder."""
    trees = SHAPES if project == ROOT else project / "test_trees"
    results = folder / "results.json"
    arguments = (submission, "--assignment", trees, "--results", results)
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *map(str, arguments)],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONSAFEPATH": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(results.read_bytes())
    assert_valid_results(found)
    return found


def submitted(folder: Path, changes: Mapping[str, tuple[str, str]]) -> Path:
    """The reference, in which of some modules one text is another."""
    submission = folder / "submission"
    submission.mkdir()
    for module in POINTS:
        text = (REFERENCE / f"{module}.py").read_text("utf-8")
        old, new = changes.get(module, ("", ""))
        assert old in text
        (submission / f"{module}.py").write_text(text.replace(old, new, 1), "utf-8")
    return submission


def points_of(results: dict[str, Any], question: str) -> float:
    """What a question earned on all its trees."""
    tests = [t for t in results["tests"] if t["name"].startswith(f"{question}:")]
    assert len(tests) == TREES
    scores: list[float] = [test["score"] for test in tests]
    return round(sum(scores), 6)


def worth(question: str, *facets: str) -> float:
    """What these facets of a question are worth on all its trees."""
    return TREES * sum(POINTS[question][facet] for facet in facets)


def test_no_line_of_the_grader_knows_them() -> None:
    """What it must know stands in the assignment, the reference and the answers."""
    for path in (ROOT / "autograder").rglob("*.py"):
        text = path.read_text("utf-8")
        assert not [name for name in NAMES if f'"{name}"' in text], path


@pytest.mark.parametrize("project", ["folder", "autograder", "student"])
def test_right_ones_earn_everything(project: str, zips: Path, tmp_path: Path) -> None:
    """From the folder and from both zips, which hold no reference."""
    submission = submitted(tmp_path, {})
    place = ROOT if project == "folder" else zips / project
    assert project == "folder" or not (place / "reference").exists()
    results = graded(submission, tmp_path, place)
    assert {q: points_of(results, q) for q in POINTS} == {
        "dispatcher": 50,
        "df_minimax": 50,
    }
    assert {t["status"] for t in results["tests"]} == {"passed"}


@pytest.mark.parametrize("project", ["folder", "student"])
def test_stubs_earn_nothing_and_say_what_to_write(
    project: str, zips: Path, tmp_path: Path
) -> None:
    """The student's zip holds them."""
    place = ROOT if project == "folder" else zips / project
    stubs = tmp_path / "stubs"
    shutil.copytree(place / "student_template", stubs)
    results = graded(stubs, tmp_path, place)
    assert {points_of(results, question) for question in POINTS} == {0}
    told = {t["output"].split(":")[0] for t in results["tests"]}
    assert told == {"write value", "write df_minimax"}


@pytest.mark.parametrize(
    "old, new, facets, said",
    [
        (
            "v = max(v, ",
            "v = min(v, ",
            ("lowest",),
            "highest alone, at A, returned -inf",
        ),
        ("v = min(v, ", "v = max(v, ", ("highest",), "lowest alone, at "),
        (
            'if game.to_move(state) == "max":\n        return highest',
            'if game.to_move(state) == "min":\n        return highest',
            ("highest", "lowest"),
            "highest alone is right",
        ),
        (
            '    """The minimax value of `state`, whoever moves there."""\n',
            "    raise NotImplementedError\n",
            ("highest", "lowest"),
            "lowest alone is right",
        ),
    ],
    ids=["highest", "lowest", "value dispatches wrongly", "value is a stub"],
)
def test_each_function_is_judged_alone(
    tmp_path: Path, old: str, new: str, facets: tuple[str, ...], said: str
) -> None:
    """Whatever is wrong with the others: a correct dispatcher stands in for it."""
    results = graded(submitted(tmp_path, {"dispatcher": (old, new)}), tmp_path)
    tests = [t for t in results["tests"] if t["name"].startswith("dispatcher:")]
    earned = points_of(results, "dispatcher")
    assert earned >= worth("dispatcher", *facets)
    assert earned < worth("dispatcher", *POINTS["dispatcher"])
    assert points_of(results, "df_minimax") == 50
    assert any(said.replace("-inf", "-∞") in t["output"] for t in tests), tests


def test_the_player_that_is_handed_on_counts(tmp_path: Path) -> None:
    """Who forgets to change it searches for MAX alone, and is told at which node."""
    forgotten = ("game, child, OPPONENT[player])", "game, child, player)")
    results = graded(submitted(tmp_path, {"df_minimax": forgotten}), tmp_path)
    assert points_of(results, "dispatcher") == 50
    assert points_of(results, "df_minimax") < worth("df_minimax", "value", "action")
    (two_ply,) = [t for t in results["tests"] if t["name"] == "df_minimax: two_ply"]
    assert "df_minimax returned 14, expected 3" in two_ply["output"]


def test_a_call_without_the_argument_is_told_so(tmp_path: Path) -> None:
    """By the names that the reference has."""
    wrong = ("state: State, player: str) -> float", "state: State) -> float")
    results = graded(submitted(tmp_path, {"df_minimax": wrong}), tmp_path)
    (two_ply,) = [t for t in results["tests"] if t["name"] == "df_minimax: two_ply"]
    said = "expected df_minimax(game, state, player), found df_minimax(game, state)"
    assert said in two_ply["output"]
    assert points_of(results, "df_minimax") == 0 or "action" in two_ply["output"]

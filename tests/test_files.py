"""Hidden files: a course with those that systems and tools leave is the same course."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from autograder.assignment.reading import FILE
from autograder.classroom.running.state import state_of
from autograder.commands import adequacy
from autograder.commands.bundle import grading_files, student_files
from autograder.commands.renew import assignments_below
from autograder.files import is_hidden, visible
from autograder.grading.grading import ready
from autograder.kinds.all import load, stale_answer_files
from autograder.kinds.kind import Onlooker
from autograder.project import GAMES, LAWS, MISTAKES, Places
from autograder.trees.openspiel import INSIDE, estimates_near
from autograder.trees.rules import games_near
from tests.cases import for_each
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
OWN = {  # of a course's own, by where the project has the like
    **{f"{name}/own.py": (name, "*.py") for name in (GAMES, LAWS, "conventions")},
    f"{MISTAKES}/own.yaml": (MISTAKES, "*.yaml"),
    f"{INSIDE}/own.py": (INSIDE, "*.py"),
}


def course(top: Path) -> Path:
    """A folder with something of its own of each kind, below one with a dot."""
    folder = top / ".courses" / "quick"
    shutil.copytree(QUICK, folder)
    for name in OWN:
        path = folder / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("own\n", encoding="utf-8")
    check = "def test_own(submission):\n    pass\n"
    (folder / "test_own.py").write_text(check, encoding="utf-8")
    (folder / "titles").mkdir()
    (folder / "titles" / "own.txt").touch()  # of the assignment that a student has
    adequacy.record_as_proven(folder)
    return folder


def leave_hidden(folder: Path) -> None:
    """Leave in each folder what a Mac, Jupyter and git leave, under any ending."""
    for place in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        for hidden in ("._", ".ipynb_checkpoints/", "__MACOSX/", ".git/"):
            for name in ("x.yaml", "x.py", "x_test.py", "x.json", "x.txt", FILE):
                path = place / f"{hidden}{name}"
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(b"\0\5\26\7")


def readings(folder: Path) -> dict[str, Any]:
    """What a course is to everything that reads it."""
    # It imports dask, for which no other test need wait.
    from autograder.classroom.machine import packed_folder  # noqa: PLC0415

    assignment, places = load(folder), Places(folder)
    prepared = ready(assignment)
    return {
        "tests": [test.about for test in assignment.tests],
        "checks": (prepared.checks, prepared.has_checks),
        "for the platform": grading_files(assignment, ROOT),
        "for students": student_files(assignment, ROOT),
        "for another machine": packed_folder(folder),
        "state": state_of(folder, {}),
        "below": assignments_below(folder),
        "proven": adequacy.is_proven(folder),
        "games": games_near(folder / "trees" / "x.yaml"),
        "estimates": estimates_near(folder / "trees" / "x.yaml"),
        "own": {
            name: places.files_by_name(inside, ROOT / "reference" / inside, pattern)
            for name, (inside, pattern) in OWN.items()
        },
    }


def test_hidden_files_change_nothing_in_a_course(tmp_path: Path) -> None:
    """They are no tree, check, game, law or mistake, and go into no zip."""
    folder = course(tmp_path)
    before = readings(folder)
    assert before["proven"]
    assert all("own" in found for found in before["own"].values())
    leave_hidden(folder)
    assert readings(folder) == before


def test_hidden_files_are_no_answers(tmp_path: Path) -> None:
    """None is stale, and none answers nothing that is asked."""
    folder = tmp_path / "quick"
    shutil.copytree(QUICK, folder)
    leave_hidden(folder)
    assert not [*stale_answer_files(load(folder), Onlooker())]


def test_hidden_files_of_the_project_are_none_of_its_own(tmp_path: Path) -> None:
    """Nor where a course has nothing of its own."""
    (tmp_path / "own.yaml").touch()
    leave_hidden(tmp_path)
    assert [*Places().files_by_name(MISTAKES, tmp_path, "*.yaml")] == ["own"]


@for_each(
    "name, expected",
    [
        *((name, True) for name in ("._x.yaml", ".DS_Store", ".git", "__MACOSX")),
        *((name, False) for name in ("x.yaml", "..", ".", "x.", "_x", "MACOSX", "")),
    ],
)
def test_which_names_are_hidden(name: str, expected: bool) -> None:  # noqa: FBT001
    """Those with a dot in front, and the folder that a Mac packs beside others."""
    assert is_hidden(name) is expected


def test_what_leads_up_is_no_hidden_name(tmp_path: Path) -> None:
    """Trees may stand beside a course, and a hidden folder may hold it."""
    folder = tmp_path / ".hidden" / "course"
    for path in (folder / "a.yaml", folder.parent / "beside" / "b.yaml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert visible(folder, "*.yaml") == [folder / "a.yaml"]
    assert [path.name for path in visible(folder, "../*/*.yaml")] == [
        "b.yaml",
        "a.yaml",
    ]
    assert visible(folder.parent.parent, "**/*.yaml") == []

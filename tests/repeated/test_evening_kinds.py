"""A class under each kind of assignment: OpenSpiel, tables, an instructor's own checks.

Each is graded, and counted anew where only its points have changed.
"""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest

from autograder.commands.main import main
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
UNITS = ROOT / "test_trees"
CHECK = '''
from gradescope_utils.autograder_utils.decorators import weight

@weight(2)
def test_two_leaves(submission):
    """The larger of two"""
    assert submission.call("max_value", [1, 2], module="minimax").value == 2
'''
ASSIGNMENTS = {
    "openspiel": UNITS / "connect_four",
    "tables": UNITS / "matrix_games",
    "estimates": UNITS / "estimates",
    "games": UNITS / "modelling",
    "playouts": UNITS / "monte_carlo",
    "checks": QUICK,
}


def assignment(folder: Path, kind: str) -> Path:
    """A copy of one, of which the points can be changed."""
    shutil.copytree(ASSIGNMENTS[kind], folder / "mine")
    if kind == "checks":
        (folder / "mine" / "test_more.py").write_text(CHECK, encoding="utf-8")
    return folder / "mine"


def two_students(folder: Path) -> Path:
    """Ann is right; Bob, who returns nothing, is not."""
    for name in ("ann", "bob"):
        (folder / name).mkdir(parents=True)
        for path in (ROOT / "reference").glob("*.py"):
            text = path.read_text("utf-8")
            if name == "bob":
                text = re.sub(
                    r"^( +)return .*", r"\1return None", text, flags=re.MULTILINE
                )
            (folder / name / path.name).write_text(text, encoding="utf-8")
    return folder


def rows(folder: Path) -> dict[str, dict[str, str]]:
    """grades.csv by name."""
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("kind", ASSIGNMENTS)
def test_a_class_is_graded_and_counted_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """What is counted anew is what another grading of all says: worth more, closed."""
    mine, work = assignment(tmp_path, kind), two_students(tmp_path / "class")

    def run(out: str, *more: str) -> dict[str, dict[str, str]]:
        words = ("class", str(work), "--out", str(tmp_path / out), *more)
        assert main([*words, "--assignment", str(mine), "--feedback", "html"]) == 0
        return rows(tmp_path / out)

    before = run("out")
    assert before["ann"]["points"] == before["ann"]["max"]
    assert float(before["bob"]["points"]) < float(before["ann"]["points"])
    path = mine / "assignment.yaml"
    text = path.read_text("utf-8")
    worth = re.search(r"worth: (\d+)|value: (\d+)", text)
    assert worth is not None
    changed = text[: worth.start()] + worth[0].replace(worth[1] or worth[2], "9")
    for other in (changed + text[worth.end() :], closed(text)):
        path.write_text(other, encoding="utf-8")
        capsys.readouterr()
        after = run("out", "--changed")
        told = " ".join(capsys.readouterr().out.split())
        assert "Counted 2 submissions anew from the store" in told
        shutil.rmtree(tmp_path / "fresh", ignore_errors=True)
        fresh = run("fresh")
        assert after == fresh
        assert (after["ann"]["max"] == before["ann"]["max"]) is (other == closed(text))
        for name in ("ann", "bob"):
            one, other_one = (page(tmp_path / out, name) for out in ("out", "fresh"))
            assert one == other_one


def test_own_checks_have_a_column_and_a_say(tmp_path: Path) -> None:
    """All points of a row stand in columns, and people may give some of a check's."""
    mine, work = assignment(tmp_path, "checks"), two_students(tmp_path / "class")
    words = ["class", str(work), "--out", str(tmp_path / "out")]
    assert main([*words, "--assignment", str(mine)]) == 0
    ann, bob = (rows(tmp_path / "out")[name] for name in ("ann", "bob"))
    assert (ann["checks"], bob["checks"]) == ("2", "0")
    for row in (ann, bob):
        parts = (row["minimax"], row["alpha_beta"], row["checks"])
        assert sum(map(float, parts)) == float(row["points"])
    text = "sid,question,text,points\nbob,checks,Half of it,1\n"
    (tmp_path / "comments.csv").write_text(text, encoding="utf-8")
    assert main([*words, "--comments", str(tmp_path / "comments.csv")]) == 0
    after = rows(tmp_path / "out")["bob"]
    assert (after["checks"], after["points"], after["max"]) == ("1", "1", "16")


def closed(text: str) -> str:
    """An assignment, none of whose tests students see."""
    text = re.sub(r"^ +visibility: .*\n", "", text, flags=re.MULTILINE)
    hidden = r"\g<0>\n\g<1>  visibility: hidden"
    return re.sub(r"^( +)- name: .*$", hidden, text, flags=re.MULTILINE)


def page(folder: Path, name: str) -> str:
    """A student's page without what anything took."""
    text = (folder / "feedback" / f"{name}.html").read_text("utf-8")
    return re.sub(r"\d+(\.\d+)? m?s\b", "", text)

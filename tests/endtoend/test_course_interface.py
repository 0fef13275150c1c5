"""A course with its own stubs: both zips, the platform, a class and its resuming."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import distributed
import pytest

from autograder.commands.bundle import RUN_ALONE
from tests.courseagents import AGENTS, OWN, STUB, SUPPORT, course, handed_in
from tests.endtoend.test_plugin import run_pytest
from tests.platforms import laid_out, unpack, unpack_only
from tests.small import run

FULL = 3.0
STAYS = "Graded 0 submissions"
# MAX chooses the least at the root; what is worth a search is not written.
HALF_WRONG = """\
class Agent:
    def __init__(self, game):
        self.game = game

    def choose(self, state):
        after = {a: self.worth(s) for a, s in self.game.successors(state)}
        pick = min if self.game.to_move(state) == "max" else min
        return pick(after, key=after.get)

    def worth(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        best = max if self.game.to_move(state) == "max" else min
        return best([self.worth(s) for _, s in self.game.successors(state)])

    def largest(self, state):
        return {}["nothing"]

    def smallest(self, state):
        return {}["nothing"]
"""
KEYS = f"{OWN}stubs: start\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course, whose stubs are its own."""
    return course(tmp_path_factory.mktemp("course"), keys=KEYS)


@pytest.fixture(scope="module")
def zips(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `bundle` packs of it."""
    out = tmp_path_factory.mktemp("zips")
    done = run("bundle", out, "--assignment", folder)
    assert done.returncode == 0, done.stderr
    return out


def test_the_platform_grades_the_students_file(folder: Path, tmp_path: Path) -> None:
    """Only the file is sent; the adapter and its support come from the zip."""
    platform = laid_out(tmp_path / "autograder", folder)
    home = tmp_path / "sent"
    home.mkdir()
    platform.submit(handed_in(home, agents=AGENTS))
    status, results, said = platform.grade()
    assert (status, said) == (0, "")
    assert [test["score"] for test in results["tests"]] == [FULL]


def test_students_get_the_courses_stubs(zips: Path, tmp_path: Path) -> None:
    """They grade themselves at home, as they are, and once they are filled in."""
    unpack(zips / "student.zip", tmp_path)
    stub = tmp_path / "student_template" / "agents.py"
    assert stub.read_text() == STUB.rstrip() + RUN_ALONE
    assert sorted(p.name for p in stub.parent.iterdir()) == ["agents.py"]
    row = "| minimax | `agents.py` | `Agent.choose` `Agent.largest` `Agent.smallest` |"
    assert row in (tmp_path / "README.md").read_text().splitlines()
    public = "--assignment", tmp_path / "test_trees"
    done = run("grade", stub.parent, *public)
    assert "write largest" in done.stdout
    stub.write_text(AGENTS)
    done = run("grade", stub.parent, *public)
    assert (done.returncode, done.stdout.split()[-1]) == (0, "3/3")


def test_no_stub_is_packed_for_the_platform(zips: Path, tmp_path: Path) -> None:
    """It has the course's modules, and what students begin with is of no use there."""
    unpack_only(zips / "autograder.zip", tmp_path)
    inside = {
        path.relative_to(tmp_path / "test_trees").as_posix()
        for path in (tmp_path / "test_trees").rglob("*.py")
    }
    assert inside == {"course/minimax.py", "course/support.py"}


def test_a_solution_left_in_a_courses_stub(tmp_path: Path) -> None:
    """It is named, and nothing is packed."""
    made = course(tmp_path, keys=KEYS)
    (made / "start" / "agents.py").write_text(AGENTS)
    done = run("bundle", tmp_path / "zips", "--assignment", made)
    assert done.returncode == 2
    assert "agents.py: the stub earns points in minimax" in done.stderr


def a_class(folder: Path, **agents: str) -> Path:
    """Submissions by name, each of a file."""
    for name, text in agents.items():
        home = folder / "class" / name
        home.mkdir(parents=True)
        (home / "agents.py").write_text(text)
    return folder / "class"


def graded(made: Path, submissions: Path, *more: str) -> str:
    """What `class` says of them."""
    out = "--out", submissions.parent / "out"
    done = run("class", submissions, *out, "--assignment", made, *more)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_a_notebook_is_the_file_that_is_handed_in(folder: Path, tmp_path: Path) -> None:
    """The course's modules lie beside it, too."""
    cells = [{"cell_type": "code", "source": AGENTS, "metadata": {}, "outputs": []}]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "agents.ipynb").write_text(json.dumps(notebook))
    done = run("grade", tmp_path, "--assignment", folder)
    assert (done.returncode, done.stdout.split()[-1]) == (0, "3/3")


def test_items_of_pytest_have_the_courses_modules(folder: Path, tmp_path: Path) -> None:
    """A right file passes."""
    home = handed_in(tmp_path, agents=AGENTS)
    items = "--submission", home, "--assignment", folder
    done = run_pytest(tmp_path, *items)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_a_cluster_has_the_courses_modules(folder: Path, tmp_path: Path) -> None:
    """They travel with the assignment."""
    mine = a_class(tmp_path, ann=AGENTS, bob=STUB)
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=":0",
    ) as local:
        graded(folder, mine, "--cluster", local.scheduler_address)
    rows = csv.DictReader((tmp_path / "out" / "grades.csv").read_text().splitlines())
    assert [row["points"] for row in rows] == ["3", "0"]


def test_a_changed_adapter_grades_a_class_anew(tmp_path: Path) -> None:
    """What was graded stays until a module that the course provides is another."""
    made = course(tmp_path)
    mine = a_class(tmp_path, ann=AGENTS, bob=STUB)
    changed = made / "course" / "minimax.py", made / "course" / "support.py"
    assert "Graded 2 submissions" in graded(made, mine)
    assert STAYS in graded(made, mine)
    for file in changed:
        file.write_text(file.read_text() + "\nAGAIN = True\n")
        assert "Graded 2 submissions" in graded(made, mine)
        assert STAYS in graded(made, mine)
    (made / "start").mkdir(exist_ok=True)
    (made / "start" / "agents.py").write_text(f"{STUB}\n")
    assert STAYS in graded(made, mine), "nobody is graded by a stub"


def test_students_are_alike_by_what_they_wrote(tmp_path: Path) -> None:
    """Not by the course's module that lies there too, nor by its stub."""
    made = course(tmp_path, keys=KEYS)
    stub = made / "start" / "agents.py"
    text = "".join(
        f"def given_{n}(a, b):\n    return a * {n} + b\n\n" for n in range(60)
    )
    stub.write_text(f"{text}\n{STUB}")
    renamed = AGENTS.replace("best", "most").replace("worst", "least")
    mine = a_class(tmp_path, ann=AGENTS, bob=renamed, eve=text + HALF_WRONG, joe=text)
    (mine / "ann" / "support.py").write_text(SUPPORT)
    graded(made, mine)
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    (shared,) = re.findall(
        r'<section aria-labelledby="equal".*?</section>', page, re.DOTALL
    )
    assert "ann" in shared
    assert "bob" in shared
    assert "eve" not in shared


def test_in_a_class_lines_and_names_are_the_students(tmp_path: Path) -> None:
    """Also in the second pass, which looks for the lines that are wrong."""
    made = course(tmp_path)
    mine = a_class(tmp_path, ann=HALF_WRONG, bob=AGENTS)
    said = graded(made, mine, "--explain", "8", "--feedback", "html")
    out = tmp_path / "out"
    shown = [out / "class.html", *out.glob("feedback/*.html"), *out.glob("results/*")]
    text = said + "".join(path.read_text("utf-8") for path in shown)
    assert "Agent.choose chooses rightly in all" in text
    for name in ("max_value", "min_value", "minimax_search"):
        assert name not in text


def test_without_unseen_trees_no_table_is_told(tmp_path: Path) -> None:
    """None is drawn, those that were are removed, and the zip warns of what passes."""
    made = course(tmp_path, keys=KEYS)
    drawn = made / "answers" / "minimax.unseen.json"
    assert drawn.is_file()
    file = made / "assignment.yaml"
    file.write_text("unseen: none\n" + file.read_text())
    done = run("answers", made)
    assert (done.returncode, drawn.exists()) == (0, False), done.stderr
    warned = f"{file}: unseen: none: a table of what students see earns all"
    assert warned in run("bundle", tmp_path / "zips", "--assignment", made).stdout
    graded = run("grade", handed_in(tmp_path, agents=AGENTS), "--assignment", made)
    assert (graded.returncode, graded.stderr) == (0, "")

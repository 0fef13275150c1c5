"""A course with its own stubs: both zips, the platform, a class and its resuming."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.commands.bundle import RUN_ALONE
from tests.courseagents import ADAPTER, AGENTS, OWN, STUB, course, handed_in
from tests.platforms import laid_out, unpack, unpack_only
from tests.small import run

FULL = 3.0
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


def test_a_changed_adapter_grades_a_class_anew(tmp_path: Path) -> None:
    """What was graded stays until the course's module is another."""
    made = course(tmp_path)
    for name, text in (("ann", AGENTS), ("bob", STUB)):
        home = tmp_path / "class" / name
        home.mkdir(parents=True)
        (home / "agents.py").write_text(text)

    def graded(*more: str) -> str:
        out = "--out", tmp_path / "out"
        done = run("class", tmp_path / "class", *out, "--assignment", made, *more)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    assert "Graded 2 submissions" in graded()
    assert "Graded 2 submissions" not in graded("--changed")
    adapter = made / "course" / "minimax.py"
    adapter.write_text(ADAPTER + "\nAGAIN = True\n")
    assert "Graded 2 submissions" in graded("--changed")


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

"""A course's own interface in its file: what is provided, handed in, and begun with."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from autograder.assignment.questions import Assignment
from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from tests.cases import for_each

QUESTIONS = """\
questions:
  - name: minimax
    points: {value: 1}
    trees: [one.yaml]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A course with a tree, an adapter, a package and stubs."""
    files = {
        "one.yaml": "tree: [1, 2]",
        "course/minimax.py": "",
        "course/util.py": "",
        "course/board/__init__.py": "",
        "course/board/lines.py": "",
        "other/util.py": "x = 1",
        "bad/random.py": "",
        "bad/autograder.py": "",
        "bad/yaml.py": "",
        "with_both/minimax.py": "",
        "with_both/agents.py": "import math\nfrom board.lines import x\nimport util\n",
        "start/agents.py": "",
        "notes.txt": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def load(folder: Path, keys: str) -> Assignment:
    """The assignment with these keys."""
    (folder / "assignment.yaml").write_text(keys + QUESTIONS)
    return assignments.load(folder)


def paths(*names: str) -> set[PurePosixPath]:
    """Paths beside a submission."""
    return {*map(PurePosixPath, names)}


def test_without_keys_students_hand_in_what_is_asked_for(folder: Path) -> None:
    """As in all assignments of the project."""
    found = load(folder, "")
    assert found.handed_in() == ("minimax",)
    assert not found.interface.provided


def test_what_fits_lies_beside_a_submission(folder: Path) -> None:
    """By its path below the folders that a pattern names before its first wildcard."""
    keys = 'provided: ["course/**/*.py"]\nhands_in: [agents.py]\n'
    found = load(folder, keys)
    assert found.interface.provided.keys() == paths(
        "minimax.py", "util.py", "board/__init__.py", "board/lines.py"
    )
    assert found.modules() == ("minimax",)
    assert found.handed_in() == ("agents",)


def test_one_file_is_named_as_it_is(folder: Path) -> None:
    """Without a wildcard it lies there by its name; the question's is a student's."""
    found = load(folder, "provided: [course/util.py]\n")
    assert found.interface.provided.keys() == paths("util.py")
    assert found.handed_in() == ("minimax",)


def test_stubs_are_a_folder(folder: Path) -> None:
    """Which has what is handed in."""
    keys = 'provided: ["course/*.py"]\nhands_in: [agents.py]\nstubs: start\n'
    assert load(folder, keys).interface.stubs == folder / "start"


def test_the_way_back(folder: Path) -> None:
    """What is written reads back; the stubs are no part of grading."""
    keys = 'provided: ["course/*.py"]\nhands_in: [agents.py]\nstubs: start\n'
    found = load(folder, keys)
    (folder / "assignment.yaml").write_text(assignments.dump(found))
    again = assignments.load(folder)
    assert again.interface.provided == found.interface.provided
    assert again.handed_in() == ("agents",)
    assert again.interface.stubs is None


BOTH = "hands_in: [minimax.py, agents.py]\nstubs: with_both\n"
HANDED = "hands_in: [agents.py]\n"
# By what stands in the file, the place and the sentence that are told.
WRONG = {
    "provided: []\n" + HANDED: "1:11: expected at least one module",
    'provided: ["no/*.py"]\n': "1:12: no/*.py: no module (*.py) fits",
    "provided: [notes.txt]\n": "1:12: notes.txt: no module (*.py) fits",
    "provided: [../x.py]\n": "1:12: ../x.py: give a path below this folder",
    "provided: [/etc/*.py]\n": "1:12: /etc/*.py: give a path below this folder",
    "provided: [bad/random.py]\n": (
        "1:12: random.py would stand in place of Python's own module of that name; "
        "rename it"
    ),
    "provided: [bad/autograder.py]\n": (
        "1:12: autograder.py would stand in place of the grader; rename it"
    ),
    "provided: [bad/yaml.py]\n": (
        "1:12: yaml.py would stand in place of the grader; rename it"
    ),
    "provided: [course/util.py]\n" + BOTH: (
        "3:8: with_both/agents.py imports board, which is not `provided`"
    ),
    'provided: ["course/*.py", other/util.py]\n' + HANDED: (
        "1:27: util.py is provided twice, by two files"
    ),
    'provided: ["course/*.py"]\n': (
        "1:11: all modules are `provided`: `hands_in` says what students send"
    ),
    "hands_in: [agents]\n": (
        "1:12: agents: expected the name of a module, such as search.py"
    ),
    "hands_in: [a/b.py]\n": (
        "1:12: a/b.py: expected the name of a module, such as search.py"
    ),
    "hands_in: [minimax.py, minimax.py]\n": "1:24: minimax.py stands here twice",
    "hands_in: [agents.py]\n": (
        "1:11: minimax.py is asked for: students hand it in, or it is `provided`"
    ),
    'provided: ["course/*.py"]\nhands_in: [util.py]\n': (
        "2:12: util.py is `provided`: students need not"
    ),
    "hands_in: [minimax.py]\nstubs: nowhere\n": (
        "2:8: nowhere: there is no such folder below this one"
    ),
    "hands_in: [minimax.py]\nstubs: start\n": "2:8: start has no minimax.py",
    "stubs: start\n": (
        "1:8: `stubs` stand in place of what `hands_in` names, which is not said"
    ),
}  # fmt: skip


@for_each("keys", WRONG)
def test_what_is_wrong_is_told_with_its_place(folder: Path, keys: str) -> None:
    """Line and column, what was found and what to do."""
    with pytest.raises(FileProblems) as caught:
        load(folder, keys)
    told = str(caught.value).replace(f"{folder}/assignment.yaml:", "").splitlines()
    assert WRONG[keys] in told

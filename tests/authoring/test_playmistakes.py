"""Which right game a question trusts, where others are right with other options."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.answers.file import grouped_tests
from autograder.commands.bundle import student_files
from autograder.errors import FileProblems
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.game.authors import reference_game
from autograder.kinds.game.question import NORMAL_PLAY, Walk
from autograder.kinds.kind import Onlooker
from autograder.project import PROJECT
from tests.cases import for_each
from tests.playgrading import computed, judged
from tests.small import ROOT

COURSE = """questions:
- name: {}
  kind: game
  game: nim
  options: {{piles: [2, 2], canonical: true{}}}
  shape: {}
  points: {{result: 1, is_terminal: 1, utility: 1}}
  lines: {{all games: {{to: 4}}}}
"""
NORMAL, MISERE, SAID = "", ", misere: true", ", misere: false"
SHAPES = {"ii_nim": "functions", "seven_tuple": "tuple"}


def course(module: str, options: str) -> str:
    """II-Nim, as normal play or not."""
    return COURSE.format(module, options, SHAPES[module])


def trusted(module: str, options: str) -> Path:
    """The file of the right game of a module with these options."""
    reference = ROOT / "reference"
    folder = reference if options == MISERE else reference / NORMAL_PLAY
    return folder / f"{module}.py"


@for_each(
    "module, options",
    [(m, options) for m in SHAPES for options in (NORMAL, SAID, MISERE)],
)
def test_the_one_that_fits_the_options_is_trusted(
    tmp_path_factory: pytest.TempPathFactory, module: str, options: str
) -> None:
    """And no point is lost by it; by the one that does not fit some are."""
    folder, text = tmp_path_factory.mktemp("course"), course(module, options)
    tests, _ = computed(folder, text)
    assert reference_game(tests[0].question) is not None
    other = MISERE if options != MISERE else NORMAL
    for path, fits in (
        (trusted(module, options), True),
        (trusted(module, other), False),
    ):
        result = judged(folder, path.read_text(encoding="utf-8"), text)
        assert (result.verdict is Verdict.CORRECT) == fits, path


def test_where_none_fits_it_is_said(tmp_path: Path) -> None:
    """A course's own reference may be the only one."""
    own = tmp_path / "reference" / "mine.py"
    own.parent.mkdir()
    text = (ROOT / "reference" / "ii_nim.py").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    asked = course("ii_nim", NORMAL).replace("name: ii_nim", "name: mine")
    (tmp_path / "assignment.yaml").write_text(asked, encoding="utf-8")
    found = assignments.load(tmp_path)
    with pytest.raises(FileProblems, match=r"yaml:2:3: .* other options \(OPTIONS\)"):
        list(KINDS["game"].answer_files(found, Onlooker()))


@for_each("said", ["OPTIONS = dict(misere=True)", "OPTIONS = (2, 3)", "OPTIONS = {}"])
def test_a_course_may_mean_something_else_by_that_name(
    tmp_path_factory: pytest.TempPathFactory, said: str
) -> None:
    """Then its reference is held against the lines, as any."""
    folder = tmp_path_factory.mktemp("course")
    own = folder / "reference" / "mine.py"
    own.parent.mkdir()
    text = (ROOT / "reference" / "ii_nim.py").read_text(encoding="utf-8")
    own.write_text(text.replace('OPTIONS = {"misere": True}', said), encoding="utf-8")
    asked = course("ii_nim", MISERE).replace("name: ii_nim", "name: mine")
    tests, _ = computed(folder, asked)
    assert reference_game(tests[0].question) is not None


@for_each(
    "module, options, says",
    [
        *((m, o, "the last match wins") for m in SHAPES for o in (NORMAL, SAID)),
        *((module, MISERE, "the last match loses") for module in SHAPES),
    ],
)
def test_students_get_the_stub_of_their_game(
    tmp_path_factory: pytest.TempPathFactory, module: str, options: str, says: str
) -> None:
    """Who takes the last match wins in one course, and loses in another."""
    folder = tmp_path_factory.mktemp("course")
    tests, _ = computed(folder, course(module, options))
    assert grouped_tests(assignments.load(folder), Walk)[module] == tests
    files = student_files(assignments.load(folder), PROJECT)
    stub = files[f"student_template/{module}.py"].decode()
    assert says in " ".join(stub.split())

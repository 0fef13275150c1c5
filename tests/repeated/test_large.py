"""Large trees: what is left out for them, what is said of that, and what still works.

The limits are lowered, and the tree is what is left of a game of tic-tac-toe.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from autograder.answers import file as answers
from autograder.commands.main import parser
from autograder.errors import AssignmentError
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds import kind as kinds
from autograder.kinds.search import computing, replays
from autograder.kinds.search.replays import replay_of
from autograder.project import load_module
from autograder.report import terminal
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.rules import known_games
from tests import searched
from tests.platforms import unpack_only
from tests.small import ROOT, TREE

LARGE = "game: tic_tac_toe\nboard: XOX.O...."  # X is to move; O threatens below
ASSIGNMENT = """\
questions:
  - name: minimax
    points: {value: 1, action: 1, visits: 1}
    trees: ["*.yaml"]
"""


def nodes_of(board: str) -> int:
    """How many nodes the game has from there on, by counting them."""
    game = load_module(known_games()["tic_tac_toe"]).TicTacToe(board)
    waiting, count = [board], 0
    while waiting:
        count += 1
        waiting += game.successors(waiting.pop())
    return count


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree and a large one, if twenty nodes are few and fifty are many."""
    for module in ("unseentrees", "computing", "authors"):
        monkeypatch.setattr(f"autograder.kinds.search.{module}.MOST_NODES", 20)
    monkeypatch.setattr(answers, "LARGE", 50)
    monkeypatch.setattr(kinds, "LARGE", 50)
    monkeypatch.setattr(replays, "MOST_NODES", 50)
    place = tmp_path / "trees"
    place.mkdir()
    (place / "assignment.yaml").write_text(ASSIGNMENT)
    (place / "figure.yaml").write_text(TREE)
    (place / "large.yaml").write_text(LARGE)
    return place


def computed(folder: Path) -> None:
    """Its answers."""
    run_here("answers", folder)


def run_here(*command: object) -> None:
    """A command, in this process."""
    options = parser(str(command[0])).parse_args([*map(str, command)])
    options.run(options)


def test_large_trees_are_told_before_they_are_searched(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many nodes there are, what is left out, and the time that a search needs."""
    count = nodes_of("XOX.O....")
    assert count > 50
    monkeypatch.setattr(computing, "SECONDS_A_VISIT", 0.1)
    computed(folder)
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == (
        f"large: {count:,} nodes; adequacy leaves out what has more "
        "than 20 within the horizon"
    )
    seconds = -(-2 * count // 10)  # the value's search and the action's
    (hint,) = (each for each in lines if each.startswith("large: minimax"))
    assert hint == (
        f"large: minimax visits {2 * count:,} nodes; give its searches time for that, "
        f"`limits: {{seconds: {seconds}}}`"
    )


class Terminal(io.StringIO):
    """One that somebody looks at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_who_waits_for_answers_sees_what_is_computed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tree, the question and the convention; then the line is empty again."""
    stderr = Terminal()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    computed(folder)
    lines = [line.rstrip() for line in stderr.getvalue().split("\r")]
    assert [line for line in lines if line] == [
        "1/2 figure: minimax, textbook",
        "2/2 large: minimax, textbook",
    ]
    assert stderr.getvalue().endswith(" \r")


def test_answers_on_a_large_tree_are_small_and_grade(folder: Path) -> None:
    """They need a few lines; who is right has full marks, and no replay."""
    computed(folder)
    text = (folder / "answers" / "large.json").read_text()
    assert len(text) < 700
    assert json.loads(text)["questions"]["minimax"]["textbook"]["visits"] == (
        f"0-{nodes_of('XOX.O....') - 1}"
    )
    assignment = assignments.load(folder)
    with Sandbox() as sandbox:
        grading = Grading.of(assignment, ROOT / "reference", sandbox)
        small, large = map(partial(searched.graded, grading), grading.assignment.cases)
    assert (small.points, large.points) == (3, 3)
    sheets = searched.searches(grading).sheets
    assert replay_of(small, sheets.sheet_of(small.case)) is not None
    assert replay_of(large, sheets.sheet_of(large.case)) is None


def test_adequacy_leaves_out_large_trees(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so, and where nothing is left, that."""
    run_here("adequacy", folder)
    _, *lines = capsys.readouterr().out.splitlines()
    (head,) = (line for line in lines if line.endswith(" horizon: large"))
    table = lines[lines.index(head) + 2]
    assert table.startswith("minimax: ")
    assert table.endswith(" misconceptions on 1 tree")
    (folder / "figure.yaml").unlink()
    with pytest.raises(AssignmentError, match="all trees have more than 20 nodes"):
        run_here("adequacy", folder)


def test_a_large_game_goes_into_the_zips_with_its_rules(
    folder: Path, tmp_path: Path
) -> None:
    """Not written out; from what is unpacked it loads as the same tree."""
    (folder / "fixed.yaml").write_text("game: nim\npiles: [1, 2]")
    computed(folder)
    run_here("bundle", tmp_path / "zips", "--assignment", folder)
    for name in ("autograder", "student"):
        place = tmp_path / name
        unpack_only(tmp_path / "zips" / f"{name}.zip", place)
        games = [path.name for path in (place / "reference").rglob("*.py")]
        assert games == ["tic_tac_toe.py"]
        assert (place / "test_trees" / "large.yaml").read_text() == LARGE
        assert "game" not in (place / "test_trees" / "fixed.yaml").read_text()
        program = (
            "from pathlib import Path; from autograder.kinds import all; "
            "trees = all.load(Path('test_trees')).trees(); "
            "print(len(trees['large'].nodes), trees['large'].fingerprint())"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=place, capture_output=True, check=True
        )
        tree = assignments.load(folder).trees()["large"]
        expected = f"{len(tree.nodes)} {tree.fingerprint()}"
        assert done.stdout.decode().strip() == expected

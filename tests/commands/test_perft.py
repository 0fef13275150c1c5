"""The command `perft`: its table, its division, and what it refuses."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from autograder.commands.main import main
from autograder.kinds.game import lines
from autograder.trees import openspiel
from tests.cases import for_each
from tests.small import ROOT

DOCUMENT = ROOT / "docs" / "rule_games.md"
TRANSCRIPT = re.compile(
    r"^```console\n\$ ./run_autograder (perft .*)\n((?:.*\n)*?)```$", re.MULTILINE
)
NIM = """\
Lines of play by length, over or not: nim piles=1,2

plies     lines
    1         3
    2         5
    3         3

No line is longer than 3 plies.

Those of 3 plies by first action:

       1  1 of pile 1
       0  2 of pile 2
       2  1 of pile 2
"""
OWN = """\
from dataclasses import dataclass

@dataclass(frozen=True)
class Endless:
    def initial(self): return 0
    def successors(self, n): return (n + 1, n + 2)
    def label(self, n): return str(n)

RULES = Endless
"""


def test_the_lines_of_a_rule_game_by_length(capsys: pytest.CaptureFixture[str]) -> None:
    """With `--divide` the last length by first action, those that are over with 0."""
    assert main(["perft", "nim", "piles=1,2", "--divide"]) == 0
    assert capsys.readouterr().out == NIM


def test_four_plies_unless_others_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Tic-tac-toe, whose counts are known."""
    assert main(["perft", "tic_tac_toe"]) == 0
    assert capsys.readouterr().out.endswith("    3       504\n    4      3024\n")


def test_the_transcript_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/rule_games.md shows what is printed, of a game whose counts are known."""
    command, shown = TRANSCRIPT.findall(DOCUMENT.read_text(encoding="utf-8"))[0]
    assert main(command.split()) == 0
    assert capsys.readouterr().out == shown
    assert shown.endswith("    4      3024\n    5     15120\n")


@pytest.mark.skipif(not openspiel.can_import_openspiel(), reason="it needs Python 3.11")
def test_a_game_of_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    """Named as in a tree file, by `name`; its options stand beside that."""
    five = ["name=breakthrough", "rows=5", "columns=5", "--depth", "3"]
    assert main(["perft", "openspiel", *five]) == 0
    assert capsys.readouterr().out.endswith("    2       169\n    3      1911\n")
    assert main(["perft", "openspiel", "name=breakthrough", "rows=x"]) == 2
    told = "openspiel: rows: expected a value such as 8, found 'x'\n"
    assert capsys.readouterr().err == told


def test_without_openspiel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said how to install it."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["perft", "openspiel", "name=othello"]) == 2
    assert capsys.readouterr().err == f"openspiel: {openspiel.NOT_INSTALLED}\n"


def test_a_course_has_games_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--assignment` names its folder; without names its actions are their states."""
    games = tmp_path / "reference" / "games"
    games.mkdir(parents=True)
    (games / "endless.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "broken.py").write_text("", encoding="utf-8")
    (games / "broken.py").write_text("RULES = 1 +\n", encoding="utf-8")
    folder = tmp_path / "trees"
    folder.mkdir()
    own = ["--assignment", str(folder), "--divide"]
    assert main(["perft", "endless", *own]) == 0
    assert capsys.readouterr().out.endswith("    4        16\n" + DIVIDED)
    assert main(["perft", "broken", *own]) == 2
    told = "broken: broken.py, line 1: SyntaxError: invalid syntax"
    assert capsys.readouterr().err.startswith(told)


DIVIDED = """
Those of 4 plies by first action:

       8  1
       8  2
"""


def test_too_large_a_depth_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the lengths that can be counted; it says how deep that is."""
    monkeypatch.setattr(lines, "MOST_LINES", 100)
    assert main(["perft", "tic_tac_toe"]) == 2
    told = capsys.readouterr()
    assert told.out.endswith("    1         9\n    2        72\n")
    assert told.err.startswith("tic_tac_toe: there are more than ")
    assert told.err.endswith(
        " lines of 3 plies, and no more are counted; --depth 2 is the most here\n"
    )


@for_each(
    "given, told",
    [
        ("nim", "nim: piles: this game needs piles"),
        ("nim piles", "piles: expected OPTION=VALUE, such as piles=1,3,5,7"),
        ("nim piles=", "piles=: expected OPTION=VALUE, such as piles=1,3,5,7"),
        ("nim =3", "=3: expected OPTION=VALUE, such as piles=1,3,5,7"),
        ("nim piles=1,2 piles=3", "piles is given twice"),
        ("nim pile=1,2", "nim: pile: unknown key 'pile'; did you mean piles?"),
        ("nim piles=7", "nim: piles: expected a list such as [2, 2], found 7"),
        ("nim piles=[7", "piles: not YAML: did not find expected ',' or ']'"),
        ("nim piles={a:1}", "piles: expected a value or a list, found a mapping"),
        ("nim misere=yes piles=1,", "misere: yes: YAML reads it as a truth value"),
        ("connect_k rows=99", "connect_k: rows: expected a whole number from 1 to 6"),
        (
            "chess",
            "there is no game chess, and no such folder; there are coin_split",
        ),
        (
            "../games/nim piles=1,",
            "there is no game ../games/nim, and no such folder; there are",
        ),
        (
            "connect_k rows=2 columns=2 k=2 board=XOOX gravity=false",
            "it is over where it begins",
        ),
        ("nim piles=1, --question=nim", "nim: --question is for a student's folder"),
        ("openspiel", "openspiel: it needs a name, such as name=othello"),
        ("openspiel name=1", "openspiel: it needs a name, such as name=othello"),
    ],
)
def test_what_makes_no_sense_is_refused(
    given: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, that says what is expected."""
    assert main(["perft", *given.split()]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert told in said.err


@for_each("depth", ["0", "-1", "101", "x", "1.5", "²", "9" * 5000])
def test_a_depth_that_is_none(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A number from 1 to 100."""
    with pytest.raises(SystemExit, match="2"):
        main(["perft", "nim", "piles=1,2", f"--depth={depth}"])
    assert "expected a number from 1 to 100" in capsys.readouterr().err

"""The command `perft` of a student's folder: both counts, and where they part."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.commands.main import main
from autograder.kinds.game import lines as counts
from tests.cases import for_each
from tests.playgrading import GAME, RIGHT, WHOLE, computed
from tests.small import ROOT
from tests.unitgrading import TREES

UNIT = ("--assignment", str(TREES / "modelling"))
GAMES = ROOT / "reference"
HEADING = "Lines of play by length, over or not: {}\n\nplies     yours     right\n"
NO_DIAGONAL = """\
    1         9         9
    2        72        72
    3       504       504
    4      3024      3024
    5     15120     15120
    6     56160     54720

Those of 6 plies by first action:

    6240      6000  (0, 0) !
    6240      6240  (0, 1)
    6240      6000  (0, 2) !
    6240      6240  (1, 0)
    6240      5760  (1, 1) !
    6240      6240  (1, 2)
    6240      6000  (2, 0) !
    6240      6240  (2, 1)
    6240      6000  (2, 2) !
"""
PILE = """\
    1         2         2
    2         3         3
    3         1         1
"""


def course(folder: Path, code: str) -> list[str]:
    """The command for a game of one's own in a small assignment."""
    computed(
        folder / "course", WHOLE.replace("  opt", "  limits: {seconds: 0.5}\n  opt")
    )
    (folder / "mine").mkdir(exist_ok=True)
    (folder / "mine" / f"{GAME}.py").write_text(code, encoding="utf-8")
    return ["perft", str(folder / "mine"), "--assignment", str(folder / "course")]


def test_both_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Until no line is longer; with `--divide` the last length by first action."""
    assert main([*course(tmp_path, RIGHT), "--depth", "9"]) == 0
    assert capsys.readouterr().out == f"{HEADING.format(GAME)}{PILE}\n"
    assert main([*course(tmp_path, RIGHT), "--depth", "2", "--divide"]) == 0
    told = capsys.readouterr().out
    divided = "       2         2  take 1\n       1         1  take 2\n\n"
    assert told.endswith(f"Those of 2 plies by first action:\n\n{divided}")


def test_the_first_length_that_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without diagonals 1,440 more lines are six long: none of rows and columns is.

    Of the eight lines of tic-tac-toe two are diagonals: 1440 · 2 / 8 games end there
    with the fifth mark, and each goes on in four ways.
    """
    text = (GAMES / "tic_tac_toe.py").read_text(encoding="utf-8")
    wrong = text.replace("rows + columns + diagonals", "rows + columns")
    (tmp_path / "tic_tac_toe.py").write_text(wrong, encoding="utf-8")
    assert main(["perft", str(tmp_path), *UNIT, "--depth", "9"]) == 1
    told = capsys.readouterr().out
    assert told == f"{HEADING.format('tic_tac_toe')}{NO_DIAGONAL}\n"
    assert 56160 - 54720 == 1440 * 2 // 8 * 4


def test_each_game_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or the one whose question, or whose file, is named."""
    for name in ("ii_nim", "coin_splitting"):
        shutil.copy(GAMES / f"{name}.py", tmp_path)
    both, one = ["perft", str(tmp_path), *UNIT], HEADING.format("ii_nim")
    assert main(both) == 0
    told = capsys.readouterr().out
    assert told.startswith(one)
    assert HEADING.format("coin_splitting") in told
    for named in (
        [*both, "--question", "ii_nim"],
        ["perft", str(tmp_path / "ii_nim.py"), *UNIT],
    ):
        assert main(named) == 0
        told = capsys.readouterr().out
        assert told.startswith(one)
        assert told.count("plies") == 1


STOPS = {  # an edit of the right game, the lengths that are counted, what is told
    ("return 3,", "return 1 / 0,"): (0, "raised ZeroDivisionError: division by zero"),
    (
        "    return state[0] -",
        "    if state[0] == 1:\n        raise KeyError\n    return state[0] -",
    ): (2, "raised KeyError"),
    ("    return [f", "    if state[0] == 1:\n        return 7\n    return [f"): (
        1,
        "raised TypeError",
    ),
    (
        "    return state[0] == 0",
        "    while state[0] == 1: pass\n    return state[0] == 0",
    ): (1, "time"),
    ("def is_terminal", "def is_over"): (0, "is_terminal"),
}


@for_each("edit", [*STOPS])
def test_where_a_function_fails_no_more_is_counted(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    edit: tuple[str, str],
) -> None:
    """The lengths before that are there, and what came of it."""
    monkeypatch.setattr(counts, "SECONDS", 0.5)
    lengths, told = STOPS[edit]
    assert main([*course(tmp_path, RIGHT.replace(*edit)), "--depth", "5"]) == 1
    found = capsys.readouterr().out
    shown = "".join(PILE.splitlines(keepends=True)[:lengths])
    assert found.startswith(f"{HEADING.format(GAME)}{shown}\nno more is counted: ")
    assert told in found.splitlines()[-2]


def test_what_is_no_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line: no file of a game, no question of one, nothing of the name."""
    (tmp_path / "minimax.py").write_text("", encoding="utf-8")
    assert main(["perft", str(tmp_path), *UNIT]) == 2
    assert "expected ii_nim.py, seven_tuple.py, " in capsys.readouterr().err
    assert main(["perft", str(tmp_path)]) == 2
    assert "no question asks for a game" in capsys.readouterr().err
    assert main(["perft", str(tmp_path / "none"), *UNIT]) == 2
    assert "none, and no such folder; there are " in capsys.readouterr().err
    assert main(["perft", str(tmp_path), "rows=3", *UNIT]) == 2
    assert "rows=3: a folder's games have the options" in capsys.readouterr().err


def test_a_game_of_a_course_is_found_with_its_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever leaves `--assignment` out is told of it."""
    assert main(["perft", "my_own_game"]) == 2
    told = capsys.readouterr().err
    assert told.endswith("and with --assignment DIR the games of that course\n")

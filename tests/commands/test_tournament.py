"""The command `tournament`: bad input costs one sentence, and the others play on."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from autograder.commands.main import main
from tests.cases import for_each

FIRST = "def choose(game, state):\n    return game.actions(state)[0]\n"
PROGRAMS = {
    "first": FIRST,
    "last": FIRST.replace("0", "-1"),
    "same": "def choose(game, state):\n    return type('S', (str,), {})("
    "game.actions(state)[0])\n",
    "unasked": "def chose(game, state):\n    pass\n",
    "hangs": "while True:\n    pass\n",
}
NIM = ("--game", "nim", "piles=1,2", "--bank", "50", "--jobs", "1")


def submissions(folder: Path, programs: dict[str, str]) -> Path:
    """A folder with a submission for each program, and one without play.py."""
    for name, code in programs.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "play.py").write_text(code, encoding="utf-8")
    return folder


def test_bad_input_costs_a_sentence_in_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No play.py, no choose, a hang at import; what is equal, but not the same."""
    handed = submissions(tmp_path / "class", PROGRAMS)
    (handed / "none").mkdir()
    (handed / "none" / "other.py").write_text("", encoding="utf-8")
    out = tmp_path / "out"
    given = [str(handed), *NIM, "--out", str(out), "--rounds", "2", "--opening", "0"]
    assert main(["tournament", *given]) == 0
    with (out / "standing.csv").open(encoding="utf-8") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    why = {name: row["takes_no_part"] for name, row in rows.items()}
    assert {name for name, each in why.items() if not each} == {"first", "last", "same"}
    assert why["none"].startswith("play.py is missing")
    assert why["unasked"] == "there is no function choose; is it chose?"
    assert why["hangs"].startswith("timed out after 2 s while importing (play.py:1)")
    assert rows["same"]["won"] == "0"
    assert rows["same"]["lost_by"] == "illegal move 4"
    told = capsys.readouterr().out
    assert told.startswith("there is no more than 1 opening of so many plies, and")
    assert "takes no part: there is no function choose" in told
    assert told.endswith("tournament.html\n")


def test_who_takes_no_part_is_told_where_nobody_else_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For no file is written then."""
    programs = {name: PROGRAMS[name] for name in ("first", "unasked")}
    handed, out = submissions(tmp_path / "class", programs), tmp_path / "out"
    assert main(["tournament", str(handed), *NIM, "--out", str(out)]) == 2
    told = "unasked takes no part: there is no function choose; is it chose?\n"
    assert told in capsys.readouterr().out


SLOW = """
def choose(game, state):
    while len(game.actions(state)) == 2:
        pass
    return game.actions(state)[-1]
"""


def test_games_that_end_by_time_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For the clock of another machine may end them otherwise."""
    handed = submissions(tmp_path / "class", {"first": FIRST, "slow": SLOW})
    given = [str(handed), *NIM, "--out", str(tmp_path / "out"), "--opening", "0"]
    assert main(["tournament", *given]) == 0
    told = capsys.readouterr().out
    assert "lost by time 1" in told
    assert "\n1 game ended by time, which may be otherwise on another" in told


@for_each(
    "programs, arguments, told",
    [
        ({"a": FIRST}, NIM, "class: a tournament needs two programs that play, and"),
        ({"a": FIRST, "b": FIRST}, ("--game", "chess"), "there is no game chess"),
        (
            {"a": FIRST, "b": FIRST},
            (*NIM, "--opening", "9"),
            "--opening 9: no game goes on",
        ),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    programs: dict[str, str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    """The exit status is 2."""
    here = tmp_path_factory.mktemp("here")
    handed, out = submissions(here / "class", programs), here / "out"
    assert main(["tournament", str(handed), *arguments, "--out", str(out)]) == 2
    assert told in capsys.readouterr().err
    assert not (out / "standing.csv").exists()


THREE = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Three:
    def initial(self): return 0
    def to_move(self, position): return ("max", "min", "third")[position % 3]
    def successors(self, position): return (position + 1,) if position < 3 else ()
    def utility(self, position): return 0
    def label(self, position): return f"s{position}"
    def content(self, position): return None
RULES = Three
"""


def test_a_game_of_three_players_is_no_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said whose turn it would be."""
    course = tmp_path / "course"
    (course / "reference" / "games").mkdir(parents=True)
    (course / "reference" / "games" / "three.py").write_text(THREE, encoding="utf-8")
    (course / "trees").mkdir()
    (course / "trees" / "assignment.yaml").write_text("", encoding="utf-8")
    handed = submissions(tmp_path / "class", {"a": FIRST, "b": FIRST})
    given = [str(handed), "--game", "three", "--assignment", str(course / "trees")]
    assert main(["tournament", *given, "--out", str(tmp_path / "out")]) == 2
    told = "at s2: a match has two players, max and min, and here 'third' is to move\n"
    assert capsys.readouterr().err.endswith(told)

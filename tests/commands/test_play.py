"""The command `play`: games move by move, against programs, and with a person."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from autograder.commands.main import main
from tests.cases import for_each

FIRST = "def choose(game, state):\n    return game.actions(state)[0]\n"
NIM_NEEDS = "nim: piles: this game needs piles; write --game nim OPTION=VALUE\n"
NIM = ("--game", "nim", "piles=1,2")


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A program that takes the first action."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "play.py").write_text(FIRST, encoding="utf-8")
    return str(tmp_path / "mine")


def test_two_submissions_play_move_by_move(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each in its own process; of one name, they are A and B."""
    assert main(["play", mine, mine, *NIM]) == 0
    assert capsys.readouterr().out == (
        "nim piles=1,2: mine A (MAX) against mine B (MIN), 2000 visits each\n"
        "  1  mine A        1 of pile 1           (0,2)-B               0 visits\n"
        "  2  mine B        2 of pile 2           (0,0)-A               0 visits\n"
        "mine B wins\n\n"
    )


def test_a_match_is_played_from_both_sides(
    mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of each opening, which a seed draws; the points are counted by player."""
    options = ("--games", "4", "--opening", "1", "--seed", "7")
    assert main(["play", mine, "search", *NIM, *options]) == 0
    first = capsys.readouterr().out
    heads = [line for line in first.splitlines() if " against " in line]
    assert [line.split(": ")[1].split(" ")[0] for line in heads] == [
        *("mine", "search", "mine", "search")
    ]
    drawn = [line for line in first.splitlines() if "(opening)" in line]
    assert drawn[0] == drawn[1] != drawn[2] == drawn[3]
    assert first.splitlines()[-1] == "4 games: mine 2, search 2"
    assert main(["play", mine, "search", *NIM, *options]) == 0
    assert capsys.readouterr().out == first


def test_a_person_types_actions_or_their_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no action is asked again."""
    monkeypatch.setattr("sys.stdin", io.StringIO("9\n1 of pile 2\n1\n"))
    assert main(["play", "me", "random", *NIM]) == 0
    told = capsys.readouterr().out
    assert "you are to move at (1,2)-A:\n  1  1 of pile 1\n" in told
    assert "there is no action 9; type its number, or its name\n" in told
    assert told.endswith("me wins\n\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["play", "me", "random", *NIM]) == 2
    told, fault = capsys.readouterr()
    assert "there is no action" not in told
    assert fault == "nobody is at the terminal any more\n"


def test_two_files_of_one_name_are_known_by_their_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `p1/play.py` and `p2/play.py`."""
    paths = [tmp_path / name / "play.py" for name in ("p1", "p2")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(FIRST, encoding="utf-8")
    assert main(["play", *map(str, paths), *NIM]) == 0
    assert "p1 (MAX) against p2 (MIN)" in capsys.readouterr().out


def test_a_game_of_an_assignment_near_by_is_pointed_at(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is known with `--assignment` alone."""
    game = tmp_path / "course" / "reference" / "games" / "sticks.py"
    game.parent.mkdir(parents=True)
    game.touch()
    monkeypatch.chdir(tmp_path)
    assert main(["play", "greedy", "random", "--game", "sticks"]) == 2
    assert capsys.readouterr().err.endswith("; add --assignment course\n")


def test_a_file_of_another_question_is_not_to_be_renamed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`leaves.py` shares two letters and its ending with `play.py`."""
    (tmp_path / "leaves.py").touch()
    assert main(["play", str(tmp_path), "random", *NIM]) == 2
    said = capsys.readouterr().err
    assert said == f"{tmp_path}: play.py is missing; found leaves.py\n"


def test_the_page_has_each_step(mine: str, tmp_path: Path) -> None:
    """It is one file, and asks for nothing else."""
    page = tmp_path / "page.html"
    assert main(["play", mine, "greedy", *NIM, "--page", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert '[["(1,2)-A", ""], ["(0,2)-B", "max: 1 of pile 1"], ' in text
    assert "min: 2 of pile 2 \\u2013 greedy wins" in text
    assert "ArrowRight" in text
    assert "src=" not in text


def test_a_loss_is_told_and_games_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the position and the line."""
    program = tmp_path / "play.py"
    program.write_text("def choose(game, state):\n  return 1 / 0\n", encoding="utf-8")
    assert main(["play", str(program), "random", *NIM, "--games", "2"]) == 0
    told = capsys.readouterr().out
    assert (
        "random wins: play lost by exception at (1,2)-A: raised ZeroDivisionError: "
        "division by zero, in choose (play.py:2)\n"
    ) in told
    assert told.endswith("2 games: play 0, random 2\n")


def test_a_game_of_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    """Positions are made as they are met: connect four is not unrolled."""
    pytest.importorskip("pyspiel")
    game = ("--game", "openspiel", "name=connect_four")
    assert main(["play", "greedy", "random", *game, "--bank", "500"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("openspiel name=connect_four: greedy (MAX) against")
    assert told[-2].endswith((" wins", " draw"))


@for_each(
    "arguments, told",
    [
        (["nobody", "random", *NIM], "nobody: there is no such file or folder, and no"),
        (["random", "random", "--game", "chess"], "there is no game chess; there are"),
        (["random", "random", "--game", "nim"], NIM_NEEDS),
        (["random", "random", *NIM, "pile=3"], "nim: pile: unknown key"),
        (["random", "random", *NIM, "piles=3"], "piles is given twice"),
        (
            ["random", "random", "--game", "nim", "piles=0"],
            "nim: piles: expected",
        ),
        (["random", "random", *NIM, "--opening", "9"], "--opening 9: no game goes on"),
        (
            ["random", "random", "--game", "openspiel"],
            "openspiel: name: it needs a name",
        ),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 2."""
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr().err.startswith(told)


@for_each(
    "name, told",
    [
        ("pig", "openspiel: pig: a match has no chance, and this game has"),
        ("tic_tac_toe_of_three", "openspiel: OpenSpiel has no game"),
    ],
)
def test_games_of_openspiel_that_are_no_match(
    name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chance, or players who are more than two, or none of that name."""
    pytest.importorskip("pyspiel")
    game = ["--game", "openspiel", f"name={name}"]
    assert main(["play", "random", "random", *game]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_without_the_file_nobody_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said which file is missing, and where."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "other.py").write_text("", encoding="utf-8")
    assert main(["play", str(tmp_path / "mine"), "random", *NIM]) == 2
    assert "play.py" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_ends_it_before_anybody_plays(
    mine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And an old page stays where nobody can play."""
    (tmp_path / "folder").mkdir()
    given = ["play", mine, mine, *NIM, "--page", str(tmp_path / "folder")]
    assert main(given) == 2
    told, fault = capsys.readouterr()
    assert (told, str(tmp_path / "folder") in fault) == ("", True)
    old = tmp_path / "old.html"
    old.write_text("old", encoding="utf-8")
    assert main(["play", mine, "nobody", *NIM, "--page", str(old)]) == 2
    assert old.read_text(encoding="utf-8") == "old"

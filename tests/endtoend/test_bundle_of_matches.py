"""What both zips have of a match: rules and players, and never the staff's search."""

from __future__ import annotations

import zipfile
from pathlib import Path

from autograder.commands.bundle import ASKED_BY, GIVES_AWAY, RULES_PLAYED
from tests.small import ROOT, run
from tests.unitgrading import TREES

MATCH = """\
- name: play
  kind: match
  parts:
  - points: {share: 1}
    games: {a: {game: nim, options: {piles: [1, 2, 2]}, against: [greedy]}}
"""
HIDDEN = """\
- name: play
  kind: match
  parts:
  - points: {share: 1}
    games: {b: {game: isolation, against: [random]}}
  - points: {share: 1}
    visibility: hidden
    games: {a: {game: nim, options: {piles: [1, 2, 2]}, against: [search]}}
"""
ASKS = """\
- name: misere_nim
  kind: game
  game: nim
  options: {piles: [1, 2, 2], misere: true}
  points: {actions: 1}
  lines: {a: {to: 1}}
"""


def held(path: Path) -> set[str]:
    """The files of a zip below `reference/`."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    return {n.partition("reference/")[2] for n in names if "reference/" in n}


def course(folder: Path, *questions: str) -> Path:
    """An assignment of these questions, with its answers."""
    folder.mkdir()
    text = "questions:\n" + "".join(questions)
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_students_have_the_rules_and_not_the_search(tmp_path: Path) -> None:
    """It is in autograder.zip alone; that other units ask for the rules is told."""
    done = run("bundle", tmp_path / "zips", "--assignment", TREES / "play")
    assert done.returncode == 0, done.stderr
    games = {f"games/{name}.py" for name in ("nim", "tic_tac_toe", "isolation")}
    rules = games | {"games/connect_k.py"}
    given = rules | {"players/random.py", "players/greedy.py"}
    assert held(tmp_path / "zips" / "student.zip") == given
    graders = held(tmp_path / "zips" / "autograder.zip")
    assert graders == given | {"players/search.py"}
    told = ASKED_BY.format("connect_k, nim and tic_tac_toe", TREES / "modelling")
    assert told.partition(" which ")[0] in done.stdout
    with zipfile.ZipFile(tmp_path / "zips" / "autograder.zip") as archive:
        search = archive.read("reference/players/search.py")
    assert search == (ROOT / "reference" / "play.py").read_bytes()


def test_the_students_zip_grades_and_plays(tmp_path: Path) -> None:
    """Without the rest of the project."""
    done = run("bundle", tmp_path / "zips", "--assignment", TREES / "play")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "zips" / "student.zip") as archive:
        archive.extractall(tmp_path)
    home = tmp_path / "programs-that-play"
    (home / "mine").mkdir()
    program = ROOT / "tests" / "units" / "play" / "first_action" / "play.py"
    (home / "mine" / "play.py").write_bytes(program.read_bytes())
    played = run("play", "mine", "greedy", "--game", "nim", "piles=1,2", cwd=home)
    assert played.returncode == 0, played.stderr
    assert played.stdout.endswith("greedy wins\n\n")


def test_rules_that_a_question_asks_for_are_refused(tmp_path: Path) -> None:
    """Unless one says so; or where the game is hidden, and stays in the grader."""
    folder = course(tmp_path / "course", ASKS, MATCH)
    command = ("bundle", tmp_path / "zips", "--assignment", folder)
    done = run(*command)
    place = tmp_path / "zips" / "student.zip"
    told = RULES_PLAYED.format(place, "games/nim.py", "misere_nim")
    assert (done.returncode, done.stderr.strip()) == (2, told)
    assert not place.exists()
    assert run(*command, GIVES_AWAY).returncode == 0
    assert "games/nim.py" in held(place)
    folder = course(tmp_path / "hidden", ASKS, HIDDEN)
    done = run("bundle", tmp_path / "others", "--assignment", folder)
    assert done.returncode == 0, done.stderr
    assert "games/nim.py" not in held(tmp_path / "others" / "student.zip")
    assert "games/nim.py" in held(tmp_path / "others" / "autograder.zip")
